import { setTimeout as delay } from 'node:timers/promises';
import { isLockRefused } from './errors.ts';

/** How long a migration waits for a table. Statements of people that come after it wait behind it. */
export const LOCK_WAIT_MS = 2000;
const PAUSE_MS = 3000;
/** Five minutes: then the service manager begins anew, or a person looks. */
const ATTEMPTS = 60;

interface RetryOptions {
  /** Called before each pause, with a line for the log of the operator. */
  onWait?: ((line: string) => void) | undefined;
  readonly pauseMs?: number;
}

/**
 * Runs migrations on a connection whose `lock_timeout` is `LOCK_WAIT_MS`, again and again while another connection holds a table that they need:
 * in the pauses all others go on. Throws what the last attempt throws.
 */
export async function retryLocked(
  migrate: () => Promise<void>,
  { onWait = console.warn, pauseMs = PAUSE_MS }: RetryOptions = {},
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await migrate();
    } catch (error) {
      if (!isLockRefused(error) || attempt === ATTEMPTS) throw error;
      onWait(
        `The migration of the database waits: another connection holds a table for more than ${LOCK_WAIT_MS / 1000} s, as a backup or a long report does. ` +
          `It is tried again in ${pauseMs / 1000} s (${attempt} of ${ATTEMPTS}); servers of the release before go on.`,
      );
      await delay(pauseMs);
    }
  }
}
