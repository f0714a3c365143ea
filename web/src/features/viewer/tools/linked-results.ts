import { subscribeKey } from 'valtio/utils';
import { loadTools, toolsStore, type Tools } from './tools-store.ts';

/** What each tool has, in the short form of an address; null for a tool that has nothing. */
export type LinkedResults = Readonly<Record<keyof Tools, string | null>>;

export const NO_RESULTS: LinkedResults = { measure: null, target: null, angle: null };

/** The results in the short form of an address. */
export function linkedResults(): LinkedResults {
  const { tools } = toolsStore;
  if (!tools) return NO_RESULTS;
  const { measure, target, angle } = tools;
  return {
    measure: measure.state().measurements.length > 0 ? measure.serialise() : null,
    target: target.state().targets.length > 0 ? target.serialise() : null,
    angle: angle.state().angles.length > 0 ? angle.serialise() : null,
  };
}

/** Calls back when results change, and when there are tools to have any. Returns what ends it. */
export function watchResults(onChange: () => void): () => void {
  let undo: (() => void)[] = [];
  const follow = () => {
    for (const step of undo) step();
    const { tools } = toolsStore;
    undo = tools ? [tools.measure, tools.target, tools.angle].map((tool) => tool.subscribe(onChange)) : [];
  };
  follow();
  const unsubscribe = subscribeKey(toolsStore, 'tools', follow);
  return () => {
    unsubscribe();
    for (const step of undo) step();
  };
}

/** Takes up results from an address. False when some cannot be read, or the tools cannot be loaded. */
export async function restoreResults(results: LinkedResults): Promise<boolean> {
  await loadTools();
  const { tools } = toolsStore;
  if (!tools) return false;
  const { measure, target, angle } = results;
  const isRead = [
    measure === null || tools.measure.restore(measure),
    target === null || tools.target.restore(target),
    angle === null || tools.angle.restore(angle),
  ];
  return isRead.every(Boolean);
}
