import { type RefObject, useEffect, useRef } from 'react';
import { SCALE_BAR } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import type { Stage } from '../../../engine/index.ts';
import { classNames } from '../../../ui/class-names.ts';
import { throttled } from './throttled.ts';
import { type NiceLength, type ScaleUnits, niceLength } from '@overlook/shared/format';
import { groundInTheMiddle, inFront, metresPerPixel } from './scale-bar-reading.ts';
import hud from './hud.module.css';
import css from './scale-bar.module.css';

interface ScaleBarProps {
  stage: Pick<Stage, 'pose' | 'pick' | 'progress' | 'size' | 'on'>;
  /** Level of the site's ground, metres above the ellipsoid. */
  groundHeight: number;
  units?: ScaleUnits;
}

/** How long things are in the middle of the view; nothing while that is sky. Written without renders. */
export function ScaleBar({ stage, groundHeight, units = 'metric' }: ScaleBarProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    let middle: Vec3 | null = null;
    const reading = throttled(SCALE_BAR.everyMs, () => {
      const pose = stage.pose();
      const { height } = stage.size();
      const perPixel = metresPerPixel(pose, inFront(pose, middle) ?? groundInTheMiddle(pose, groundHeight), height);
      const length = perPixel && niceLength(SCALE_BAR.longestPx * perPixel, units);
      write(box, length ? { ...length, widthPx: length.metres / perPixel } : null);
    });
    // Picking reads tiles back from the GPU: until that is idle, the plane of what was in the middle before has to do.
    const look = () => {
      reading.request();
      if (!stage.progress().settled) return;
      const { width, height } = stage.size();
      middle = stage.pick(width / 2, height / 2)?.pointEcef ?? null;
    };
    look();
    const undo = [stage.on('drawn', reading.request), stage.on('progress', look), reading.cancel];
    return () => undo.forEach((step) => step());
  }, [stage, groundHeight, units]);

  return (
    <div ref={box} className={classNames(hud.hud, css.scale)} role="group" aria-label="Scale" data-empty="">
      <span className={css.length} />
      <span className={css.bar} aria-hidden />
    </div>
  );
}

function write(box: RefObject<HTMLDivElement | null>, length: (NiceLength & { widthPx: number }) | null): void {
  box.current?.toggleAttribute('data-empty', !length);
  const [text, bar] = box.current?.querySelectorAll('span') ?? [];
  if (!length || !text || !bar) return;
  text.textContent = length.text;
  bar.style.width = `${length.widthPx.toFixed(1)}px`;
}
