import type { PhotoHeightType } from '@overlook/shared/config';
import type { Orientation, PhotoLens, PhotoPixel, Vec3 } from '@overlook/shared/maths';

/** A photo on a stage: plain data, compared by identity. ECEF metres. */
export interface StagePhoto {
  /** Unique in a list. */
  readonly id: string;
  /** Position of the camera. */
  readonly positionEcef: Vec3;
  /** Direction of the optical axis and up direction, unit vectors in ECEF; null if not known. */
  readonly orientation: Orientation | null;
  /** Null if the field of view is not known. */
  readonly lens: PhotoLens | null;
  readonly kind: PhotoHeightType;
  /** Shown beside the hovered photo. */
  readonly label: string;
  /** Address of a small picture, read with the session's cookie. */
  readonly thumbnailUrl: string;
  /** Address of the picture on the far plane of the frustum; null for the thumbnail. */
  readonly pictureUrl: string | null;
}

/** A photo drawn over the model, seen from the position of its camera. */
export interface PhotoLook {
  readonly photoId: string;
  /** The upright picture or its address, in any size. The owner closes a bitmap when it is no longer shown. */
  readonly picture: ImageBitmap | string;
  /** 0 shows the model alone, 1 the photo alone. */
  readonly opacity: number;
}

/**
 * The visibility of a point or an object in a photo: `part` only for an object. `unknown` where pose or lens are missing,
 * or the model along the ray is not loaded.
 */
export type SightVerdict = 'sees' | 'part' | 'hidden' | 'outside' | 'unknown';

/**
 * Why it is unknown: the missing data of the photo, or the unloaded part of the model on the line or in the box of the
 * object.
 */
export type SightGap = 'direction' | 'lens' | 'missing' | 'coarse' | 'empty';

export interface PhotoSight {
  readonly photoId: string;
  readonly verdict: SightVerdict;
  /** Only for `unknown`; null for the others. */
  readonly unknownFor: SightGap | null;
  /** How much of an object the photo shows, 0 to 1; null for a point, and where it is not known. */
  readonly share: number | null;
  /** Of the point, or the centre of the object, in the upright picture, possibly outside it; null behind the camera and without pose or lens. */
  readonly pixel: PhotoPixel | null;
  /** From the camera of the photo to the point. */
  readonly distanceM: number;
  /** Angle between the optical axis and the direction to the point; null if the axis is not known. */
  readonly viewAngleDeg: number | null;
  /**
   * The occluder of the point, or of most of the object: the surface nearest to the camera of the photo. Null where
   * there is none.
   */
  readonly behind: SightObstacle | null;
}

export interface SightObstacle {
  /** Model type of the tiles. */
  readonly layer: number;
  readonly featureId: number | null;
  /** From the camera of the photo. */
  readonly distanceM: number;
}
