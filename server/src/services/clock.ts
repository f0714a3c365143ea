export const DAY_MS = 24 * 60 * 60 * 1000;

/** The server's source of time, which tests replace. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };
