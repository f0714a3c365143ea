import { useEffect, useRef } from 'react';
import type { Pose } from '@overlook/shared/maths';
import { classNames } from '../../../ui/class-names.ts';
import { headingDegOf } from '@overlook/embed/controls/compass-pose';
import { useScreen } from './screen-context.ts';
import { turnNorthUp } from '@overlook/embed/controls/view-actions';
import { STAGE_MESSAGES, formatMessage } from '@overlook/shared/messages';
import hud from './hud.module.css';
import css from './compass.module.css';

const TICKS_DEG = Array.from({ length: 23 }, (_, index) => (index + 1) * 15);

/** Where north is; a press turns the view to it. The needle follows the camera by direct writes, without renders. */
export function Compass() {
  const { stage } = useScreen();
  const rose = useRef<SVGGElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  useEffect(() => {
    if (!stage) return undefined;
    let spoken = -1;
    const follow = (pose: Pose) => {
      const heading = headingDegOf(pose);
      rose.current?.setAttribute('transform', `rotate(${-heading.toFixed(2)} 26 26)`);
      const rounded = Math.round(heading) % 360;
      if (rounded === spoken) return;
      spoken = rounded;
      button.current?.setAttribute(
        'aria-label',
        formatMessage(STAGE_MESSAGES['stage.compassHeadingDegrees'], { rounded }),
      );
    };
    follow(stage.pose());
    return stage.on('pose', follow);
  }, [stage]);

  return (
    <button
      ref={button}
      type="button"
      className={classNames(hud.hud, css.compass)}
      aria-label={STAGE_MESSAGES['stage.compass']}
      data-tooltip={STAGE_MESSAGES['stage.northUp']}
      data-keys="N"
      onClick={() => stage && turnNorthUp(stage)}
    >
      <svg viewBox="0 0 52 52" aria-hidden className={css.drawing}>
        <g ref={rose}>
          {TICKS_DEG.map((deg) => (
            <path
              key={deg}
              d={deg % 90 === 0 ? 'M26 4v4' : 'M26 4v2.5'}
              className={deg % 90 === 0 ? css.quarter : css.tick}
              transform={`rotate(${deg} 26 26)`}
            />
          ))}
          <text x="26" y="11.6" textAnchor="middle" className={css.letter}>
            N
          </text>
          <path d="M26 14 29.4 26h-6.8z" className={css.north} />
          <path d="M26 38 29.4 26h-6.8z" className={css.south} />
        </g>
      </svg>
    </button>
  );
}
