import { type RefObject, useEffect, useState } from 'react';

/** Whether an element shows its text with an ellipsis. */
export function useIsCut(element: RefObject<HTMLElement | null>): boolean {
  const [isCut, setCut] = useState(false);
  useEffect(() => {
    const target = element.current;
    if (!target) return undefined;
    const measure = () => setCut(target.scrollWidth > target.clientWidth);
    // It also reports the size that it begins with.
    const sizes = new ResizeObserver(measure);
    const texts = new MutationObserver(measure);
    sizes.observe(target);
    texts.observe(target, { characterData: true, childList: true, subtree: true });
    return () => {
      sizes.disconnect();
      texts.disconnect();
    };
  }, [element]);
  return isCut;
}
