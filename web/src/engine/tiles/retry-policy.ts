const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/** Pause in milliseconds before the next attempt, after `attempts` failures: doubles from half a second to ten. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));

/** Errors of the network, the server or a lost worker may pass; those of the content itself do not. */
export const isTransient = (error: unknown): boolean => (error as { retryable?: unknown } | null)?.retryable === true;
