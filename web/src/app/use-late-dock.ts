import { useEffect, useState } from 'react';
import { SIDEBAR_MS } from '@overlook/shared/config';

/**
 * Follows `isOpen`, late when it opens and at once when it closes. A region takes its room from the stage by this: it
 * slides over the stage while it opens and the canvas changes size once at the end; while it closes the canvas has grown
 * beneath it already.
 */
export function useLateDock(isOpen: boolean): boolean {
  const [isDocked, setDocked] = useState(isOpen);
  useEffect(() => {
    if (!isOpen) return setDocked(false);
    const timer = setTimeout(
      () => setDocked(true),
      matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : SIDEBAR_MS,
    );
    return () => clearTimeout(timer);
  }, [isOpen]);
  return isOpen && isDocked;
}
