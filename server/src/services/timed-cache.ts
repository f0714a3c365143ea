import type { Clock } from './clock.ts';

/** Answers kept at most, oldest dropped first. */
const LARGEST = 10_000;

/** What is known of the values of a cache that is cleared when they change. */
export interface Confirmation {
  /** Every change before this time has cleared the cache (`performance.now`). */
  completeUntilMs(): number;
  /** A value is used for so long after it was loaded, or after that time. */
  readonly lifeMs: number;
}

/**
 * A cache whose values expire after `lifeMs`, and where they need a confirmation, as soon as that is too old; simultaneous requests for one
 * key share a load.
 */
export function createTimedCache<T>(clock: Clock, lifeMs: number, confirmation?: Confirmation) {
  const answers = new Map<string, { value: Promise<T>; staleAtMs: number; loadedAtMs: number }>();
  const isConfirmed = ({ loadedAtMs }: { loadedAtMs: number }) =>
    !confirmation || performance.now() - Math.max(loadedAtMs, confirmation.completeUntilMs()) < confirmation.lifeMs;
  return {
    /** The cached value for `key`, or that of `load`. A failed load is not cached. */
    get(key: string, load: () => Promise<T>): Promise<T> {
      const nowMs = clock.now().getTime();
      const known = answers.get(key);
      if (known && nowMs < known.staleAtMs && isConfirmed(known)) return known.value;
      answers.delete(key);
      const loadedAtMs = performance.now();
      const value = load();
      const entry = { value, staleAtMs: nowMs + lifeMs, loadedAtMs };
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
