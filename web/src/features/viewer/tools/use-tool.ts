import { useSyncExternalStore } from 'react';

/** A tool of the engine in observable form: its snapshot is the same object until it changes. */
interface Watchable<State> {
  subscribe(listener: () => void): () => void;
  state(): State;
}

/** The state of a tool, live. Renders once per change of it, not per frame. */
export function useTool<State>(tool: Watchable<State>): State {
  const read = () => tool.state();
  return useSyncExternalStore((listener) => tool.subscribe(listener), read, read);
}
