import { GOVERNOR } from '@overlook/shared/config';

/** How far quality has been reduced for one reason, and what is known about raising it again. */
export interface Ladder {
  /** Index into GOVERNOR.steps: 0 is the user's choice. */
  readonly step: number;
  /** How long it must be calm before a step is taken back, milliseconds. */
  readonly waitMs: number;
  readonly calmMs: number;
  /** Time on this ladder's own clock, and when on it the newest step was taken back. */
  readonly clockMs: number;
  readonly tookBackAtMs: number;
}

export type Verdict = 'strained' | 'steady' | 'calm';

export const LAST_STEP = GOVERNOR.steps.length - 1;

export const LADDER: Ladder = {
  step: 0,
  waitMs: GOVERNOR.recoverAfterMs,
  calmMs: 0,
  clockMs: 0,
  tookBackAtMs: -Infinity,
};

/**
 * The ladder after `elapsedMs` with a verdict. Down at once by `count` steps; back one at a time after a calm that is
 * doubled whenever the step before proved too much, so that a load between two steps is not tried over and over.
 */
export function advance(ladder: Ladder, verdict: Verdict, elapsedMs: number, count = 1): Ladder {
  const clockMs = ladder.clockMs + elapsedMs;
  const sinceTakenBackMs = clockMs - ladder.tookBackAtMs;
  if (verdict === 'strained' && ladder.step < LAST_STEP) {
    const isRelapse = sinceTakenBackMs < GOVERNOR.relapseMs;
    const waitMs = isRelapse ? Math.min(GOVERNOR.recoverAfterAtMostMs, 2 * ladder.waitMs) : ladder.waitMs;
    const step = Math.min(LAST_STEP, ladder.step + count);
    return { step, waitMs, calmMs: 0, clockMs, tookBackAtMs: -Infinity };
  }
  const hasHeld = ladder.tookBackAtMs > -Infinity && sinceTakenBackMs >= GOVERNOR.relapseMs;
  const waitMs = hasHeld ? GOVERNOR.recoverAfterMs : ladder.waitMs;
  const tookBackAtMs = hasHeld ? -Infinity : ladder.tookBackAtMs;
  const calmMs = verdict === 'calm' && ladder.step > 0 ? ladder.calmMs + elapsedMs : 0;
  if (calmMs > 0 && calmMs >= waitMs) {
    return { step: ladder.step - 1, waitMs, calmMs: 0, clockMs, tookBackAtMs: clockMs };
  }
  return { step: ladder.step, waitMs, calmMs, clockMs, tookBackAtMs };
}
