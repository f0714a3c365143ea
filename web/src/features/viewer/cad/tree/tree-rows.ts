/**
 * Which rows an object tree has, while only some of its objects are known: each open branch has the number of its children
 * and the open ones among them. A row is found by counting, so that a hundred thousand siblings cost nothing.
 */

export interface Branch {
  /** Null above the roots. */
  readonly itemId: number | null;
  readonly count: number;
  /** Open children by their place among their siblings, in this order. */
  readonly open: ReadonlyMap<number, Branch>;
}

/** Places among siblings from the root on: [2, 0] is the first child of the third root. */
export type Way = readonly number[];

export interface TreeRow {
  readonly parent: Branch;
  readonly index: number;
  readonly way: Way;
}

export const branch = (itemId: number | null, count: number): Branch => ({ itemId, count, open: new Map() });

/** The tree before anything is chosen in it: a single root is open, because it alone shows little. */
export function treeOf({
  items,
  total,
}: {
  items: readonly { id: number; childCount: number }[];
  total: number;
}): Branch {
  const tree = branch(null, total);
  const [root] = items;
  return root && total === 1 && root.childCount > 0 ? opened(tree, [0], root.id, root.childCount) : tree;
}

/** How many rows a branch has below itself. */
export function rowCount({ count, open }: Branch): number {
  let rows = count;
  for (const child of open.values()) rows += rowCount(child);
  return rows;
}

/** The row of this number, counted from 0. Throws RangeError beyond the last. */
export function rowAt(root: Branch, row: number): TreeRow {
  if (!(row >= 0 && row < rowCount(root))) throw new RangeError(`There is no row ${row}.`);
  let parent = root;
  let rest = row;
  const above: number[] = [];
  for (;;) {
    const inside = openChildAt(parent, rest);
    if (!inside)
      return {
        parent,
        index: rest - rowsOfOpenBefore(parent, rest),
        way: [...above, rest - rowsOfOpenBefore(parent, rest)],
      };
    above.push(inside.index);
    rest = inside.rest;
    parent = inside.child;
  }
}

/** The number of the row at a way, all of whose branches are open. */
export function rowOf(root: Branch, way: Way): number {
  let row = -1;
  let parent: Branch | undefined = root;
  for (const index of way) {
    if (!parent) break;
    row += 1 + index;
    for (const [other, child] of parent.open) if (other < index) row += rowCount(child);
    parent = parent.open.get(index);
  }
  return row;
}

/**
 * The tree with the branch at a path open; branches that were open below it before remain closed. Paths through closed
 * branches change nothing.
 */
export const opened = (root: Branch, way: Way, itemId: number, count: number): Branch =>
  changed(root, way, branch(itemId, count));

export const closed = (root: Branch, way: Way): Branch => changed(root, way, null);

export function isOpen(root: Branch, way: Way): boolean {
  let at: Branch | undefined = root;
  for (const index of way) at = at?.open.get(index);
  return at !== undefined;
}

/** Opens a chain of branches from the root on, as far as they are not open yet. */
export function openedTo(root: Branch, chain: readonly { index: number; id: number; childCount: number }[]): Branch {
  const way: number[] = [];
  let tree = root;
  for (const { index, id, childCount } of chain) {
    way.push(index);
    if (!isOpen(tree, way)) tree = opened(tree, way, id, childCount);
  }
  return tree;
}

function changed(at: Branch, [index, ...rest]: Way, child: Branch | null): Branch {
  if (index === undefined) return at;
  const open = new Map(at.open);
  if (rest.length > 0) {
    const next = open.get(index);
    if (!next) return at;
    open.set(index, changed(next, rest, child));
  } else if (child) open.set(index, child);
  else open.delete(index);
  return { ...at, open: new Map([...open].sort(([a], [b]) => a - b)) };
}

/** The open child whose rows contain this row of a branch, and the row counted from its first. */
function openChildAt({ open }: Branch, row: number): { index: number; child: Branch; rest: number } | null {
  let before = 0;
  for (const [index, child] of open) {
    const first = index + before + 1;
    const rows = rowCount(child);
    if (row < first) return null;
    if (row < first + rows) return { index, child, rest: row - first };
    before += rows;
  }
  return null;
}

/** Rows below open children that lie wholly before this row of a branch. */
function rowsOfOpenBefore({ open }: Branch, row: number): number {
  let before = 0;
  for (const [index, child] of open) {
    if (row <= index + before) break;
    before += rowCount(child);
  }
  return before;
}
