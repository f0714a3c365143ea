import { useSyncExternalStore } from 'react';

/** What can be watched: a tool of the engine, whose snapshots stay the same object until it changes. */
interface Watchable<State> {
  subscribe(listener: () => void): () => void;
  state(): State;
}

/** The state of a tool, live. Renders once per change of it, not per frame. */
export function useTool<State>(tool: Watchable<State>): State {
  const read = () => tool.state();
  return useSyncExternalStore((listener) => tool.subscribe(listener), read, read);
}
