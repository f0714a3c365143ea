import { useMutation, useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ADMIN_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { LastSave, Team } from '@overlook/shared/schemas';
import { type DirectoryEntry, groupEntry, personEntry } from '../../../api/directory.ts';
import { EDITED, LAST_SAVE, useFormVersion } from '../../../api/edited-query.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { FormActions } from '../../../parts/form/form-actions.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { TheirSaveNotice } from '../../../parts/form/their-save-notice.tsx';
import { checkGroup, GroupFields } from '../parts/groups/group-fields.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { MemberPicker } from '../parts/picker/member-picker.tsx';
import { PickerPair } from '../parts/picker/picker-pair.tsx';
import { showToast } from '../../../state/toasts.ts';

const LIST_PATH = '/settings/security/teams';
const FORM_ID = 'team-form';

/** Creates a team, or edits the one with this id. */
export function TeamPage({ id }: { id: number | null }) {
  return id === null ? <TeamForm team={null} /> : <EditTeamPage id={id} />;
}

function EditTeamPage({ id }: { id: number }) {
  const query = useQuery(
    procedures.teams.get.queryOptions({ id }, { ...EDITED, meta: { failureText: ADMIN_MESSAGES['team.fetchFailed'] } }),
  );
  const lastSave = useQuery(procedures.teams.lastSave.queryOptions({ id }, LAST_SAVE)).data ?? null;
  const { formVersion, loadAgain } = useFormVersion(query);
  return (
    <LoadedPage title={ADMIN_MESSAGES['team.team']} query={query} failedTitle={ADMIN_MESSAGES['team.fetchFailed']}>
      {({ team }) => <TeamForm key={formVersion} team={team} lastSave={lastSave} onLoadAgain={loadAgain} />}
    </LoadedPage>
  );
}

interface Values {
  displayName: string;
  description: string;
  users: DirectoryEntry[];
  roles: DirectoryEntry[];
}

/**
 * The call that a save makes. Members and roles are sent only by users who can see them; otherwise they do not change.
 */
function useSave(team: Team | null, sees: { users: boolean; roles: boolean }) {
  const meta = { failureText: ADMIN_MESSAGES['team.saveFailed'] } as const;
  const create = useMutation(procedures.teams.create.mutationOptions({ meta }));
  const update = useMutation(procedures.teams.update.mutationOptions({ meta }));
  return async ({ displayName, description, users, roles }: Values) => {
    const input = {
      displayName,
      description,
      ...(sees.users ? { userList: users.map(({ id }) => id) } : {}),
      ...(sees.roles ? { roleList: roles.map(({ id }) => id) } : {}),
    };
    await (team ? update.mutateAsync({ ...input, id: team.id, version: team.version }) : create.mutateAsync(input));
    showToast(ADMIN_MESSAGES['team.saved'], 'success');
    void queryClient.invalidateQueries(procedures.teams.pathFilter());
    void queryClient.invalidateQueries(procedures.users.pathFilter());
  };
}

interface TeamFormProps {
  /** Null for a new one. */
  team: Team | null;
  /** Null as long as it is not known. */
  lastSave?: LastSave | null;
  onLoadAgain?: () => void;
}

function TeamForm({ team, lastSave = null, onLoadAgain }: TeamFormProps) {
  const [, navigate] = useLocation();
  const sees = { users: useAllowed('USERS:VIEW'), roles: useAllowed('ROLES:VIEW') };
  const save = useSave(team, sees);
  const toList = () => navigate(LIST_PATH);
  const { form, values, failure, isBusy, set, field, submit } = useForm<Values>({
    initial: {
      displayName: team?.displayName ?? '',
      description: team?.description ?? '',
      users: team?.userList.map(personEntry) ?? [],
      roles: team?.roleList.map(groupEntry) ?? [],
    },
    check: checkGroup,
    save: async (saved) => {
      await save(saved);
      toList();
    },
  });
  return (
    <Page
      title={team?.displayName ?? ADMIN_MESSAGES['team.newTeam']}
      actions={
        <FormActions
          formId={FORM_ID}
          verb={team ? ADMIN_MESSAGES['team.saveTeam'] : ADMIN_MESSAGES['team.createTeam']}
          isBusy={isBusy}
          onCancel={toList}
        />
      }
    >
      <form ref={form} id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} {...(onLoadAgain ? { onLoadAgain } : {})} />
        {!failure && !isBusy && (
          <TheirSaveNotice kind="team" known={team} lastSave={lastSave} onLoadAgain={onLoadAgain} />
        )}
        <PageSection title={COMMON_MESSAGES['common.details']}>
          <GroupFields name={field('displayName')} description={field('description')} />
        </PageSection>
        <PageSection title={ADMIN_MESSAGES['team.membersAndRoles']} hint={ADMIN_MESSAGES['team.everyMemberHoldsAll']}>
          <PickerPair>
            <MemberPicker
              kind="user"
              chosen={values.users}
              onChange={(users) => set('users', users)}
              maySee={sees.users}
            />
            <MemberPicker
              kind="role"
              chosen={values.roles}
              onChange={(roles) => set('roles', roles)}
              maySee={sees.roles}
            />
          </PickerPair>
        </PageSection>
      </form>
    </Page>
  );
}
