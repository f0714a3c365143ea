import { useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio';
import type { Stage } from '@overlook/engine';
import { PHONE_SPOT } from '../../../parts/phone-spot.ts';
import { useCommand } from '../../../state/commands.ts';
import { stageTools, keepClear } from '../../../state/tools.ts';
import css from './crosshair.module.css';

const PHONE_STYLE = { top: `${100 * PHONE_SPOT.yShare}%` } as const;

/**
 * The point at which Space, and on a phone a button, pick. It is shown for keyboard use, which has no pointer, and on a
 * phone while a tool waits for a point. Without a tool Space picks like a click: an area, an object or a pin.
 */
export function Crosshair({ stage, isAlways }: { stage: Stage; isAlways: boolean }) {
  const mark = useRef<SVGSVGElement>(null);
  const { active, override } = useSnapshot(stageTools);
  const hasTool = active !== null || override !== null;
  useCommand('pickAtCrosshair', () => {
    const box = mark.current?.getBoundingClientRect();
    const screen = mark.current?.parentElement?.getBoundingClientRect();
    if (box && screen) stage.tap(box.x + box.width / 2 - screen.x, box.y + box.height / 2 - screen.y);
  });
  const isFixed = isAlways && hasTool;
  useEffect(() => {
    if (!isFixed) return undefined;
    keepClear(PHONE_SPOT);
    return () => keepClear(null);
  }, [isFixed]);
  return (
    <svg
      ref={mark}
      viewBox="0 0 48 48"
      className={css.crosshair}
      data-always={isFixed}
      style={isFixed ? PHONE_STYLE : undefined}
      aria-hidden
    >
      {['casing', 'line'].map((part) => (
        <g key={part} className={css[part]}>
          <circle cx="24" cy="24" r="14" />
          <path d="M24 2v16M24 30v16M2 24h16M30 24h16" />
        </g>
      ))}
    </svg>
  );
}
