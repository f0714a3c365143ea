import { subscribeKey } from 'valtio/utils';
import { angleValue } from '@overlook/embed/controls/angle-result';
import { measureResult } from '@overlook/embed/controls/measure-result';
import type { LinkedResults } from '@overlook/embed/links/view-link';
import { TOOLS_MESSAGES } from '@overlook/shared/messages';
import { toolsStore } from '../../../state/session-tools.ts';
import { loadTools } from './load-tools.ts';

/** Values that are named one by one; of more results the rest is counted. */
const VALUES_NAMED = 2;

/** All results in two lines: "2 measurements" and "39.17 m and 148.3°". */
export function resultSummary(): { title: string; detail: string } {
  const { tools } = toolsStore;
  if (!tools) return { title: TOOLS_MESSAGES['tools.noMeasurements'], detail: '' };
  const { measurements, units } = tools.measure.state();
  const { angles, units: angleUnits } = tools.angle.state();
  const values = [
    ...measurements.map((measurement) => measureResult(measurement, units)?.value ?? '–'),
    ...angles.map((angle) => angleValue(angle, angleUnits)),
    ...tools.target.state().targets.map(({ name }) => name || TOOLS_MESSAGES['tools.target']),
  ];
  const named = values.slice(0, VALUES_NAMED);
  const rest = values.length - named.length;
  const detail = rest > 0 ? `${named.join(', ')} and ${rest} more` : named.join(' and ');
  return {
    title: values.length === 1 ? TOOLS_MESSAGES['tools.oneMeasurement'] : `${values.length} measurements`,
    detail,
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

/** Shows these results and no others. False when some cannot be read, or the tools cannot be loaded. */
export async function showResults(results: LinkedResults): Promise<boolean> {
  const isAny = Object.values(results).some((text) => text !== null);
  if (!isAny && !toolsStore.tools) return true;
  await loadTools();
  const { tools } = toolsStore;
  if (!tools) return false;
  for (const name of ['measure', 'target', 'angle'] as const) if (results[name] === null) tools[name].clear();
  return restoreResults(results);
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
