import { type RefObject, useCallback, useEffect, useState } from 'react';
import { type RowWindow, rowWindow, scrollToRow } from './row-window.ts';

/** Height of a row and of the view until they have been measured, in CSS pixels. */
const ROW_PX = 28;
const VIEW_PX = 11 * ROW_PX;

interface ScrolledRows extends RowWindow {
  readonly rowPx: number;
  /** Scrolls a row into view, between the head and the foot that stay in sight. */
  reveal(row: number): void;
}

/**
 * Which of `count` rows of a list are in view of the element that scrolls it. All rows are of one height, that of a table's
 * head; of `sticky` rows (head and foot) it is taken that they cover what lies under them.
 */
export function useScrolledRows(view: RefObject<HTMLElement | null>, count: number, sticky = 2): ScrolledRows {
  const [{ rowPx, viewPx, scrollPx }, setSizes] = useState({ rowPx: ROW_PX, viewPx: VIEW_PX, scrollPx: 0 });
  useEffect(() => {
    const element = view.current;
    if (!element) return undefined;
    const measure = () => {
      const headPx = element.querySelector('thead, [role="treeitem"]')?.getBoundingClientRect().height;
      setSizes({ rowPx: headPx || ROW_PX, viewPx: element.clientHeight, scrollPx: element.scrollTop });
    };
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [view]);
  const reveal = useCallback(
    (row: number) => {
      const element = view.current;
      if (!element) return;
      const roomPx = Math.max(rowPx, element.clientHeight - sticky * rowPx);
      element.scrollTo({ top: scrollToRow(row, rowPx, roomPx, element.scrollTop) });
    },
    [view, rowPx, sticky],
  );
  return { ...rowWindow(count, rowPx, viewPx, scrollPx), rowPx, reveal };
}
