import { subscribeKey } from 'valtio/utils';
import { loadTools, toolsStore } from './tools-store.ts';

/** The measurements in the short form of an address; null while there are none. */
export function linkedMeasurements(): string | null {
  const measure = toolsStore.tools?.measure;
  return measure && measure.state().measurements.length > 0 ? measure.serialise() : null;
}

/** Calls back when measurements change, and when there are tools to measure with. Returns what ends it. */
export function watchMeasurements(onChange: () => void): () => void {
  let off: (() => void) | undefined;
  const follow = () => {
    off?.();
    off = toolsStore.tools?.measure.subscribe(onChange);
  };
  follow();
  const unsubscribe = subscribeKey(toolsStore, 'tools', follow);
  return () => {
    unsubscribe();
    off?.();
  };
}

/** Takes up measurements from an address. False when they cannot be read, or the tools cannot be loaded. */
export async function restoreMeasurements(text: string): Promise<boolean> {
  await loadTools();
  return toolsStore.tools?.measure.restore(text) ?? false;
}
