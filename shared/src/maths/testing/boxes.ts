import { boxAxes, type UprightBox } from '../box.ts';
import { AXES, dot, type ReadonlyVec3, subtract, type Vec3 } from '../vector.ts';

/** A site point in the box's own axes, metres from its centre. */
export function toBoxAxes(box: UprightBox, pointEnu: ReadonlyVec3): Vec3 {
  const offset = subtract(pointEnu, box.centerEnu);
  const [east, north, up] = boxAxes(box);
  return [dot(offset, east), dot(offset, north), dot(offset, up)];
}

/** Eight corners; bit 0 of the index is east, bit 1 north, bit 2 up. */
export function boxCorners(box: UprightBox): Vec3[] {
  const [east, north] = boxAxes(box);
  return Array.from({ length: 8 }, (_, index): Vec3 => {
    const e = (index & 1 ? 0.5 : -0.5) * box.size[0];
    const n = (index & 2 ? 0.5 : -0.5) * box.size[1];
    const u = (index & 4 ? 0.5 : -0.5) * box.size[2];
    return [
      box.centerEnu[0] + e * east[0] + n * north[0],
      box.centerEnu[1] + e * east[1] + n * north[1],
      box.centerEnu[2] + u,
    ];
  });
}

/** Points on a face count as inside. */
export function isInsideBox(box: UprightBox, pointEnu: ReadonlyVec3): boolean {
  const own = toBoxAxes(box, pointEnu);
  return AXES.every((axis) => Math.abs(own[axis]) <= box.size[axis] / 2);
}
