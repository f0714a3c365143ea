const FIRST_MS = 500;
const LONGEST_MS = 10_000;

/** Delay before the next attempt after `attempts` failures, milliseconds: doubles from 500 ms to 10 s. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.max(0, attempts - 1));

/** Errors of the network, the server or a lost worker are transient; errors of the content are not. */
export const isTransient = (error: unknown): boolean => (error as { retryable?: unknown } | null)?.retryable === true;
