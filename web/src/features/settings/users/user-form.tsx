import { useMutation } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ADMIN_MESSAGES, COMMON_MESSAGES } from '@overlook/shared/messages';
import type { LastSave, User } from '@overlook/shared/schemas';
import { type DirectoryEntry, groupEntry } from '../../../api/directory.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { Checkbox } from '../../../ui/inputs/checkbox.tsx';
import { PasswordField } from '../../../ui/field/password-field.tsx';
import { TextField } from '../../../ui/field/text-field.tsx';
import { Fields, WholeField } from '../../../parts/form/fields.tsx';
import { FormActions } from '../../../parts/form/form-actions.tsx';
import { FormFailure } from '../../../parts/form/form-failure.tsx';
import { TheirSaveNotice } from '../../../parts/form/their-save-notice.tsx';
import { useForm } from '../../../parts/form/use-form.ts';
import { Page, PageSection } from '../../../ui/page/page.tsx';
import { MemberPicker } from '../parts/picker/member-picker.tsx';
import { PickerPair } from '../parts/picker/picker-pair.tsx';
import { showToast } from '../../../state/toasts.ts';
import { checkUser } from './check-user.ts';
import { UserSecondFactor } from './user-second-factor.tsx';

interface UserFormProps {
  /** Null for a new one. */
  user: User | null;
  /** Null as long as it is not known. */
  lastSave?: LastSave | null;
  onLoadAgain?: () => void;
}

const LIST_PATH = '/settings/security/users';
const FORM_ID = 'user-form';

interface Values {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  passwordConfirmation: string;
  isInvited: boolean;
  roles: DirectoryEntry[];
  teams: DirectoryEntry[];
}

const valuesOf = (user: User | null): Values => ({
  firstName: user?.firstName ?? '',
  lastName: user?.lastName ?? '',
  email: user?.email ?? '',
  password: '',
  passwordConfirmation: '',
  isInvited: false,
  roles: user?.roleList.map(groupEntry) ?? [],
  teams: user?.teamList.map(groupEntry) ?? [],
});

const idsOf = (entries: readonly DirectoryEntry[]) => entries.map(({ id }) => id);

/**
 * The call that a save makes. Roles and teams are sent only by users who can see them; otherwise they do not change.
 */
function useSave(user: User | null, sees: { roles: boolean; teams: boolean }) {
  const meta = { failureText: ADMIN_MESSAGES['user.saveFailed'] } as const;
  const create = useMutation(procedures.users.create.mutationOptions({ meta }));
  const update = useMutation(procedures.users.update.mutationOptions({ meta }));
  const inputOf = ({ roles, teams, isInvited, password, passwordConfirmation, ...fields }: Values) => ({
    ...fields,
    ...(isInvited ? { isInvited } : { password, passwordConfirmation }),
    ...(sees.roles ? { roleList: idsOf(roles) } : {}),
    ...(sees.teams ? { teamList: idsOf(teams) } : {}),
  });
  const save = async (values: Values) => {
    const input = inputOf(values);
    await (user ? update.mutateAsync({ ...input, id: user.id, version: user.version }) : create.mutateAsync(input));
    showToast(ADMIN_MESSAGES['user.saved'], 'success');
    void queryClient.invalidateQueries(procedures.users.pathFilter());
  };
  return save;
}

/** The fields of a user, their roles and their teams (specification §5 "User", "User password"). */
export function UserForm({ user, lastSave = null, onLoadAgain }: UserFormProps) {
  const [, navigate] = useLocation();
  const sees = { roles: useAllowed('ROLES:VIEW'), teams: useAllowed('TEAMS:VIEW') };
  const save = useSave(user, sees);
  const toList = () => navigate(LIST_PATH);
  const { form, values, failure, isBusy, set, field, submit } = useForm<Values>({
    initial: valuesOf(user),
    check: (checked) => checkUser(checked, user === null),
    save: async (saved) => {
      await save(saved);
      toList();
    },
  });
  return (
    <Page
      title={user ? `${user.firstName} ${user.lastName}` : ADMIN_MESSAGES['user.newUser']}
      actions={
        <FormActions
          formId={FORM_ID}
          verb={user ? ADMIN_MESSAGES['user.saveUser'] : ADMIN_MESSAGES['user.createUser']}
          isBusy={isBusy}
          onCancel={toList}
        />
      }
    >
      <form ref={form} id={FORM_ID} noValidate onSubmit={(event) => void submit(event)}>
        <FormFailure failure={failure} {...(onLoadAgain ? { onLoadAgain } : {})} />
        {!failure && !isBusy && (
          <TheirSaveNotice kind="user" known={user} lastSave={lastSave} onLoadAgain={onLoadAgain} />
        )}
        <PageSection title={COMMON_MESSAGES['common.details']}>
          <Fields>
            <TextField label={ADMIN_MESSAGES['user.firstName']} autoComplete="off" {...field('firstName')} />
            <TextField label={ADMIN_MESSAGES['user.lastName']} autoComplete="off" {...field('lastName')} />
            <WholeField>
              <TextField
                label={COMMON_MESSAGES['common.email']}
                type="email"
                autoComplete="off"
                autoCapitalize="off"
                spellCheck={false}
                {...field('email')}
              />
            </WholeField>
          </Fields>
        </PageSection>
        <Password isNew={!user} values={values} set={set} field={field} />
        {user && <UserSecondFactor user={user} />}
        <PageSection title={ADMIN_MESSAGES['user.rolesAndTeams']}>
          <PickerPair>
            <MemberPicker
              kind="role"
              chosen={values.roles}
              onChange={(roles) => set('roles', roles)}
              maySee={sees.roles}
            />
            <MemberPicker
              kind="team"
              chosen={values.teams}
              onChange={(teams) => set('teams', teams)}
              maySee={sees.teams}
            />
          </PickerPair>
        </PageSection>
      </form>
    </Page>
  );
}

interface PasswordProps extends Pick<ReturnType<typeof useForm<Values>>, 'values' | 'set' | 'field'> {
  isNew: boolean;
}

function Password({ isNew, values, set, field }: PasswordProps) {
  return (
    <PageSection
      title={ADMIN_MESSAGES['user.password']}
      {...(isNew ? {} : { hint: ADMIN_MESSAGES['user.leaveBothEmptyKeep'] })}
    >
      <Fields>
        {isNew && (
          <WholeField>
            <Checkbox isSelected={values.isInvited} onChange={(isInvited) => set('isInvited', isInvited)}>
              {ADMIN_MESSAGES['user.isInvited']}
            </Checkbox>
          </WholeField>
        )}
        {!values.isInvited && (
          <>
            <PasswordField label={ADMIN_MESSAGES['user.password']} autoComplete="new-password" {...field('password')} />
            <PasswordField
              label={ADMIN_MESSAGES['user.confirmPassword']}
              autoComplete="new-password"
              {...field('passwordConfirmation')}
            />
          </>
        )}
      </Fields>
    </PageSection>
  );
}
