/** Passes an event to all listeners in this process. */
export interface Broadcast<T> {
  tell(news: T): void;
  /** Returns the function that stops it. */
  listen(listener: (news: T) => void): () => void;
}

export function createBroadcast<T>(): Broadcast<T> {
  const listeners = new Set<(news: T) => void>();
  return {
    tell(news) {
      for (const listener of listeners) listener(news);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
