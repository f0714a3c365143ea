import { SPLATS } from '@overlook/shared/config';
import { dot } from '@overlook/shared/maths';
import type { PickRay } from '../picking/pick-primitive.ts';
import { type CameraFrame, ORTHO_REACH_M } from '../view/camera-frame.ts';
import type { ViewRay } from '../view/view-rays.ts';

/** Points are picked within this many CSS pixels. */
const POINT_REACH_PX = 6;
/** Points represent a surface: within this many CSS pixels a nearer point hides farther ones beside it. */
const POINT_HIDES_PX = 2.5;

/**
 * A ray for picks in the site frame, for points of at least this diameter (CSS pixels). In a gap between points that the image
 * fills, the nearest of them is picked.
 */
export function pickRayOf(camera: CameraFrame, { originEnu, directionEnu }: ViewRay, pointSizePx: number): PickRay {
  const along = dot(directionEnu, camera.direction);
  const leastPx = Math.max(pointSizePx / 2, POINT_HIDES_PX);
  // The rays of an orthographic view begin so far away that a cone is a cylinder to 5 % over the depth of a plant.
  const perPx = 1 / camera.pixelsPerMetre / (camera.isOrtho ? ORTHO_REACH_M : 1);
  return {
    originEnu,
    directionEnu,
    // A ray that does not point into the view begins at its origin.
    near: along > 0 ? Math.max(0, camera.near / along) : 0,
    discs: { least: leastPx * perPx, most: Math.max(leastPx, SPLATS.mostPx / 2) * perPx, perPx: perPx / 2 },
    reachSlope: POINT_REACH_PX * perPx,
    gapSlope: SPLATS.gapPx * perPx,
  };
}
