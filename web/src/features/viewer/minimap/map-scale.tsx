import type { Ref } from 'react';
import { MINIMAP } from '@overlook/shared/config';
import { type Units, niceLength } from '@overlook/shared/format';
import { MINIMAP_MESSAGES } from '@overlook/shared/messages';
import { classNames } from '../../../ui/class-names.ts';
import css from './map-scale.module.css';

/** North is up on the minimap, and how long things are on it. {@link drawScale} writes the length. */
export function MapScale({ ref }: { ref: Ref<HTMLDivElement> }) {
  return (
    <>
      <span className={classNames(css.mark, css.north)} role="img" aria-label={MINIMAP_MESSAGES['minimap.northIsUp']}>
        N
      </span>
      <div
        ref={ref}
        className={classNames(css.mark, css.scale)}
        role="group"
        aria-label={MINIMAP_MESSAGES['minimap.scaleOfTheMinimap']}
      >
        <span />
        <span className={css.bar} aria-hidden />
      </div>
    </>
  );
}

export function drawScale(box: HTMLElement, metresPerPixel: number, units: Units): void {
  const length = niceLength(MINIMAP.scaleLongestPx * metresPerPixel, units);
  const [text, bar] = box.querySelectorAll('span');
  if (!length || !text || !bar) return;
  text.textContent = length.text;
  bar.style.width = `${(length.metres / metresPerPixel).toFixed(1)}px`;
}
