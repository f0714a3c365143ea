/**
 * Runs `work` on each item, at most `atOnce` at a time. After the first failure, or when `signal` aborts, no further
 * item is begun; the promise settles when the running ones have, so that no work goes on after it has settled.
 * Rejects with the first failure.
 */
export async function forEachInParallel<T>(
  items: Iterable<T> | AsyncIterable<T>,
  atOnce: number,
  work: (item: T) => Promise<void>,
  signal?: AbortSignal,
): Promise<void> {
  const queue = Symbol.asyncIterator in items ? items[Symbol.asyncIterator]() : items[Symbol.iterator]();
  let failure: { error: unknown } | undefined;
  const worker = async () => {
    while (!failure) {
      try {
        const next = await queue.next();
        if (next.done) return;
        signal?.throwIfAborted();
        await work(next.value);
      } catch (error) {
        failure ??= { error };
      }
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  if (failure) throw failure.error;
}
