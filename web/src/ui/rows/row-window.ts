/** Which rows of a long table are drawn: those in view and some round them. */

/** Rows drawn beyond each edge, so that a quick scroll does not show blanks. */
const SPARE_ROWS = 8;

export interface RowWindow {
  /** Index of the first row drawn, and of the first not drawn any more. */
  readonly first: number;
  readonly end: number;
}

/** The rows to draw of `count` rows of `rowPx` each in a view of `viewPx` that has been scrolled by `scrollPx`. */
export function rowWindow(count: number, rowPx: number, viewPx: number, scrollPx: number): RowWindow {
  const first = Math.floor(scrollPx / rowPx) - SPARE_ROWS;
  const end = Math.ceil((scrollPx + viewPx) / rowPx) + SPARE_ROWS;
  return { first: Math.max(0, Math.min(first, count - 1)), end: Math.max(0, Math.min(end, count)) };
}

/** Where to scroll so that a row is wholly in view; `scrollPx` itself when it already is. */
export function scrollToRow(row: number, rowPx: number, viewPx: number, scrollPx: number): number {
  const top = row * rowPx;
  if (top < scrollPx) return top;
  return Math.max(scrollPx, top + rowPx - viewPx);
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
