/** An upright oriented box in a site's ENU frame: of sections and of exports. */
import type { ReadonlyVec3, Vec3 } from './vector.ts';

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

/** m³ */
export const boxVolume = ({ size }: Pick<UprightBox, 'size'>): number => size[0] * size[1] * size[2];
