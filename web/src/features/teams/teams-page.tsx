import { useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { MESSAGES } from '@overlook/shared/messages';
import type { TeamSummary } from '@overlook/shared/schemas';
import { api } from '../../api/client.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { useAllowed } from '../../state/session-context.tsx';
import { groupColumns } from '../../ui/table/group-columns.tsx';
import { GroupListPage } from '../../ui/table/group-list-page.tsx';
import { PAGE_QUERY, usePageInput } from '../../ui/table/use-page-input.ts';
import { teamsList } from './teams-store.ts';

const COLUMNS = groupColumns<TeamSummary>({
  others: { key: 'roles', title: 'Roles', of: ({ roleList }) => roleList },
  people: { key: 'membershipCount', title: 'Members', of: ({ membershipCount }) => membershipCount },
});

/** The teams list. */
export function TeamsPage() {
  const { data, ...list } = useQuery(
    procedures.teams.page.queryOptions(usePageInput(teamsList), {
      ...PAGE_QUERY,
      meta: { failureKey: 'teams.fetchFailed' },
    }),
  );
  return (
    <GroupListPage
      title="Teams"
      noun="team"
      icon={Users}
      path="/settings/security/teams"
      store={teamsList}
      columns={COLUMNS}
      list={{ ...list, items: data?.teams ?? null, total: data?.total ?? null }}
      words={{
        empty: MESSAGES['teams.empty'],
        hint: 'A team gives several people the same roles at once.',
        failed: MESSAGES['teams.fetchFailed'],
      }}
      may={{
        create: useAllowed('TEAMS:CREATE'),
        edit: useAllowed('TEAMS:UPDATE'),
        delete: useAllowed('TEAMS:ARCHIVE'),
      }}
      deletion={{
        question: MESSAGES['confirm.deleteTeam'],
        consequence: 'Its members stay; they lose the roles that only this team gave them.',
        doneKey: 'team.deleted',
        run: async (id) => {
          await api.teams.delete.mutate({ id });
          await queryClient.invalidateQueries(procedures.teams.pathFilter());
        },
      }}
    />
  );
}
