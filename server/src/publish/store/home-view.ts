import { CAMERA } from '@overlook/shared/config';
import {
  type Vec3,
  distance,
  filledShare,
  fitView,
  poseOfCamera,
  storedCameraOf,
  viewExtent,
} from '@overlook/shared/maths';
import type { Bookmark } from '@overlook/shared/schemas';

/** The aspect ratio of the picture of a home view, and the largest share of it that the model fills. */
const PICTURE = viewExtent(CAMERA.fovYDeg, 1440 / 900);
const FILL = 0.85;

/** The home view of a site: everything in the picture, as large as it can be. Points are ECEF. */
export function homeBookmark(cornersEcef: readonly Vec3[]): Bookmark {
  const pose = fitView(cornersEcef, PICTURE, FILL);
  const farthest = cornersEcef.reduce((most, corner) => Math.max(most, distance(corner, pose.position)), 0);
  return storedCameraOf(pose, { near: farthest / 1000, far: 10 * farthest });
}

/** An earlier home view is kept if the model, even in part, fills at least this much of it. */
const STILL_FILLED = 0.3;
const STILL_WITHIN = 1.5;

/** Whether a home view still fits a site whose layers were all replaced. */
export function isStillHome(bookmark: Bookmark, cornersEcef: readonly Vec3[]): boolean {
  const share = filledShare(poseOfCamera(bookmark), cornersEcef, PICTURE);
  return share !== null && share.outermost <= STILL_WITHIN && Math.max(share.width, share.height) >= STILL_FILLED;
}
