import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { TeamSummary } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { procedures, queryClient } from '../../../api/queries.ts';
import { useAllowed } from '../../../state/session-context.tsx';
import { groupColumns } from '../parts/groups/group-columns.tsx';
import { GroupListPage } from '../parts/groups/group-list-page.tsx';
import { PAGE_QUERY, usePageInput } from '../parts/list/use-page-input.ts';
import { type ListQuery, listStore } from '../parts/list/list-store.ts';

type TeamSort = 'displayName' | 'membershipCount' | 'created';

/** The query of the teams list; it is kept while a team is edited. */
const teamsList = listStore<ListQuery<TeamSort>>({ search: '', sort: 'displayName', direction: 'asc', page: 1 });

const COLUMNS = groupColumns<TeamSummary>({
  others: { key: 'roles', title: ADMIN_MESSAGES['team.roles'], of: ({ roleList }) => roleList },
  people: {
    key: 'membershipCount',
    title: ADMIN_MESSAGES['team.members'],
    of: ({ membershipCount }) => membershipCount,
  },
});

/** The teams list. */
export function TeamsPage() {
  const { data, ...list } = useQuery(
    procedures.teams.page.queryOptions(usePageInput(teamsList), {
      ...PAGE_QUERY,
      meta: { failureText: ADMIN_MESSAGES['teams.fetchFailed'] },
    }),
  );
  return (
    <GroupListPage
      title={ADMIN_MESSAGES['team.teams']}
      noun="team"
      icon={Users}
      path="/settings/security/teams"
      store={teamsList}
      columns={COLUMNS}
      list={{ ...list, items: data?.teams ?? null, total: data?.total ?? null }}
      words={{
        empty: ADMIN_MESSAGES['teams.empty'],
        hint: ADMIN_MESSAGES['team.teamGivesSeveralPeople'],
        failed: ADMIN_MESSAGES['teams.fetchFailed'],
      }}
      may={{
        create: useAllowed('TEAMS:CREATE'),
        edit: useAllowed('TEAMS:UPDATE'),
        delete: useAllowed('TEAMS:ARCHIVE'),
      }}
      deletion={{
        question: ADMIN_MESSAGES['confirm.deleteTeam'],
        consequence: ADMIN_MESSAGES['team.membersStayTheyLose'],
        doneText: ADMIN_MESSAGES['team.deleted'],
        run: async (id) => {
          await api.teams.delete.mutate({ id });
          await queryClient.invalidateQueries(procedures.teams.pathFilter());
        },
      }}
    />
  );
}
