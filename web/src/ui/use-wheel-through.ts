import { type RefObject, useEffect } from 'react';

/**
 * Passes the wheel on to what lies under an element and is not in it: marks over a picture must not stop a zoom that brings
 * them under the pointer.
 */
export function useWheelThrough(element: RefObject<HTMLElement | null>, isThere: boolean): void {
  useEffect(() => {
    const { current } = element;
    if (!isThere || !current) return undefined;
    const onWheel = (event: WheelEvent) => {
      const under = document.elementsFromPoint(event.clientX, event.clientY).find((one) => !current.contains(one));
      if (!under) return;
      // Else the page would scroll, or zoom with Ctrl.
      event.preventDefault();
      event.stopPropagation();
      under.dispatchEvent(new WheelEvent('wheel', event));
    };
    current.addEventListener('wheel', onWheel, { passive: false });
    return () => current.removeEventListener('wheel', onWheel);
  }, [element, isThere]);
}
