import { type RefObject, useLayoutEffect, useState } from 'react';
import { TOP_BAR_FOLDS_BELOW_PX } from '@overlook/shared/config';

/** Which controls of the top bar are in its menu. */
export type BarFolds = Readonly<Record<keyof typeof TOP_BAR_FOLDS_BELOW_PX, boolean>>;

export const foldsAt = (widthPx: number): BarFolds => ({
  view: widthPx < TOP_BAR_FOLDS_BELOW_PX.view,
  switches: widthPx < TOP_BAR_FOLDS_BELOW_PX.switches,
  screens: widthPx < TOP_BAR_FOLDS_BELOW_PX.screens,
});

/** The folds of a bar at its present width; renders again only when one of them changes. */
export function useBarFolds(bar: RefObject<HTMLElement | null>): BarFolds {
  const [folds, setFolds] = useState(() => foldsAt(Number.POSITIVE_INFINITY));
  useLayoutEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const measure = () => {
      const next = foldsAt(element.offsetWidth);
      setFolds((before) => (isSame(before, next) ? before : next));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [bar]);
  return folds;
}

const isSame = (a: BarFolds, b: BarFolds): boolean =>
  a.view === b.view && a.switches === b.switches && a.screens === b.screens;
