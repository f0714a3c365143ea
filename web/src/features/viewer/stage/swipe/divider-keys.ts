import { DIVIDER_PAGE_PERCENT, DIVIDER_STEP_PERCENT } from '@overlook/shared/config';
import { ARROW_STEPS } from '../arrow-steps.ts';

/** Where a key press moves the divider to, as a share of the screen; null for a key that does not move it. */
export function dividerAfter(fraction: number, press: Pick<KeyboardEvent, 'code' | 'shiftKey'>): number | null {
  if (press.code === 'Home') return 0;
  if (press.code === 'End') return 1;
  const by = ARROW_STEPS[press.code];
  if (by === undefined) return null;
  const step = press.shiftKey ? DIVIDER_PAGE_PERCENT : DIVIDER_STEP_PERCENT;
  return Math.min(100, Math.max(0, Math.round(100 * fraction) + by * step)) / 100;
}
