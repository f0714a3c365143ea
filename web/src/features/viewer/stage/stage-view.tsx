import { type ComponentType, type RefObject, useEffect, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import { lazyPart } from '../../../parts/lazy-part/lazy-part.tsx';
import { setActiveScreen, setMaximised, stageChoices } from '../../../state/stage.ts';
import { watchCameras } from './camera-follow.ts';
import { watchHistory } from './history/camera-history.ts';
import { ScreenProvider } from './screen-context.ts';
import { type ScreenExtrasProps, ScreenView } from './screen-view.tsx';
import {
  arrange,
  arrangementKind,
  type ArrangementKind,
  type PaneRect,
  SPLIT_DEFAULTS,
  type Splits,
} from './screens/arrangement.ts';
import { useVisibleScreens } from './screens/use-visible-screens.ts';
import { useFirstPicture } from './use-is-opening.ts';
import css from './stage-view.module.css';

/** Its code is loaded with the second screen. */
const ScreenGap = lazyPart(async () => (await import('./screens/screen-gap.tsx')).ScreenGap, { isSilent: true });

/** The 3D stage: one to three screens and the lines between them. */
export function StageView({ Extras }: { Extras: ComponentType<ScreenExtrasProps> }) {
  const area = useRef<HTMLDivElement>(null);
  const count = useVisibleScreens();
  const { maximised } = useSnapshot(stageChoices);
  const kind = arrangementKind(count, useAspect(area));
  const [splits, setSplits] = useState<Partial<Record<ArrangementKind, Splits>>>({});
  const { panes, gaps } = arrange(kind, splits[kind] ?? SPLIT_DEFAULTS[kind]);

  useFirstPicture();
  useEffect(watchCameras, []);
  useEffect(watchHistory, []);
  useEffect(() => {
    if (maximised !== null && maximised >= count) setMaximised(null);
    if (stageChoices.active >= count) setActiveScreen(0);
  }, [maximised, count]);

  return (
    <div ref={area} className={css.area}>
      {panes.map((rect, index) => (
        // Screens keep their number when others are rearranged.
        <div key={index} className={css.place} {...placed(rect, index, maximised)}>
          <ScreenProvider value={index}>
            <ScreenView isOnlyOne={count === 1} Extras={Extras} />
          </ScreenProvider>
        </div>
      ))}
      {maximised === null &&
        gaps.map((gap) => (
          <ScreenGap
            key={gap.id}
            gap={gap}
            onMove={(share) =>
              setSplits({ ...splits, [kind]: { ...(splits[kind] ?? SPLIT_DEFAULTS[kind]), [gap.id]: share } })
            }
          />
        ))}
    </div>
  );
}

/** A screen beside a maximised one keeps its tiles; it has no size, so it draws nothing. */
function placed({ left, top, right, bottom }: PaneRect, index: number, maximised: number | null) {
  if (maximised === index) return { style: { inset: 0 } };
  if (maximised !== null) return { hidden: true };
  const half = 'calc(var(--ring) / 2)';
  const inset = (share: number) => (share === 0 ? '0' : `calc(${share * 100}% + ${half})`);
  return { style: { left: inset(left), top: inset(top), right: inset(1 - right), bottom: inset(1 - bottom) } };
}

/** Width over height of an element, to one decimal so that dragging a window edge renders seldom. */
function useAspect(element: RefObject<HTMLElement | null>): number {
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
