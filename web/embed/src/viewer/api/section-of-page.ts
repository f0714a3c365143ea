import type { Vec3 } from '@overlook/shared/maths';
import type { SectionVolume } from '@overlook/engine';
import type { Section, Vector3 } from './viewer-api.ts';

/** Tolerance for the length of unit vectors that a page computed. */
const UNIT_TOLERANCE = 1e-3;

const vector = (value: Vector3): Vec3 => [value[0], value[1], value[2]];

/** Converts the section of a page to that of the engine. Throws RangeError for numbers that are not a valid volume. */
export function checkedSection({ box, planes }: Section): SectionVolume {
  if (box && ![...box.centerEcef, ...box.size, box.headingRad].every(Number.isFinite))
    throw new RangeError('The section box has a number that is not finite.');
  if (box && box.size.some((side) => side <= 0)) throw new RangeError('The section box has a side without a length.');
  for (const { pointEcef, normalEcef } of planes) {
    const isUnit = Math.abs(Math.hypot(...normalEcef) - 1) <= UNIT_TOLERANCE;
    if (!isUnit || !pointEcef.every(Number.isFinite)) throw new RangeError('The normal of a plane has length 1.');
  }
  return {
    box: box && { centerEcef: vector(box.centerEcef), size: vector(box.size), headingRad: box.headingRad },
    planes: planes.map(({ pointEcef, normalEcef }) => ({
      pointEcef: vector(pointEcef),
      normalEcef: vector(normalEcef),
    })),
  };
}
