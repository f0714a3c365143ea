import type { KeyboardEvent, PointerEvent } from 'react';
import { SPLIT_LEAST, SPLIT_MOST, SPLIT_STEP } from '@overlook/shared/config';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { ARROW_STEPS } from '../arrow-steps.ts';
import { clampSplit, type Gap } from './arrangement.ts';
import css from './screen-gap.module.css';

interface ScreenGapProps {
  gap: Gap;
  onMove: (share: number) => void;
}

/** The line between two screens: dragged, or moved with the arrow keys. */
export function ScreenGap({ gap, onMove }: ScreenGapProps) {
  const { rect, direction, at, span } = gap;
  const isVertical = direction === 'vertical';
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const stage = event.currentTarget.parentElement!.getBoundingClientRect();
    const share = isVertical ? (event.clientX - stage.left) / stage.width : (event.clientY - stage.top) / stage.height;
    onMove(clampSplit((share - span[0]) / (span[1] - span[0])));
  };
  const step = (event: KeyboardEvent) => {
    const by = ARROW_STEPS[event.code];
    if (!by) return;
    event.preventDefault();
    onMove(clampSplit(at + by * SPLIT_STEP));
  };
  return (
    <div
      role="separator"
      tabIndex={0}
      aria-label={isVertical ? STAGE_MESSAGES['stage.widthOfTheScreens'] : STAGE_MESSAGES['stage.heightOfTheScreens']}
      aria-orientation={direction}
      aria-valuenow={Math.round(at * 100)}
      aria-valuemin={SPLIT_LEAST * 100}
      aria-valuemax={SPLIT_MOST * 100}
      className={css.gap}
      data-direction={direction}
      style={{
        left: `${rect.left * 100}%`,
        top: `${rect.top * 100}%`,
        right: isVertical ? undefined : `${(1 - rect.right) * 100}%`,
        bottom: isVertical ? `${(1 - rect.bottom) * 100}%` : undefined,
      }}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onKeyDown={step}
    />
  );
}
