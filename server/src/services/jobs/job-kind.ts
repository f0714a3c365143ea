import type { z } from 'zod';

/** A kind of work that is done outside requests: what it needs to know and how often it is tried. */
export interface JobKind<T extends Record<string, unknown>> {
  readonly name: string;
  readonly payload: z.ZodType<T>;
  /** Tries before it ends in `error`; a try that a killed process never finished counts. */
  readonly attempts: number;
  /** Wait before the next try, after `attempt` (from 1) has failed. */
  backOffMs(attempt: number): number;
  /** Whether the row stays once the work is done: somebody looks at the list. */
  readonly isKept: boolean;
}

/** Waits that double from `firstMs` up to `longestMs`. */
export const doublingBackOff = (firstMs: number, longestMs: number) => (attempt: number) =>
  Math.min(longestMs, firstMs * 2 ** (attempt - 1));
