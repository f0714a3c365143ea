export const DAY_MS = 24 * 60 * 60 * 1000;

/** The server's source of time, which tests replace. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that does not run; tests set it. */
export function fakeClock(start: Date): Clock & { advance(durationMs: number): void } {
  let timeMs = start.getTime();
  return { now: () => new Date(timeMs), advance: (durationMs) => void (timeMs += durationMs) };
}
