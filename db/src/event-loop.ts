import { setImmediate as nextTurn } from 'node:timers/promises';

/** A piece of work lets others run after this time, in milliseconds. */
const LONGEST_HOLD_MS = 15;

/**
 * Lets the event loop turn between the steps of long work, so that other requests are answered meanwhile: an `await` of something
 * that is there already turns nothing. The result resolves at once while the loop has not been held for long. `now` is in
 * milliseconds, for tests.
 */
export function createTurns(now: () => number = () => performance.now()): () => Promise<void> {
  let heldSince: number | null = null;
  return async function letOthersRun(): Promise<void> {
    if (heldSince === null) {
      heldSince = now();
      setImmediate(() => (heldSince = null));
    } else if (now() - heldSince >= LONGEST_HOLD_MS) await nextTurn();
  };
}

/** The steps of all work in this process: they hold one event loop together. */
export const letOthersRun = createTurns();
