import { useEffect } from 'react';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { announce } from '../../../../ui/announcer.tsx';

interface PagedList {
  /** Of the answer that is shown; undefined while another is awaited. */
  total: number | undefined;
  search: string;
  page: number;
  /** "users", "teams". */
  noun: string;
  onPage: (page: number) => void;
}

/** Announces the number of results, and leaves a last page that has become empty. */
export function usePagedList({ total, search, page, noun, onPage }: PagedList): void {
  useEffect(() => {
    if (search !== '' && total !== undefined) announce(`${total} ${noun} found`);
  }, [search, total, noun]);
  const pages = total === undefined ? page : Math.max(1, Math.ceil(total / PAGE_DEFAULT));
  useEffect(() => {
    if (page > pages) onPage(pages);
  });
}
