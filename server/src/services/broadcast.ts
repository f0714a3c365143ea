/** Passes an event to all listeners in this process. */
export interface Broadcast<T> {
  /** Tells the first listeners at once, and the others in later turns of the event loop, so that many hold nobody up. */
  tell(news: T): void;
  /** Returns the function that stops it. */
  listen(listener: (news: T) => void): () => void;
}

/** Listeners that are told in one turn: each may write to a connection, which takes up to half a millisecond. */
const IN_ONE_TURN = 50;

export function createBroadcast<T>(): Broadcast<T> {
  const listeners = new Set<(news: T) => void>();
  return {
    tell(news) {
      const all = [...listeners];
      const tellFrom = (start: number) => {
        for (const listener of all.slice(start, start + IN_ONE_TURN)) if (listeners.has(listener)) listener(news);
        if (start + IN_ONE_TURN < all.length) setImmediate(tellFrom, start + IN_ONE_TURN);
      };
      tellFrom(0);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
