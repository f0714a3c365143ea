/** The drawn rows of a long table: the visible ones and some around them. */

/** Rows drawn beyond each edge, so that a quick scroll does not show blanks. */
const SPARE_ROWS = 8;

export interface RowWindow {
  /** Index of the first row drawn, and of the first not drawn any more. */
  readonly first: number;
  readonly end: number;
}

/** How high the rows of a list are, in CSS pixels. */
export interface RowHeights {
  readonly rowPx: number;
  /** By how much all rows before this one together are higher than `rowPx` each. */
  readonly extraBefore: (row: number) => number;
}

/** Where a row begins, from the top of the first. */
export const rowTop = (row: number, { rowPx, extraBefore }: RowHeights): number => row * rowPx + extraBefore(row);

/** The rows to draw of `count` rows in a view of `viewPx` that has been scrolled by `scrollPx`. */
export function rowWindow(count: number, heights: RowHeights, viewPx: number, scrollPx: number): RowWindow {
  const first = firstFrom(count, heights, scrollPx + 1) - 1 - SPARE_ROWS;
  const end = firstFrom(count, heights, scrollPx + viewPx) + SPARE_ROWS;
  return { first: Math.max(0, Math.min(first, count - 1)), end: Math.max(0, Math.min(end, count)) };
}

export interface DrawnRow<Item> {
  readonly item: Item;
  readonly row: number;
  /** Out of the window: it is placed by itself. */
  readonly isAway: boolean;
}

/** The items of a window with their rows, and `kept` (−1 for none), whose state must not be lost, in the order of the list. */
export function drawnRows<Item>(items: readonly Item[], { first, end }: RowWindow, kept: number): DrawnRow<Item>[] {
  const drawn = items.slice(first, end).map((item, i) => ({ item, row: first + i, isAway: false }));
  if (kept < 0 || (kept >= first && kept < end)) return drawn;
  const away = { item: items[kept]!, row: kept, isAway: true };
  return kept < first ? [away, ...drawn] : [...drawn, away];
}

/** The first row that begins at or after a place; `count` where none does. */
function firstFrom(count: number, heights: RowHeights, px: number): number {
  let [from, to] = [0, count];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (rowTop(middle, heights) < px) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Where to scroll so that a row is wholly in view; `scrollPx` itself when it already is. */
export function scrollToRow(row: number, heights: RowHeights, viewPx: number, scrollPx: number): number {
  const top = rowTop(row, heights);
  if (top < scrollPx) return top;
  return Math.max(scrollPx, rowTop(row + 1, heights) - viewPx);
}

/** Where to scroll so that a row that is out of view is in the middle of it; `scrollPx` itself for one in view. */
export function scrollToMiddle(row: number, heights: RowHeights, viewPx: number, scrollPx: number): number {
  const [top, end] = [rowTop(row, heights), rowTop(row + 1, heights)];
  if (top >= scrollPx && end <= scrollPx + viewPx) return scrollPx;
  return Math.max(0, (top + end - viewPx) / 2);
}

const KEYS: Readonly<Record<string, (row: number, count: number) => number>> = {
  ArrowDown: (row) => row + 1,
  ArrowUp: (row, count) => (row < 0 ? count - 1 : row - 1),
  PageDown: (row) => row + 10,
  PageUp: (row) => row - 10,
  Home: () => 0,
  End: (_row, count) => count - 1,
};

/** The row that a key leads to from `row` (−1 for none), or null for keys that are not for moving. */
export function rowForKey(key: string, row: number, count: number): number | null {
  const move = KEYS[key];
  if (!move || count === 0) return null;
  return Math.min(count - 1, Math.max(0, move(row, count)));
}
