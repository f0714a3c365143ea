import { PHOTO_POSE_ERROR } from '@overlook/shared/config';
import { RAD_PER_DEG, type Vec3, distance, ecefFromLla } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPlace } from './photo-camera-of.ts';

interface PoseError {
  /** Null where nothing states it. */
  readonly positionM: number | null;
  readonly angleDeg: number;
}

/** The likely error of a photo's position and direction: as its file states it, else by their source. */
export function poseError({ photo }: Pick<NearbyPhoto, 'photo'>): PoseError {
  const source = photo.isPoseMeasured ? photo.anglesSource : 'assumed';
  return {
    positionM: photo.accuracyM ?? PHOTO_POSE_ERROR.positionM[source],
    angleDeg: PHOTO_POSE_ERROR.angleDeg[source],
  };
}

/** A point on the model that was found through a photo, ECEF metres. */
interface Found {
  readonly pointEcef: Vec3;
  /** Of the surface. */
  readonly errorMetres: number;
}

/**
 * The likely error of a point that was found through a photo, metres: of position and surface, and of the direction, which
 * grows with the distance. Null where that of the position is not stated.
 */
export function errorThrough(
  photo: Pick<NearbyPhoto, 'photo' | 'pois'>,
  { pointEcef, errorMetres }: Found,
): number | null {
  const { positionM, angleDeg } = poseError(photo);
  const place = photoPlace(photo);
  if (positionM === null || !place) return null;
  const acrossM = distance(ecefFromLla(place), pointEcef) * Math.tan(angleDeg * RAD_PER_DEG);
  return Math.hypot(positionM, acrossM, errorMetres);
}
