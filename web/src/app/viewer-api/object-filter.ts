import { CAD_MESSAGES } from '@overlook/shared/messages';
import { runsOf } from '@overlook/embed/viewer/object-look';
import type { ObjectFilter } from '@overlook/embed/viewer-api';
import type { FeatureRuns } from '@overlook/engine';
import type { cad, setObjectFilter } from '../../state/cad.ts';

type StoredFilter = Parameters<typeof setObjectFilter>[0];

/** The feature ids of runs: pairs of the first and the last id. */
export function idsOf(runs: FeatureRuns): number[] {
  const ids: number[] = [];
  for (let i = 0; i + 1 < runs.length; i += 2) for (let id = runs[i]!; id <= runs[i + 1]!; id++) ids.push(id);
  return ids;
}

/** What a script wants, as the store of objects has it; null for objects as they are. */
export function filterToStore(filter: ObjectFilter | null): StoredFilter {
  const { hidden = [], isolated, restOpacity = 0, colors = [] } = filter ?? {};
  const byColor = new Map<string, number[]>();
  for (const { color, featureIds } of colors) byColor.set(color, [...(byColor.get(color) ?? []), ...featureIds]);
  const values = [...byColor].map(([color, ids]) => ({
    value: color,
    color,
    firstColor: color,
    features: runsOf(ids),
  }));
  const title = CAD_MESSAGES['cad.scriptColours'];
  return {
    isolated: isolated ? runsOf(isolated) : null,
    restOpacity,
    hidden: hidden.length > 0 ? [runsOf(hidden)] : [],
    colours: values.length > 0 ? { title, property: title, values } : null,
  };
}

/** What is isolated, hidden and coloured, by a script or a person; null for nothing. */
export function filterFromStore(stored: Pick<typeof cad, keyof StoredFilter>): ObjectFilter | null {
  const { isolated, restOpacity, hidden, colours } = stored;
  if (!isolated && hidden.length === 0 && !colours) return null;
  return {
    ...(hidden.length > 0 && { hidden: hidden.flatMap(idsOf) }),
    ...(isolated && { isolated: idsOf(isolated), restOpacity }),
    ...(colours && { colors: colours.values.map(({ features, color }) => ({ featureIds: idsOf(features), color })) }),
  };
}
