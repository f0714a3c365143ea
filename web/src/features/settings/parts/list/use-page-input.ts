import { keepPreviousData } from '@tanstack/react-query';
import { useSnapshot } from 'valtio';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { useSettled } from '../../../../ui/use-settled.ts';
import type { ListQuery, ListStore } from './list-store.ts';

/** How a page of a list is fetched: again each time it is shown; the former page is shown until it has arrived. */
export const PAGE_QUERY = { placeholderData: keepPreviousData, staleTime: 0 } as const;

/** The input for the server: the list's query, once the search has been typed. */
export function usePageInput<Query extends ListQuery<string>>({ query }: ListStore<Query>) {
  const asked = useSnapshot(query) as Query;
  return { ...asked, search: useSettled(asked.search), pageSize: PAGE_DEFAULT };
}
