import { AXES } from '@overlook/shared/maths';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { PinnedCloud } from '../build/pinned-cloud.ts';
import type { BuildRules } from '../build-rules.ts';
import type { PlacedFile } from '../choose-frame.ts';
import { sourceFrame } from '../first-place.ts';
import { isWholeStep } from '../move-records.ts';
import { isSameSystem } from '../pin-rules.ts';

/**
 * The rules by which a part is read: always the frame and the grid of the capture that it becomes a part of, because the points of that one are
 * not changed. Throws `ImportRefusedError` where the part cannot be brought into its frame.
 */
export function partRules(
  own: BuildRules,
  files: readonly PlacedFile[],
  pin: PinnedCloud,
  isPlacedByHand: boolean,
): { readonly rules: BuildRules; readonly notices: readonly string[] } {
  const { frame, grid } = pin;
  const [first] = files as [PlacedFile];
  if (isSameSystem(own.frame, frame)) {
    const isWhole =
      own.reprojectedFrom || files.every(({ facts }) => AXES.every((axis) => isWholeStep(facts.grid, grid, axis)));
    const notices = isWhole
      ? []
      : [`The points of the part are rounded to the steps of the capture, ${grid.scale[0]}.`];
    return { rules: { ...own, frame, grid }, notices };
  }
  if (isPlacedByHand || !first.crs)
    throw new ImportRefusedError(
      first.name,
      '',
      `has another place than the capture that it is a part of, which is in ${frame.name}. Give the part the same --at, or the coordinates of that capture.`,
    );
  const rules = { frame, grid, reprojectedFrom: own.reprojectedFrom ?? sourceFrame(first.crs) };
  return {
    rules,
    notices: [
      `${first.crs.name} is not the system of the capture, so every point of the part was projected to ${frame.name}.`,
    ],
  };
}
