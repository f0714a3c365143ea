import { type RefObject, useEffect, useRef } from 'react';
import { SCALE_BAR } from '@overlook/shared/config';
import type { Stage } from '../../engine/index.ts';
import { classNames } from '../../ui/class-names.ts';
import { atMostEvery } from './at-most-every.ts';
import { type NiceLength, type ScaleUnits, niceLength } from './scale-bar-length.ts';
import { groundInTheMiddle, metresPerPixel } from './scale-bar-reading.ts';
import hud from './hud.module.css';
import css from './scale-bar.module.css';

interface ScaleBarProps {
  stage: Pick<Stage, 'pose' | 'pick' | 'size' | 'on'>;
  /** Level of the site's ground, metres above the ellipsoid. */
  groundHeight: number;
  units?: ScaleUnits;
}

/** How long things are in the middle of the view; nothing while that is sky. Written without renders. */
export function ScaleBar({ stage, groundHeight, units = 'metric' }: ScaleBarProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const reading = atMostEvery(SCALE_BAR.everyMs, () => {
      const { width, height } = stage.size();
      const pose = stage.pose();
      const middle = stage.pick(width / 2, height / 2)?.pointEcef ?? groundInTheMiddle(pose, groundHeight);
      const perPixel = middle && metresPerPixel(pose, middle, height);
      const length = perPixel && niceLength(SCALE_BAR.longestPx * perPixel, units);
      write(box, length ? { ...length, widthPx: length.metres / perPixel } : null);
    });
    reading.request();
    // Not only the camera changes it: tiles bring the middle nearer, and another size has other pixels.
    const off = stage.on('drawn', reading.request);
    return () => {
      off();
      reading.cancel();
    };
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
