import { setImmediate as endOfTurn } from 'node:timers/promises';

/** Keys of one call at most. */
const MOST_KEYS = 500;

/**
 * Joins the look-ups that arrive within one turn of the event loop into one call of `load`. The call begins after all of
 * them, so that no answer is older than its request. A key that `load` does not find answers undefined; where `load`
 * fails, each look-up of that call rejects with its error.
 */
export function batchLookUps<T>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, T>>,
): (key: string) => Promise<T | undefined> {
  let gathering: { readonly keys: Set<string>; readonly answers: Promise<ReadonlyMap<string, T>> } | null = null;
  const gather = () => {
    const keys = new Set<string>();
    const begin = async () => {
      await endOfTurn();
      if (gathering?.keys === keys) gathering = null;
      return load([...keys]);
    };
    return { keys, answers: begin() };
  };
  return async (key) => {
    if (!gathering || gathering.keys.size >= MOST_KEYS) gathering = gather();
    gathering.keys.add(key);
    return (await gathering.answers).get(key);
  };
}
