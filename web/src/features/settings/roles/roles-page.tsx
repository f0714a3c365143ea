import { useQuery } from '@tanstack/react-query';
import { ShieldCheck } from 'lucide-react';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { RoleSummary } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { groupColumns } from '../parts/groups/group-columns.tsx';
import { GroupListPage } from '../parts/groups/group-list-page.tsx';
import { PAGE_QUERY, usePageInput } from '../parts/list/use-page-input.ts';
import { type ListQuery, listStore } from '../parts/list/list-store.ts';

type RoleSort = 'displayName' | 'userCount' | 'created';

/** The query of the roles list; it is kept while a role is edited. */
const rolesList = listStore<ListQuery<RoleSort>>({ search: '', sort: 'displayName', direction: 'asc', page: 1 });

const COLUMNS = groupColumns<RoleSummary>({
  others: { key: 'teams', title: ADMIN_MESSAGES['role.teams'], of: ({ teamList }) => teamList },
  people: { key: 'userCount', title: ADMIN_MESSAGES['role.users'], of: ({ userCount }) => userCount },
});

/** The roles list. */
export function RolesPage() {
  const { data, ...list } = useQuery(
    procedures.roles.page.queryOptions(usePageInput(rolesList), {
      ...PAGE_QUERY,
      meta: { failureText: ADMIN_MESSAGES['roles.fetchFailed'] },
    }),
  );
  return (
    <GroupListPage
      title={ADMIN_MESSAGES['role.roles']}
      noun="role"
      icon={ShieldCheck}
      path="/settings/security/roles"
      store={rolesList}
      columns={COLUMNS}
      list={{ ...list, items: data?.roles ?? null, total: data?.total ?? null }}
      words={{
        empty: ADMIN_MESSAGES['roles.empty'],
        hint: ADMIN_MESSAGES['role.roleSaysWhatPeople'],
        failed: ADMIN_MESSAGES['roles.fetchFailed'],
      }}
      may={{
        // The specification has no token for changing roles (§6): they are made and edited like users.
        create: useAllowed('USERS:CREATE'),
        edit: useAllowed('USERS:UPDATE'),
        // USERS:ARCHIVE: kept as specified, §6.
        delete: useAllowed('USERS:ARCHIVE'),
      }}
      deletion={{
        question: ADMIN_MESSAGES['confirm.deleteRole'],
        consequence: ADMIN_MESSAGES['role.allUsersWhoHold'],
        doneText: ADMIN_MESSAGES['role.deleted'],
        run: async (id) => {
          await api.roles.delete.mutate({ id });
          await queryClient.invalidateQueries(procedures.roles.pathFilter());
        },
      }}
    />
  );
}
