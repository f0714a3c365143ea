import { useEffect, useState } from 'react';
import { SIDEBAR_MS } from '@overlook/shared/config';

/**
 * Follows `isOpen`, late when it opens and at once when it closes. A region takes its room from the stage by this: it
 * slides over the stage while it opens and the canvas changes size once at the end; while it closes the canvas has grown
 * below it already.
 */
export function useLateDock(isOpen: boolean): boolean {
  const [isDocked, setDocked] = useState(isOpen);
  useEffect(() => {
    if (!isOpen) return undefined;
    const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const timer = setTimeout(() => setDocked(true), isStill ? 0 : SIDEBAR_MS);
    return () => {
      clearTimeout(timer);
      setDocked(false);
    };
  }, [isOpen]);
  return isOpen && isDocked;
}
