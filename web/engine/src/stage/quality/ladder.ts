import { GOVERNOR } from '@overlook/shared/config';

/** The reduction of quality for one reason, and the pause before it is raised again. */
export interface Ladder {
  /** Index into GOVERNOR.steps: 0 is the user's choice. */
  readonly step: number;
  /** Calm time before a step is undone, milliseconds. */
  readonly waitMs: number;
  readonly calmMs: number;
  /** Time on this ladder's own clock, and the time at which the newest step was undone. */
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
 * The ladder after `elapsedMs` with a verdict. It goes down immediately by `count` steps (by one if that undoes a step up), and up one
 * step at a time after a calm time. That time is doubled whenever a step up had to be undone, so that a load between two steps causes ever fewer attempts.
 */
export function advance(ladder: Ladder, verdict: Verdict, elapsedMs: number, count = 1): Ladder {
  const clockMs = ladder.clockMs + elapsedMs;
  const sinceTakenBackMs = clockMs - ladder.tookBackAtMs;
  if (verdict === 'strained' && ladder.step < LAST_STEP) {
    const isRelapse = sinceTakenBackMs < GOVERNOR.relapseMs;
    const waitMs = isRelapse ? Math.min(GOVERNOR.recoverAfterAtMostMs, 2 * ladder.waitMs) : ladder.waitMs;
    // The step before was calm. Below it, a step up would hold, and make the wait short again.
    const step = Math.min(LAST_STEP, ladder.step + (isRelapse ? 1 : count));
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
