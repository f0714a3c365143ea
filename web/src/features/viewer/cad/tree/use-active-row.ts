import { useEffect, useState } from 'react';
import { type Branch, rowCount, rowOf } from './tree-rows.ts';

/** The row to show and to make the active one; a new object for each request. */
export interface Reveal {
  readonly way: readonly number[];
}

/** The row that keys act on. It is scrolled into view; a requested row is scrolled to the middle. */
export function useActiveRow(
  tree: Branch,
  reveal: Reveal | null,
  scrollTo: (row: number, isToMiddle?: boolean) => void,
) {
  // An object: to be shown again, a row need not be another one.
  const [at, setAt] = useState({ row: 0, isToMiddle: false });
  const [revealed, setRevealed] = useState<Reveal | null>(null);
  if (reveal && reveal !== revealed) {
    setRevealed(reveal);
    setAt({ row: rowOf(tree, reveal.way), isToMiddle: true });
  }
  useEffect(() => scrollTo(at.row, at.isToMiddle), [at, scrollTo]);
  return [Math.min(at.row, rowCount(tree) - 1), (row: number) => setAt({ row, isToMiddle: false })] as const;
}
