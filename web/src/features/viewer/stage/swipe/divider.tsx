import { ArrowLeftRight, ArrowUpDown } from 'lucide-react';
import type { KeyboardEvent, PointerEvent } from 'react';
import { useSnapshot } from 'valtio';
import { withUnit } from '@overlook/shared/format';
import { STAGE_MESSAGES } from '@overlook/shared/messages';
import { blinkUntilReleased, centreDivider, moveDivider, swipe } from '../../../../state/swipe.ts';
import { dividerAfter } from './divider-keys.ts';
import { leaveSwipe } from './leave-swipe.ts';
import css from './divider.module.css';

/** The line between the two layers: dragged, or moved with keys. It is where `--divider` of the screen says. */
export function Divider() {
  const { fraction, direction, isBlinking } = useSnapshot(swipe);
  const isSideBySide = direction === 'sideBySide';
  const Icon = isSideBySide ? ArrowLeftRight : ArrowUpDown;
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const screen = event.currentTarget.parentElement!.getBoundingClientRect();
    const { clientX, clientY } = event;
    moveDivider(isSideBySide ? (clientX - screen.left) / screen.width : (clientY - screen.top) / screen.height);
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const to = dividerAfter(swipe.fraction, event);
    if (to !== null) moveDivider(to);
    else if (event.code === 'KeyV') leaveSwipe();
    else if (event.code !== 'Space') return;
    else if (!event.repeat) blinkUntilReleased();
    event.preventDefault();
  };
  const percent = Math.round(100 * fraction);
  return (
    <div
      className={css.divider}
      data-direction={direction}
      data-away={isBlinking}
      onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
      onPointerMove={drag}
      onDoubleClick={centreDivider}
    >
      <span className={css.line} />
      <div
        className={css.handle}
        role="slider"
        tabIndex={0}
        aria-label={STAGE_MESSAGES['stage.divider']}
        aria-orientation={isSideBySide ? 'horizontal' : 'vertical'}
        aria-valuenow={percent}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuetext={withUnit(String(percent), '%')}
        data-tooltip={STAGE_MESSAGES['stage.dragOrArrowKeys']}
        data-keys={isSideBySide ? '← →' : '↑ ↓'}
        onKeyDown={press}
      >
        <Icon size={18} strokeWidth={1.75} aria-hidden />
      </div>
    </div>
  );
}
