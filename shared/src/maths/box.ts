/** An upright oriented box in a site's ENU frame: of sections and of exports. */
import { type ReadonlyVec3, type Vec3, dot, subtract, AXES } from './vector.ts';

/** Turned by `headingRad` clockwise from north about the vertical at its centre. `size` is east, north, up before it is turned. */
export interface UprightBox {
  readonly centerEnu: ReadonlyVec3;
  readonly size: ReadonlyVec3;
  readonly headingRad: number;
}

/** Sides of a new box and the shortest side, metres (specification §9 "Export"). */
export const BOX_SIDE_DEFAULT = 2.5;
export const BOX_SIDE_SHORTEST = 0.05;

/** Its own east, north and up as unit vectors in the site's frame. */
export function boxAxes({ headingRad }: Pick<UprightBox, 'headingRad'>): [Vec3, Vec3, Vec3] {
  const [sin, cos] = [Math.sin(headingRad), Math.cos(headingRad)];
  return [
    [cos, -sin, 0],
    [sin, cos, 0],
    [0, 0, 1],
  ];
}

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

/** m³ */
export const boxVolume = ({ size }: Pick<UprightBox, 'size'>): number => size[0] * size[1] * size[2];
