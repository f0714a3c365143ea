/** A camera that sees along one ray only, for the selection of the tiles that the ray may meet. */
import { type Vec3, add, cross, dot, normalize, scale } from '@overlook/shared/maths';
import type { CameraView } from './camera-frame.ts';

/** Of the prism about the ray, metres: more than rounding, less than what is beside it. */
const HALF_WIDTH_M = 0.01;

/** `directionEnu` is a unit vector; nothing counts that is farther along the ray than `lengthM`. */
export function beamView(originEnu: Vec3, directionEnu: Vec3, lengthM: number): CameraView {
  const spare: Vec3 = Math.abs(directionEnu[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0];
  const right = normalize(cross(directionEnu, spare));
  const up = cross(right, directionEnu);
  const planes = new Float64Array(20);
  const put = (i: number, normal: Vec3, behindM: number) =>
    planes.set([...normal, behindM - dot(normal, originEnu)], 4 * i);
  put(0, directionEnu, 0);
  for (let side = 0; side < 3; side++) {
    const turnRad = (side * 2 * Math.PI) / 3;
    put(1 + side, add(scale(right, Math.cos(turnRad)), scale(up, Math.sin(turnRad))), HALF_WIDTH_M);
  }
  put(4, scale(directionEnu, -1), lengthM);
  const [x, y, z] = originEnu;
  const [dx, dy, dz] = directionEnu;
  // So that errors are those of tiles in metres at 1 m: all that have any are refined.
  return { x, y, z, dx, dy, dz, planes, pixelsPerMetre: 1 };
}
