/** The queue is full, so the work is refused. */
export class QueueFullError extends Error {
  override readonly name = 'QueueFullError';
}

/** Lets at most `places` pieces of work run at once; the others wait in order, at most `longestQueue` of them. */
export function createConcurrencyLimit(places: number, longestQueue: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async function pass<T>(work: () => Promise<T>): Promise<T> {
    if (running >= places) {
      if (waiting.length >= longestQueue) throw new QueueFullError('Too many wait for the same thing.');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running++;
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running--;
    }
  };
}

/** A limit of one for each key: work on the same key runs one after another. */
export function createKeyedConcurrencyLimit(longestQueue: number) {
  const doors = new Map<string, { pass: ReturnType<typeof createConcurrencyLimit>; users: number }>();
  return async function pass<T>(key: string, work: () => Promise<T>): Promise<T> {
    const door = doors.get(key) ?? { pass: createConcurrencyLimit(1, longestQueue), users: 0 };
    doors.set(key, door);
    door.users++;
    try {
      return await door.pass(work);
    } finally {
      if (--door.users === 0) doors.delete(key);
    }
  };
}
