import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { VIEWER_MESSAGES } from '@overlook/shared/messages';
import { nearestSheetSize, nextSheetSize, type SheetSize } from './sheet-size.ts';
import css from './sheet.module.css';

interface SheetProps {
  /** The line that is always there. */
  peek: ReactNode;
  /** The panel is as high as its content, not half of the page. */
  isShort?: boolean;
  /** The panel that is open, or null. */
  children: ReactNode;
}

/** The panel of a phone: it rises from the lower edge, by drag or by button, and the stage above it remains usable. */
export function Sheet({ peek, isShort = false, children }: SheetProps) {
  const isOpen = children !== null;
  const [size, setSize] = useState<SheetSize>('half');
  const sheet = useRef<HTMLDivElement>(null);
  const drag = useRef<{ startY: number; startHeight: number; moved: boolean } | null>(null);
  useEffect(() => {
    if (!isOpen) return undefined;
    return () => setSize('half');
  }, [isOpen]);

  const isLow = isOpen && isShort && size === 'half';
  // What lies at the lower edge of the stage is above a low sheet, and under a high one.
  useLayoutEffect(() => {
    const element = sheet.current;
    const app = element?.parentElement;
    if (!isLow || !app) return undefined;
    const observer = new ResizeObserver(() => app.style.setProperty('--sheet-rise', `${element.offsetHeight}px`));
    observer.observe(element);
    return () => {
      observer.disconnect();
      app.style.removeProperty('--sheet-rise');
    };
  }, [isLow]);

  const start = (event: PointerEvent<HTMLButtonElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { startY: event.clientY, startHeight: sheet.current?.offsetHeight ?? 0, moved: false };
  };
  const move = (event: PointerEvent) => {
    if (!drag.current || !sheet.current) return;
    const up = drag.current.startY - event.clientY;
    if (Math.abs(up) > 4) drag.current.moved = true;
    sheet.current.style.height = `${drag.current.startHeight + up}px`;
  };
  const end = () => {
    const wasDragged = drag.current?.moved ?? false;
    if (sheet.current) {
      if (wasDragged) setSize(nearestSheetSize(sheet.current.offsetHeight, innerHeight));
      sheet.current.style.height = '';
    }
    if (!wasDragged) drag.current = null;
  };
  const press = () => {
    // The click that ends a drag is not a press.
    if (drag.current?.moved) drag.current = null;
    else setSize(nextSheetSize(size));
  };
  const shownSize = isOpen ? size : 'peek';
  return (
    <div ref={sheet} className={css.sheet} data-sheet={shownSize} data-short={isShort}>
      {isOpen && (
        <button
          type="button"
          className={css.grab}
          aria-label={
            shownSize === 'full'
              ? VIEWER_MESSAGES['viewer.makeThePanelSmaller']
              : VIEWER_MESSAGES['viewer.makeThePanelLarger']
          }
          onPointerDown={start}
          onPointerMove={move}
          onPointerUp={end}
          onPointerCancel={end}
          onClick={press}
        >
          <span className={css.bar} />
        </button>
      )}
      {shownSize === 'peek' ? peek : <aside className={css.panel}>{children}</aside>}
    </div>
  );
}
