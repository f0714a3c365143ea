import { Plus, Users } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useSnapshot } from 'valtio';
import { useLocation } from 'wouter';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';
import type { User } from '@overlook/shared/schemas';
import { useQuery } from '@tanstack/react-query';
import { useAllowed } from '../../../state/session-context.tsx';
import { Button } from '../../../ui/button/button.tsx';
import { Gate } from '../../../ui/gate.tsx';
import { Page } from '../../../ui/page/page.tsx';
import { BulkBar } from '../../../ui/table/bulk-bar.tsx';
import { CsvButton } from '../../../ui/table/csv-button.tsx';
import { DataTable } from '../../../ui/table/data-table.tsx';
import { ListBody, listFailure } from '../../../ui/table/list-body.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { ActionDialog } from './action-dialog.tsx';
import { loadUsersCsv } from './load-users-csv.ts';
import { useUserActions } from './use-user-actions.tsx';
import { USER_COLUMNS } from './user-columns.tsx';
import { usersList, type UserSort } from './users-store.ts';
import { UsersTools } from './users-tools.tsx';
import { csvWords, nothingWords } from './users-words.ts';
import { procedures } from '../../../api/queries.ts';
import { PAGE_QUERY, usePageInput } from '../parts/list/use-page-input.ts';
import { usePagedList } from '../parts/list/use-paged-list.ts';

const NEW_PATH = '/settings/security/users/new';
const NO_USERS = { icon: Users, title: ADMIN_MESSAGES['users.empty'], hint: ADMIN_MESSAGES['user.userPersonWhoSign'] };
const NONE: ReadonlySet<number> = new Set();

/** The users list: searched, sorted and paged by the server, with the actions on one or several users. */
export function UsersPage() {
  const [, navigate] = useLocation();
  const query = useSnapshot(usersList.query);
  const isFiltered = query.search !== '' || query.status !== 'all';
  const list = useUsersList();
  const { users = null, total = null, counts } = list.data ?? {};
  const [ticked, setTicked] = useState(NONE);
  const selected = users?.filter(({ id }) => ticked.has(id)) ?? [];
  const clear = useCallback(() => setTicked(NONE), []);
  const actions = useUserActions({ onDone: clear });
  const canEdit = useAllowed('USERS:UPDATE');
  const isPhone = useLayout() === 'phone';
  const open = ({ id }: User) => navigate(`/settings/security/users/${id}/edit`);
  const newUser = (
    <Gate tokens="USERS:CREATE">
      <Button tone="primary" size="l" icon={Plus} onClick={() => navigate(NEW_PATH)}>
        {ADMIN_MESSAGES['user.newUser']}
      </Button>
    </Gate>
  );
  const columns = [
    ...USER_COLUMNS,
    {
      key: 'actions',
      title: ADMIN_MESSAGES['user.actions'],
      kind: 'actions' as const,
      render: (user: User) => actions.menu(user, canEdit ? () => open(user) : null),
    },
  ];
  return (
    <Page
      title={ADMIN_MESSAGES['user.users']}
      isFlush
      onEscape={selected.length > 0 ? clear : null}
      tools={<UsersTools total={total} counts={counts ?? null} />}
      actions={
        <>
          {!isPhone && (
            <CsvButton noun="users" {...csvWords(isFiltered, list.data?.total)} load={() => loadUsersCsv(query)} />
          )}
          {newUser}
        </>
      }
    >
      <ListBody
        count={total}
        isFiltered={isFiltered}
        nothing={nothingWords(query, counts)}
        onClearFilters={usersList.reset}
        empty={{ ...NO_USERS, action: newUser }}
        failure={listFailure(list, ADMIN_MESSAGES['users.fetchFailed'])}
        hasBulkBar={selected.length > 0}
      >
        <DataTable
          label={ADMIN_MESSAGES['user.users']}
          columns={columns}
          items={users}
          sorting={query}
          onSort={({ sort, direction }) => usersList.change({ sort: sort as UserSort, direction })}
          onOpen={canEdit ? open : undefined}
          {...(actions.hasBulk && { selected: ticked, onSelect: setTicked })}
        />
      </ListBody>
      {selected.length > 0 && <BulkBar count={selected.length} actions={actions.bulk(selected)} onClear={clear} />}
      {actions.asked && <ActionDialog {...actions.asked} onClose={actions.close} onDone={actions.done} />}
    </Page>
  );
}

/** The requested page of the list; the former one is shown until it has arrived. */
function useUsersList() {
  const input = usePageInput(usersList);
  const list = useQuery(
    procedures.users.page.queryOptions(input, {
      ...PAGE_QUERY,
      meta: { failureText: ADMIN_MESSAGES['users.fetchFailed'] },
    }),
  );
  usePagedList({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    search: input.search,
    page: input.page,
    noun: 'users',
    onPage: (page) => usersList.change({ page }),
  });
  return list;
}
