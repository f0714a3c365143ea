import { useQuery } from '@tanstack/react-query';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { EDITED, LAST_SAVE, useFormVersion } from '../../../api/edited-query.ts';
import { procedures } from '../../../api/queries.ts';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { UserForm } from './user-form.tsx';

/** Creates a user, or edits the one with this id. */
export function UserPage({ id }: { id: number | null }) {
  return id === null ? <UserForm user={null} /> : <EditUserPage id={id} />;
}

function EditUserPage({ id }: { id: number }) {
  const query = useQuery(
    procedures.users.get.queryOptions({ id }, { ...EDITED, meta: { failureText: ADMIN_MESSAGES['user.fetchFailed'] } }),
  );
  const lastSave = useQuery(procedures.users.lastSave.queryOptions({ id }, LAST_SAVE)).data ?? null;
  const { formVersion, loadAgain } = useFormVersion(query);
  return (
    <LoadedPage title={ADMIN_MESSAGES['user.user']} query={query} failedTitle={ADMIN_MESSAGES['user.fetchFailed']}>
      {({ user }) => <UserForm key={formVersion} user={user} lastSave={lastSave} onLoadAgain={loadAgain} />}
    </LoadedPage>
  );
}
