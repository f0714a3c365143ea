import { SPLATS } from '@overlook/shared/config';
import type { Vec3 } from '@overlook/shared/maths';
import type { PickRay } from '../picking/pick-primitive.ts';
import type { CameraFrame } from '../view/camera-frame.ts';

/** Points are picked within this many CSS pixels. */
const POINT_REACH_PX = 6;
/** Points represent a surface: within this many CSS pixels a nearer point hides farther ones beside it. */
const POINT_HIDES_PX = 2.5;

/**
 * A ray for picks in the site frame, for points of at least this diameter (CSS pixels); `directionEnu` is a unit vector. In a gap
 * between points that the image fills, the nearest of them is picked.
 */
export function pickRayOf(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3, pointSizePx: number): PickRay {
  const along = directionEnu.reduce((sum, v, k) => sum + v * camera.direction[k]!, 0);
  const leastPx = Math.max(pointSizePx / 2, POINT_HIDES_PX);
  const perPx = 1 / camera.pixelsPerRadian;
  return {
    originEnu,
    directionEnu,
    // A ray that does not point into the view begins at its origin.
    near: along > 0 ? camera.near / along : 0,
    discs: { least: leastPx * perPx, most: Math.max(leastPx, SPLATS.mostPx / 2) * perPx, perPx: perPx / 2 },
    reachSlope: POINT_REACH_PX * perPx,
    gapSlope: SPLATS.gapPx * perPx,
  };
}
