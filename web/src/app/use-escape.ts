import { type RefObject, useEffect } from 'react';

/** Calls `onEscape` for an Escape pressed inside an element that nothing in it has taken for itself; null listens to none. */
export function useEscape(element: RefObject<HTMLElement | null>, onEscape: (() => void) | null): void {
  useEffect(() => {
    const target = element.current;
    if (!target || !onEscape) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const isInside = event.target instanceof Node && target.contains(event.target);
      if (isInside && event.key === 'Escape' && !event.defaultPrevented) onEscape();
    };
    // On the document: React's own handlers have had their say before.
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [element, onEscape]);
}
