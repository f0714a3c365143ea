import { AXES } from '@overlook/shared/maths';
import type { FrameDescription } from '../../pointclouds/frame.ts';
import { isWholeStep } from './move-records.ts';
import type { BuildRules } from './build-rules.ts';
import type { PlacedFile } from './choose-frame.ts';
import { NOTHING_SHARED, type PinnedCloud } from './build/pinned-cloud.ts';

export interface PinnedRules {
  readonly rules: BuildRules;
  /** Null where the files cannot be built with it. */
  readonly pin: PinnedCloud | null;
  /** Why they cannot, one sentence each. */
  readonly notices: readonly string[];
}

/**
 * The rules of some files with the frame and the grid of an earlier capture, where that has their coordinate system and none of their points
 * would be rounded by its grid.
 */
export function pinnedRules(rules: BuildRules, files: readonly PlacedFile[], pin: PinnedCloud): PinnedRules {
  const reason = unlikeReason(rules, files, pin);
  if (reason !== null) return { rules, pin: null, notices: [`${NOTHING_SHARED}, which has ${reason}.`] };
  return { rules: { ...rules, frame: pin.frame, grid: pin.grid }, pin, notices: [] };
}

function unlikeReason(rules: BuildRules, files: readonly PlacedFile[], pin: PinnedCloud): string | null {
  if (!isSameSystem(rules.frame, pin.frame)) return `another coordinate system, ${pin.frame.name}`;
  // Points that are projected have no steps of their own.
  const fits = rules.reprojectedFrom
    ? AXES.every((axis) => pin.grid.scale[axis] <= rules.grid.scale[axis])
    : files.every((file) => AXES.every((axis) => isWholeStep(file.facts.grid, pin.grid, axis)));
  return fits ? null : `steps of ${pin.grid.scale[0]} in its coordinates, to which these would have to be rounded`;
}

/** Whether coordinates mean the same in both. */
export const isSameSystem = (a: FrameDescription, b: FrameDescription): boolean => systemOf(a) === systemOf(b);

/** The facts that make two frames one; not their names, nor where the parts of the operator's grids were cut. */
function systemOf(frame: FrameDescription): string {
  if (frame.kind === 'local') return JSON.stringify([frame.toEcef, frame.metresPerUnit]);
  const { proj4, epsg, metresPerUnit, heights, grids = {} } = frame;
  const gridNames = [grids.geoid, grids.datum].map((patch) => patch && [patch.name, patch.file, patch.system?.name]);
  return JSON.stringify([epsg ?? proj4, metresPerUnit, heights, gridNames]);
}
