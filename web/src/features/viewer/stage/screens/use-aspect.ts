import { type RefObject, useEffect, useState } from 'react';

/** Width over height of an element, to one decimal so that dragging a window edge renders seldom. */
export function useAspect(element: RefObject<HTMLElement | null>): number {
  const [aspect, setAspect] = useState(1);
  useEffect(() => {
    if (!element.current) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (height > 0) setAspect(Math.round((width / height) * 10) / 10);
    });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element]);
  return aspect;
}
