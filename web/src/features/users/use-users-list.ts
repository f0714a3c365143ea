import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { procedures } from '../../api/queries.ts';
import { announce } from '../../ui/announcer.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { usersList } from './users-store.ts';

/** The page of the list that is asked for; the one before stays until it has come. */
export function useUsersList() {
  const { search, ...others } = useSnapshot(usersList.query);
  const settledSearch = useSettled(search);
  const input = { ...others, search: settledSearch, pageSize: PAGE_DEFAULT };
  const list = useQuery(
    procedures.users.page.queryOptions(input, {
      placeholderData: keepPreviousData,
      staleTime: 0,
      meta: { failureKey: 'users.fetchFailed' },
    }),
  );
  const total = list.isPlaceholderData ? undefined : list.data?.total;
  useEffect(() => {
    if (settledSearch !== '' && total !== undefined) announce(`${total} users found`);
  }, [settledSearch, total]);
  useEffect(() => {
    // The last row of the last page has gone.
    const pages = Math.max(1, Math.ceil((total ?? Infinity) / PAGE_DEFAULT));
    if (others.page > pages) usersList.change({ page: pages });
  }, [total, others.page]);
  return list;
}
