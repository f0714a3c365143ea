import { type RefObject, useEffect, useState } from 'react';
import { LAYER_STRIP_FROM_PX } from '@overlook/shared/config';

const WIDTHS_PX = { layerStrip: LAYER_STRIP_FROM_PX } as const;

/** Whether an element is as wide as something needs; renders again only when it crosses that width. */
export function useIsAtLeast(element: RefObject<HTMLElement | null>, width: keyof typeof WIDTHS_PX): boolean {
  const [isWide, setWide] = useState(true);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      if (entry) setWide(entry.contentRect.width >= WIDTHS_PX[width]);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, width]);
  return isWide;
}
