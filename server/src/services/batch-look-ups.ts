import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createConcurrencyLimit } from './concurrency-limit.ts';

/** Keys of one call at most. */
const MOST_KEYS = 500;

/** Calls at once: with more, the look-ups of a busy server would be spread over many small calls, which cost more. */
const MOST_CALLS = 2;

/**
 * Joins the look-ups that arrive within one turn of the event loop, or while {@link MOST_CALLS} run, into one call of `load`.
 * The call begins after all of them, so that no answer is older than its request. A key that `load` does not find answers undefined; where `load`
 * fails, each look-up of that call rejects with its error.
 */
export function batchLookUps<T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let gathering: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, T>> } | null = null;
  const pass = createConcurrencyLimit(MOST_CALLS, Infinity);
  const gather = () => {
    const keys = new Set<string>();
    const begin = () => {
      if (gathering?.keys === keys) gathering = null;
      return load([...keys]);
    };
    return { keys, answers: endOfTurn().then(() => pass(begin)) };
  };
  return async (key) => {
    if (!gathering || gathering.keys.size >= MOST_KEYS) gathering = gather();
    gathering.keys.add(key);
    return (await gathering.answers).get(key);
  };
}
