import { useQuery } from '@tanstack/react-query';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import { EDITED, LAST_SAVE, useFormVersion } from '../../../api/edited-query.ts';
import { procedures } from '../../../api/queries.ts';
import { LoadedPage } from '../../../ui/page/loaded-page.tsx';
import { RoleForm } from './role-form.tsx';

/** Creates a role, or edits the one with this id. */
export function RolePage({ id }: { id: number | null }) {
  return id === null ? <RoleForm saved={null} /> : <EditRolePage id={id} />;
}

function EditRolePage({ id }: { id: number }) {
  const query = useQuery(
    procedures.roles.get.queryOptions({ id }, { ...EDITED, meta: { failureText: ADMIN_MESSAGES['role.fetchFailed'] } }),
  );
  const lastSave = useQuery(procedures.roles.lastSave.queryOptions({ id }, LAST_SAVE)).data ?? null;
  const { formVersion, loadAgain } = useFormVersion(query);
  return (
    <LoadedPage title={ADMIN_MESSAGES['role.noun']} query={query} failedTitle={ADMIN_MESSAGES['role.fetchFailed']}>
      {({ role }) => <RoleForm key={formVersion} saved={role} lastSave={lastSave} onLoadAgain={loadAgain} />}
    </LoadedPage>
  );
}
