import { TILE_OPTIONS } from './tile-options.ts';

/** Delay before the next attempt after `attempts` failures, milliseconds: doubles up to the longest. */
export const retryDelayMs = (attempts: number): number =>
  Math.min(TILE_OPTIONS.longestRetryMs, TILE_OPTIONS.firstRetryMs * 2 ** Math.max(0, attempts - 1));

/** Errors of the network, the server or a lost worker are transient; errors of the content are not. */
export const isTransient = (error: unknown): boolean => (error as { retryable?: unknown } | null)?.retryable === true;
