import type { Vec3 } from '@overlook/shared/maths';
import type { PickRay } from '../picking/pick-primitive.ts';
import type { CameraFrame } from '../view/camera-frame.ts';

/** A pick beside a point still counts within this many CSS pixels. */
const POINT_REACH_PX = 6;
/** Points represent a surface: within this many CSS pixels the nearer one hides what shines through beside it. */
const POINT_HIDES_PX = 2.5;

/** A ray of the site frame as picks test it, for points of this diameter (CSS pixels); `directionEnu` is a unit vector. */
export function pickRayOf(camera: CameraFrame, originEnu: Vec3, directionEnu: Vec3, pointSizePx: number): PickRay {
  const along = directionEnu.reduce((sum, v, k) => sum + v * camera.direction[k]!, 0);
  return {
    originEnu,
    directionEnu,
    // A ray that does not come from the middle of this view still begins where it begins.
    near: along > 0 ? camera.near / along : 0,
    discSlope: Math.max(pointSizePx / 2, POINT_HIDES_PX) / camera.pixelsPerRadian,
    reachSlope: POINT_REACH_PX / camera.pixelsPerRadian,
  };
}
