import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Users } from 'lucide-react';
import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { TeamSummary } from '@overlook/shared/schemas';
import { api } from '../../api/client.ts';
import { procedures, queryClient } from '../../api/queries.ts';
import { useAllowed } from '../../state/session-context.tsx';
import { DateWords } from '../../ui/date-words.tsx';
import { DeleteDialog } from '../../ui/table/delete-dialog.tsx';
import type { DataColumn } from '../../ui/table/data-table.tsx';
import { GroupListPage } from '../../ui/table/group-list-page.tsx';
import { GroupName } from '../../ui/table/group-name.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { teamsList } from './teams-store.ts';

const COLUMNS: readonly DataColumn<TeamSummary>[] = [
  {
    key: 'displayName',
    title: 'Name',
    isSortable: true,
    widthPercent: 40,
    render: (team) => <GroupName {...team} />,
  },
  {
    key: 'roles',
    title: 'Roles',
    from: 'desktop',
    render: ({ roleList }) => roleList.map(({ displayName }) => displayName).join(', ') || 'None',
  },
  {
    key: 'membershipCount',
    title: 'Members',
    isSortable: true,
    kind: 'number',
    render: ({ membershipCount }) => membershipCount,
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

/** The teams list. */
export function TeamsPage() {
  const { search, ...others } = useSnapshot(teamsList.query);
  const input = { ...others, search: useSettled(search), pageSize: PAGE_DEFAULT };
  const { data, ...list } = useQuery(
    procedures.teams.page.queryOptions(input, {
      placeholderData: keepPreviousData,
      staleTime: 0,
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
      renderDeleteDialog={(team, onClose) => (
        <DeleteDialog
          title="Delete team"
          question={MESSAGES['confirm.deleteTeam']}
          name={team.displayName}
          consequence="Its members stay; they lose the roles that only this team gave them."
          doneKey="team.deleted"
          onDelete={async () => {
            await api.teams.delete.mutate({ id: team.id });
            await queryClient.invalidateQueries(procedures.teams.pathFilter());
          }}
          onClose={onClose}
        />
      )}
    />
  );
}
