import type { FeatureRuns } from '@overlook/engine';

/** How many features runs name. */
export function featureCount(runs: FeatureRuns): number {
  let count = 0;
  for (let i = 1; i < runs.length; i += 2) count += runs[i]! - runs[i - 1]! + 1;
  return count;
}
