import { useQueries } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { CadItem } from '@overlook/shared/schemas';
import { procedures, queryClient } from '../../../../api/queries.ts';
import type { Branch, TreeRow } from './tree-rows.ts';
import { cadSite } from '../../../../state/cad-capture.ts';

/** Siblings of one request. */
const PAGE = 100;

const pageQuery = (siteId: number, itemId: number | null, page: number) =>
  procedures.cad.children.queryOptions(
    { ...cadSite(siteId), ...(itemId !== null && { itemId }), offset: page * PAGE, limit: PAGE },
    { staleTime: Number.POSITIVE_INFINITY },
  );

export interface TreePages {
  /** The data of a row; null while it is loading. */
  itemOf: (row: TreeRow) => CadItem | null;
  hasFailed: (row: TreeRow) => boolean;
  retry: () => void;
}

/** The objects of some rows, read page by page as they come into view. */
export function useTreePages(siteId: number, rows: readonly TreeRow[]): TreePages {
  const wanted = new Map<string, readonly [number | null, number]>();
  for (const { parent, index } of rows) {
    const page = Math.floor(index / PAGE);
    wanted.set(`${parent.itemId} ${page}`, [parent.itemId, page]);
  }
  const keys = [...wanted.keys()];
  const enabled = useIsResting(keys.join());
  const answers = useQueries({
    queries: [...wanted.values()].map(([itemId, page]) => ({ ...pageQuery(siteId, itemId, page), enabled })),
  });
  const answerOf = ({ parent, index }: TreeRow) =>
    answers[keys.indexOf(`${parent.itemId} ${Math.floor(index / PAGE)}`)];
  return {
    itemOf: (row) => answerOf(row)?.data?.items[row.index % PAGE] ?? knownItem(siteId, row.parent, row.index),
    hasFailed: (row) => answerOf(row)?.isError ?? false,
    retry: () => {
      for (const answer of answers) if (answer.isError) void answer.refetch();
    },
  };
}

/** Milliseconds between changes that still belong to one drag of the scroll bar. */
const DRAG_MS = 80;

/**
 * Whether a value has settled: a first change counts immediately, of several consecutive ones only the last, so that
 * pages that are scrolled past are not read.
 */
function useIsResting(key: string): boolean {
  const [resting, setResting] = useState(key);
  const changedMs = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const nowMs = performance.now();
    const isDragged = nowMs - changedMs.current < DRAG_MS;
    changedMs.current = nowMs;
    const timer = setTimeout(() => setResting(key), isDragged ? DRAG_MS : 0);
    return () => clearTimeout(timer);
  }, [key]);
  return resting === key;
}

/** An object that was read before, whether or not it is in view now. */
function knownItem(siteId: number, { itemId }: Branch, index: number): CadItem | null {
  const { queryKey } = pageQuery(siteId, itemId, Math.floor(index / PAGE));
  return queryClient.getQueryData(queryKey)?.items[index % PAGE] ?? null;
}
