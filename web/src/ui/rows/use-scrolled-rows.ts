import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type RowWindow, rowTop, rowWindow, scrollToMiddle, scrollToRow } from './row-window.ts';

/** Height of a row and of the view until they have been measured, in CSS pixels. */
const ROW_PX = 28;
const VIEW_PX = 11 * ROW_PX;

interface ScrolledRows extends RowWindow {
  /** Height of the usual row. */
  readonly rowPx: number;
  /** Where a row begins, from the top of the first, in CSS pixels; for the row after the last, how high all are. */
  topOf(row: number): number;
  /** Scrolls a row into view, between the head and the foot, which stay visible: as little as possible, or to the middle. */
  reveal(row: number, isToMiddle?: boolean): void;
}

interface RowOptions {
  /** The element that holds the rows, where the view scrolls something above them as well. */
  rows?: RefObject<HTMLElement | null>;
  /** Rows that stay visible (head and foot), assumed to overlap the rows below them. */
  sticky?: number;
  /** The sum of the additional heights of all rows before one, pixels; such rows state theirs as `data-extra-px`. */
  extraBefore?: (row: number) => number;
}

const none = (): number => 0;

/**
 * Which of `count` rows of a list are in view of the element that scrolls it. The usual row is as high as the first that is
 * drawn, or a table's head.
 */
export function useScrolledRows(
  view: RefObject<HTMLElement | null>,
  count: number,
  { rows, sticky = 2, extraBefore = none }: RowOptions = {},
): ScrolledRows {
  const [{ rowPx, viewPx, scrollPx }, setSizes] = useState({ rowPx: ROW_PX, viewPx: VIEW_PX, scrollPx: 0 });
  useEffect(() => {
    const element = view.current;
    if (!element) return undefined;
    const measure = () =>
      setSizes({
        rowPx: usualHeight(element),
        viewPx: element.clientHeight,
        scrollPx: element.scrollTop - topInside(element, rows?.current),
      });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    // The content above the rows may change its height.
    if (rows?.current?.parentElement) observer.observe(rows.current.parentElement);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [view, rows]);
  const heights = { rowPx, extraBefore };
  // In a ref, so that `reveal` stays the same when rows are added below: an effect on a changed `reveal` would scroll back.
  const extra = useRef(extraBefore);
  useEffect(() => void (extra.current = extraBefore));
  const reveal = useCallback(
    (row: number, isToMiddle = false) => {
      const element = view.current;
      if (!element) return;
      const roomPx = Math.max(rowPx, element.clientHeight - sticky * rowPx);
      const scrolled = isToMiddle ? scrollToMiddle : scrollToRow;
      const abovePx = topInside(element, rows?.current);
      const scrollPx = element.scrollTop - abovePx;
      element.scrollTo({ top: abovePx + scrolled(row, { rowPx, extraBefore: extra.current }, roomPx, scrollPx) });
    },
    [view, rows, rowPx, sticky],
  );
  return { ...rowWindow(count, heights, viewPx, scrollPx), rowPx, topOf: (row) => rowTop(row, heights), reveal };
}

/** How far below the top of what `view` scrolls an element in it begins, CSS pixels; 0 without one. */
const topInside = (view: HTMLElement, inner: HTMLElement | null | undefined): number =>
  inner ? inner.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop : 0;

function usualHeight(view: HTMLElement): number {
  const row = view.querySelector<HTMLElement>('thead, [role="treeitem"], [data-row]');
  const heightPx = (row?.getBoundingClientRect().height ?? 0) - Number(row?.dataset['extraPx'] ?? 0);
  return heightPx > 0 ? heightPx : ROW_PX;
}
