import { keepPreviousData, useInfiniteQuery, useQueries } from '@tanstack/react-query';
import { useEffect, useMemo, useState } from 'react';
import { hitsText } from '@overlook/shared/messages';
import type { CadHit } from '@overlook/shared/schemas';
import { api } from '../../../../api/client.ts';
import { procedures } from '../../../../api/queries.ts';
import { cadSite } from '../../../../state/cad-capture.ts';
import { setFound } from '../../../../state/cad.ts';
import { announce } from '../../../../ui/announcer.tsx';
import { useSettled } from '../../../../ui/use-settled.ts';
import { type FoundTree, foundTree } from './found-tree.ts';

/** Objects of one request. */
const PAGE = 100;

/** The objects found so far, in the order of the tree, and functions to load the others. */
export interface Found extends FoundTree {
  readonly total: number;
  readonly isTotalExact: boolean;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  readonly hasMoreFailed: boolean;
  /** Reads the next page; the hits known then. */
  loadMore(): Promise<readonly CadHit[]>;
  toggle(itemIds: readonly number[], isWanted: boolean): void;
}

export interface Search {
  /** Null until the first response; while a query is running, the result of the previous one. */
  readonly found: Found | null;
  readonly isBehind: boolean;
  readonly hasFailed: boolean;
  readonly isFetching: boolean;
  retry(): void;
}

const NONE: ReadonlySet<number> = new Set();

/** Searches the object tree for the typed text, page by page, and marks the objects found in the model. */
export function useFound(siteId: number, typed: string): Search {
  const query = useSettled(typed.trim());
  const search = useInfiniteQuery({
    queryKey: ['cad', 'found', cadSite(siteId), query],
    queryFn: ({ pageParam, signal }) => findPage({ siteId, query, offset: pageParam }, signal),
    initialPageParam: 0,
    getNextPageParam: ({ offset, total }) => (offset + PAGE < total ? offset + PAGE : undefined),
    placeholderData: keepPreviousData,
    enabled: typed.trim() !== '' && query !== '',
  });
  const pages = typed.trim() === '' ? undefined : search.data?.pages;
  const last = pages?.at(-1);
  const [{ of, closed }, setClosed] = useState({ of: '', closed: NONE });
  if (last && of !== last.query) setClosed({ of: last.query, closed: NONE });
  const tree = useMemo(() => {
    const hits = pages?.flatMap(({ items }) => items);
    return hits && foundTree(pages![0]!.query, hits, closed);
  }, [pages, closed]);
  useMarks(siteId, pages ?? []);
  const first = pages?.[0];
  useEffect(() => {
    if (first) announce(hitsText(first.total, first.isTotalExact));
  }, [first]);
  return {
    found:
      tree && last
        ? {
            ...tree,
            total: last.total,
            isTotalExact: last.isTotalExact,
            hasMore: search.hasNextPage,
            isLoadingMore: search.isFetchingNextPage,
            hasMoreFailed: search.isFetchNextPageError,
            loadMore: async () => (await search.fetchNextPage()).data?.pages.flatMap(({ items }) => items) ?? [],
            toggle: (itemIds, isWanted) =>
              setClosed(({ of: same, closed: before }) => {
                const next = new Set(before);
                for (const id of itemIds)
                  if (isWanted) next.delete(id);
                  else next.add(id);
                return { of: same, closed: next };
              }),
          }
        : null,
    isBehind: query !== typed.trim() || search.isPlaceholderData || (search.isFetching && !search.data),
    hasFailed: search.isLoadingError,
    isFetching: search.isFetching,
    retry: () => void search.refetch(),
  };
}

async function findPage(
  { siteId, query, offset }: { siteId: number; query: string; offset: number },
  signal: AbortSignal,
) {
  const request = { ...cadSite(siteId), query, order: 'tree', offset, limit: PAGE } as const;
  return { ...(await api.cad.search.query(request, { signal })), query, offset };
}

/** Objects found have the colour of the filter in the model, for as long as they are listed. */
function useMarks(siteId: number, pages: readonly { items: readonly CadHit[] }[]): void {
  const ranges = useQueries({
    queries: pages
      .filter(({ items }) => items.length > 0)
      .map(({ items }) =>
        procedures.cad.features.queryOptions({ ...cadSite(siteId), itemIds: items.map(({ id }) => id) }),
      ),
    combine: (answers) => answers.flatMap(({ data }) => data?.ranges ?? []),
  });
  useEffect(() => {
    setFound(ranges.length > 0 ? ranges : null);
    return () => setFound(null);
  }, [ranges]);
}
