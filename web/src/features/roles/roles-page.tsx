import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { RoleSummary } from '@overlook/shared/schemas';
import { api } from '../../api/client.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { useAllowed } from '../../state/session-context.tsx';
import { DateWords } from '../../ui/date-words.tsx';
import { DeleteDialog } from '../../ui/table/delete-dialog.tsx';
import type { DataColumn } from '../../ui/table/data-table.tsx';
import { GroupListPage } from '../../ui/table/group-list-page.tsx';
import { GroupName } from '../../ui/table/group-name.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { rolesList } from './roles-store.ts';

const COLUMNS: readonly DataColumn<RoleSummary>[] = [
  {
    key: 'displayName',
    title: 'Name',
    isSortable: true,
    widthPercent: 40,
    render: (role) => <GroupName {...role} />,
  },
  {
    key: 'teams',
    title: 'Teams',
    from: 'desktop',
    render: ({ teamList }) => teamList.map(({ displayName }) => displayName).join(', ') || 'None',
  },
  {
    key: 'userCount',
    title: 'Users',
    isSortable: true,
    kind: 'number',
    render: ({ userCount }) => userCount,
  },
  {
    key: 'created',
    title: 'Created',
    isSortable: true,
    from: 'tablet',
    kind: 'number',
    render: ({ created }) => <DateWords iso={created} />,
  },
];

/** The roles list. */
export function RolesPage() {
  const { search, ...others } = useSnapshot(rolesList.query);
  const input = { ...others, search: useSettled(search), pageSize: PAGE_DEFAULT };
  const { data, ...list } = useQuery(
    procedures.roles.page.queryOptions(input, {
      placeholderData: keepPreviousData,
      staleTime: 0,
      meta: { failureKey: 'roles.fetchFailed' },
    }),
  );
  return (
    <GroupListPage
      title="Roles"
      noun="role"
      icon={ShieldCheck}
      path="/settings/security/roles"
      store={rolesList}
      columns={COLUMNS}
      list={{ ...list, items: data?.roles ?? null, total: data?.total ?? null }}
      words={{
        empty: MESSAGES['roles.empty'],
        hint: 'A role says what people may do, at which sites.',
        failed: MESSAGES['roles.fetchFailed'],
      }}
      may={{
        // The specification has no token for changing roles (§6): they are made and edited like users.
        create: useAllowed('USERS:CREATE'),
        edit: useAllowed('USERS:UPDATE'),
        // USERS:ARCHIVE: kept as specified, §6.
        delete: useAllowed('USERS:ARCHIVE'),
      }}
      renderDeleteDialog={(role, onClose) => (
        <DeleteDialog
          title="Delete role"
          question={MESSAGES['confirm.deleteRole']}
          name={role.displayName}
          consequence="Everybody who holds it loses what only this role gave them."
          doneKey="role.deleted"
          onDelete={async () => {
            await api.roles.delete.mutate({ id: role.id });
            await queryClient.invalidateQueries(procedures.roles.pathFilter());
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
