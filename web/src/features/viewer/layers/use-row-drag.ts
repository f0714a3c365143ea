import { type PointerEvent, useRef } from 'react';

/** Drags a row of a list by its handle: `move` is called with the places that it is to move, as it passes its neighbours. */
export function useRowDrag(move: (by: number) => void) {
  const startY = useRef<number | null>(null);
  const end = () => {
    startY.current = null;
  };
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      startY.current = event.clientY;
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const row = event.currentTarget.closest<HTMLElement>('[data-layer-row]');
      if (startY.current === null || !row) return;
      const by = event.clientY - startY.current;
      const next = by < 0 ? row.previousElementSibling : row.nextElementSibling;
      if (!(next instanceof HTMLElement) || Math.abs(by) < next.offsetHeight / 2) return;
      // The row is under the pointer again once it has changed places with its neighbour.
      startY.current += Math.sign(by) * next.offsetHeight;
      move(Math.sign(by));
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
}
