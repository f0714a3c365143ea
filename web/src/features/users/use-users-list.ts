import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { procedures } from '../../api/queries.ts';
import { usePagedList } from '../../ui/table/use-paged-list.ts';
import { useSettled } from '../../ui/use-settled.ts';
import { usersList } from './users-store.ts';

/** The page of the list that is asked for; the one before stays until it has come. */
export function useUsersList() {
  const { search, ...others } = useSnapshot(usersList.query);
  const settledSearch = useSettled(search);
  const list = useQuery(
    procedures.users.page.queryOptions(
      { ...others, search: settledSearch, pageSize: PAGE_DEFAULT },
      { placeholderData: keepPreviousData, staleTime: 0, meta: { failureKey: 'users.fetchFailed' } },
    ),
  );
  usePagedList({
    total: list.isPlaceholderData ? undefined : list.data?.total,
    search: settledSearch,
    page: others.page,
    noun: 'users',
    onPage: (page) => usersList.change({ page }),
  });
  return list;
}
