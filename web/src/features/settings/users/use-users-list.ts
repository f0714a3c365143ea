import { useQuery } from '@tanstack/react-query';
import { procedures } from '../../../api/queries.ts';
import { PAGE_QUERY, usePageInput } from '../parts/list/use-page-input.ts';
import { usePagedList } from '../parts/list/use-paged-list.ts';
import { usersList } from './users-store.ts';

/** The requested page of the list; the former one is shown until it has arrived. */
export function useUsersList() {
  const input = usePageInput(usersList);
  const list = useQuery(
    procedures.users.page.queryOptions(input, { ...PAGE_QUERY, meta: { failureKey: 'users.fetchFailed' } }),
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
