import { useEffect, useState } from 'react';
import { SIDEBAR_MS } from '@overlook/shared/config';

/**
 * Follows `isOpen`: with a delay when it opens, and immediately when it closes. By this a region resizes the stage
 * once: it slides over the stage while it opens, and the canvas shrinks at the end; when it closes, the canvas has
 * already grown below it.
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
