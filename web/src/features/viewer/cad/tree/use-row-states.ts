import type { FoundRow, FoundTree } from './found-tree.ts';
import type { TreeItem } from './tree-item.ts';
import { type Branch, isOpen, type TreeRow } from './tree-rows.ts';
import { useTreePages } from './use-tree-pages.ts';

export interface RowState {
  item: TreeItem | null;
  /** Of a search: whether and how the object matches. */
  found: (FoundRow & { query: string }) | null;
  canOpen: boolean;
  isOpen: boolean;
  isSelected: boolean;
  hasFailed: boolean;
}

interface Shown {
  tree: Branch;
  found: FoundTree | undefined;
  selectedIds: ReadonlySet<number>;
}

const NO_ROWS: readonly TreeRow[] = [];

/** The data of the visible rows, and of rows that were visible before: read page by page, or found by a search. */
export function useRowStates(siteId: number, { tree, found, selectedIds }: Shown, rows: readonly TreeRow[]) {
  const pages = useTreePages(siteId, found ? NO_ROWS : rows);
  const stateOf = (row: TreeRow): RowState => {
    const own = found?.rowOf(row) ?? null;
    const item = found ? (own?.item ?? null) : pages.itemOf(row);
    return {
      item,
      found: found && own ? { ...own, query: found.query } : null,
      canOpen: own ? own.canOpen : (item?.hasChildren ?? false),
      isOpen: isOpen(tree, row.way),
      isSelected: selectedIds.has(item?.id ?? -1),
      hasFailed: !found && pages.hasFailed(row),
    };
  };
  return { stateOf, retry: pages.retry };
}
