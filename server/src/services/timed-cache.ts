import type { Clock } from './clock.ts';

/** Answers kept at most, oldest dropped first. */
const LARGEST = 10_000;

/** A cache whose values expire after `lifeMs`; simultaneous requests for one key share a load. */
export function createTimedCache<T>(clock: Clock, lifeMs: number) {
  const answers = new Map<string, { value: Promise<T>; staleAtMs: number }>();
  return {
    /** The cached value for `key`, or that of `load`. A failed load is not cached. */
    get(key: string, load: () => Promise<T>): Promise<T> {
      const nowMs = clock.now().getTime();
      const known = answers.get(key);
      if (known && nowMs < known.staleAtMs) return known.value;
      answers.delete(key);
      const value = load();
      const entry = { value, staleAtMs: nowMs + lifeMs };
      answers.set(key, entry);
      value.catch(() => {
        if (answers.get(key) === entry) answers.delete(key);
      });
      if (answers.size > LARGEST) answers.delete(answers.keys().next().value!);
      return value;
    },
    forget: (key: string) => void answers.delete(key),
    clear: () => answers.clear(),
  };
}
