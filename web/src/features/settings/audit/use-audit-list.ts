import { AUDIT_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { PAGE_DEFAULT } from '@overlook/shared/config';
import { api } from '../../../api/client.ts';
import { announce } from '../../../ui/announcer.tsx';
import { auditFilter, type AuditQuery, filterCount } from './audit-filter.ts';

/** The entries that fit, newest first: a page, and the older ones that were requested since. */
export function useAuditList(query: AuditQuery) {
  const filter = auditFilter(query);
  const list = useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam: before, signal }) =>
      api.audit.list.query({ ...filter, limit: PAGE_DEFAULT, ...(before === null ? {} : { before }) }, { signal }),
    initialPageParam: null as number | null,
    getNextPageParam: ({ next }) => next,
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { failureText: AUDIT_MESSAGES['audit.fetchFailed'] },
  });
  const entries = list.data?.pages.flatMap((page) => page.entries) ?? null;
  const count = list.isPlaceholderData ? null : (entries?.length ?? null);
  const isNarrowed = filterCount(query) > 0;
  useEffect(() => {
    if (count !== null && isNarrowed)
      announce(
        formatMessage(list.hasNextPage ? AUDIT_MESSAGES['audit.foundAtLeast'] : AUDIT_MESSAGES['audit.found'], {
          count,
        }),
      );
  }, [count, isNarrowed, list.hasNextPage]);
  return { ...list, entries };
}
