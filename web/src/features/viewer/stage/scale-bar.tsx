import { type RefObject, useEffect, useRef } from 'react';
import type { Units } from '@overlook/shared/format';
import type { Stage } from '@overlook/engine';
import { type ScaleReading, watchScale } from '@overlook/embed/controls/watch-scale';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../ui/class-names.ts';
import hud from './hud.module.css';
import css from './scale-bar.module.css';

interface ScaleBarProps {
  stage: Pick<Stage, 'pose' | 'pickSoon' | 'progress' | 'size' | 'state' | 'on'>;
  /** Level of the site's ground, metres above the ellipsoid. */
  groundHeight: number;
  units?: Units;
}

/** How long things are in the middle of the view; nothing while that is sky. Written without renders. */
export function ScaleBar({ stage, groundHeight, units = 'metric' }: ScaleBarProps) {
  const box = useRef<HTMLDivElement>(null);

  useEffect(
    () => watchScale(stage, groundHeight, units, (reading) => write(box, reading)),
    [stage, groundHeight, units],
  );

  return (
    <div
      ref={box}
      className={classNames(hud.hud, css.scale)}
      role="group"
      aria-label={STAGE_MESSAGES['stage.scale']}
      data-empty=""
    >
      <span className={css.length} />
      <span className={css.bar} aria-hidden />
    </div>
  );
}

function write(box: RefObject<HTMLDivElement | null>, length: ScaleReading | null): void {
  box.current?.toggleAttribute('data-empty', !length);
  const [text, bar] = box.current?.querySelectorAll('span') ?? [];
  if (!length || !text || !bar) return;
  text.textContent = length.text;
  bar.style.width = `${length.widthPx.toFixed(1)}px`;
}
