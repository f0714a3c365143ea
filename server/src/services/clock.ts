/** Where the server takes the time from, so that tests can move it. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stands still until it is moved on. */
export function fakeClock(start: Date): Clock & { advance(durationMs: number): void } {
  let timeMs = start.getTime();
  return { now: () => new Date(timeMs), advance: (durationMs) => void (timeMs += durationMs) };
}
