import { ADMIN_MESSAGES, COMMON_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import type { LastSave, Role } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Segmented } from '../../../ui/inputs/segmented.tsx';
import { FormActions } from '../../../parts/form/form-actions.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { TheirSaveNotice } from '../../../parts/form/their-save-notice.tsx';
import { checkGroup, GroupFields } from '../parts/groups/group-fields.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { Page } from '../../../ui/page/page.tsx';
import { MemberPicker } from '../parts/picker/member-picker.tsx';
import { PickerPair } from '../parts/picker/picker-pair.tsx';
import { showToast } from '../../../state/toasts.ts';
import { changedEntries } from './permission-entries.ts';
import { PermissionEditor } from './permission-editor.tsx';
import { roleInput, roleValues, type RoleValues } from './role-input.ts';
import css from './role-form.module.css';

interface RoleFormProps {
  /** Null for a new one. */
  saved: Role | null;
  /** Null as long as it is not known. */
  lastSave?: LastSave | null;
  onLoadAgain?: () => void;
}

const LIST_PATH = '/settings/security/roles';
const FORM_ID = 'role-form';
type Tab = 'details' | 'members' | 'permissions';

function useSave(role: Role | null, sees: { users: boolean; teams: boolean }) {
  const meta = { failureText: ADMIN_MESSAGES['role.saveFailed'] } as const;
  const create = useMutation(procedures.roles.create.mutationOptions({ meta }));
  const update = useMutation(procedures.roles.update.mutationOptions({ meta }));
  return async (values: RoleValues) => {
    const input = roleInput(values, sees);
    await (role ? update.mutateAsync({ ...input, id: role.id, version: role.version }) : create.mutateAsync(input));
    showToast(ADMIN_MESSAGES['role.saved'], 'success');
    for (const { pathFilter } of [procedures.roles, procedures.users, procedures.teams]) {
      void queryClient.invalidateQueries(pathFilter());
    }
    // One may have changed one's own permissions.
    void queryClient.invalidateQueries(procedures.auth.check.queryFilter());
  };
}

const saveWords = (role: Role | null, changes: number): string => {
  if (!role) return ADMIN_MESSAGES['role.createRole'];
  if (changes === 0) return ADMIN_MESSAGES['role.saveRole'];
  return changes === 1
    ? ADMIN_MESSAGES['role.saveOneChange']
    : formatMessage(ADMIN_MESSAGES['role.saveChanges'], { changes });
};

/** A role: its name, its holders, and its entries. */
export function RoleForm({ saved: role, lastSave = null, onLoadAgain }: RoleFormProps) {
  const [, navigate] = useLocation();
  const [tab, setTab] = useState<Tab>(role ? 'permissions' : 'details');
  const sees = { users: useAllowed('USERS:VIEW'), teams: useAllowed('TEAMS:VIEW') };
  const save = useSave(role, sees);
  const toList = () => navigate(LIST_PATH);
  const initial = roleValues(role);
  const { form, values, failure, isBusy, set, field, submit } = useForm<RoleValues>({
    initial,
    check: (checked) => {
      const problems = checkGroup(checked);
      if (problems.displayName !== undefined) setTab('details');
      return problems;
    },
    save: async (typed) => {
      await save(typed);
      toList();
    },
  });
  const changes = changedEntries(initial.permissions, values.permissions).length;
  const input = roleInput(
    { ...values, displayName: values.displayName.trim() || ADMIN_MESSAGES['role.newRole'] },
    sees,
  );
  return (
    <Page
      title={role?.displayName ?? ADMIN_MESSAGES['role.newRole']}
      isFlush
      actions={<FormActions formId={FORM_ID} verb={saveWords(role, changes)} isBusy={isBusy} onCancel={toList} />}
      tools={
        <Segmented<Tab>
          label={ADMIN_MESSAGES['role.partsOfTheRole']}
          segments={[
            { value: 'details', label: COMMON_MESSAGES['common.details'] },
            { value: 'members', label: membersText(values) },
            { value: 'permissions', label: ADMIN_MESSAGES['role.permissions'] },
          ]}
          value={tab}
          onChange={setTab}
        />
      }
    >
      <form ref={form} id={FORM_ID} className={css.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={css.failure}>
          <FormFailure failure={failure} {...(onLoadAgain ? { onLoadAgain } : {})} />
          {!failure && !isBusy && (
            <TheirSaveNotice kind="role" known={role} lastSave={lastSave} onLoadAgain={onLoadAgain} />
          )}
        </div>
        {tab === 'details' && (
          <div className={css.part}>
            <GroupFields name={field('displayName')} description={field('description')} />
          </div>
        )}
        {tab === 'members' && (
          <div className={css.part}>
            <Members values={values} set={set} sees={sees} />
          </div>
        )}
        {tab === 'permissions' && (
          <PermissionEditor
            saved={initial.permissions}
            draft={values.permissions}
            onChange={(permissions) => set('permissions', permissions)}
            input={role ? { ...input, id: role.id } : input}
          />
        )}
      </form>
    </Page>
  );
}

const membersText = ({ users, teams }: RoleValues): string =>
  formatMessage(ADMIN_MESSAGES['role.members'], { count: users.length + teams.length });

interface MembersProps extends Pick<ReturnType<typeof useForm<RoleValues>>, 'values' | 'set'> {
  sees: { users: boolean; teams: boolean };
}

const Members = ({ values, set, sees }: MembersProps) => (
  <PickerPair>
    <MemberPicker kind="user" chosen={values.users} onChange={(users) => set('users', users)} maySee={sees.users} />
    <MemberPicker kind="team" chosen={values.teams} onChange={(teams) => set('teams', teams)} maySee={sees.teams} />
  </PickerPair>
);
