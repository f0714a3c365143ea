import type { Clock } from '../services/clock.ts';

/** A clock that does not run; tests set it. */
export function fakeClock(start: Date): Clock & { advance(durationMs: number): void } {
  let timeMs = start.getTime();
  return { now: () => new Date(timeMs), advance: (durationMs) => void (timeMs += durationMs) };
}
