import { rowForKey } from '../../../../ui/rows/row-window.ts';
import { type Branch, isOpen, rowAt, rowCount, rowOf } from './tree-rows.ts';

interface Active {
  tree: Branch;
  row: number;
  hasChildren: boolean;
}

/** The effect of a key in a tree: another active row, the active branch opened or closed, or null for none. */
export function treeMove(key: string, { tree, row, hasChildren }: Active): number | 'open' | 'close' | null {
  const { way } = rowAt(tree, row);
  if (key === 'ArrowRight') {
    if (!hasChildren) return row;
    return isOpen(tree, way) ? Math.min(row + 1, rowCount(tree) - 1) : 'open';
  }
  if (key === 'ArrowLeft') {
    if (isOpen(tree, way)) return 'close';
    return way.length > 1 ? rowOf(tree, way.slice(0, -1)) : row;
  }
  return rowForKey(key, row, rowCount(tree));
}
