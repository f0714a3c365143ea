/** Handlers by event name. A handler that throws does not keep the others from being called. */
export class Emitter<Events extends object> {
  private readonly handlers = new Map<keyof Events, Set<(value: never) => void>>();

  on<K extends keyof Events>(event: K, handler: (value: Events[K]) => void): () => void {
    const set = this.handlers.get(event) ?? new Set();
    this.handlers.set(event, set);
    set.add(handler as (value: never) => void);
    return () => set.delete(handler as (value: never) => void);
  }

  emit<K extends keyof Events>(event: K, value: Events[K]): void {
    for (const handler of this.handlers.get(event) ?? []) {
      try {
        (handler as (value: Events[K]) => void)(value);
      } catch (error) {
        reportError(error);
      }
    }
  }

  clear(): void {
    this.handlers.clear();
  }
}
