/**
 * Whether a photo shows a point: its pose and lens give the pixel, and a ray from its camera to the point is tested against the
 * model. Section volume and object filters do not count: what they hide on the screen was there when the photo was taken.
 */
import {
  DEG_PER_RAD,
  type Vec3,
  distance,
  dot,
  isInPicture,
  photoPixelOf,
  scale,
  subtract,
} from '@overlook/shared/maths';
import { hidingGapM } from '../picking/hides.ts';
import type { PhotoSight, SightGap, SightObstacle, StagePhoto } from './photo.ts';

export interface Surface {
  readonly modeltypeId: number;
  readonly featureId: number | null;
  /** From the origin of the ray, metres. */
  readonly distance: number;
  /** Likely error of its position. */
  readonly errorMetres: number;
}

/** The result of a ray cast. */
interface RayCast {
  /** The nearest hit. */
  readonly pick: Surface | null;
  /** The model is loaded along the whole ray. */
  readonly isCovered: boolean;
  /** False while geometry along the ray has not been read from the GPU: the result is then not final. */
  readonly isRead: boolean;
}

/** ECEF metres; null without a model. */
export type RayTest = (originEcef: Vec3, directionEcef: Vec3, lengthM: number) => RayCast | null;

/** A coarse surface that is nearer by more than this may be the surface of the point or an occluder, metres. */
const UNSURE_FROM_M = 1;

/** `errorMetres` is that of the point. */
export function sightOf(photo: StagePhoto, pointEcef: Vec3, errorMetres: number, castRay: RayTest): PhotoSight {
  const { positionEcef } = photo;
  const { direction, isInside, ...at } = wayTo(photo, pointEcef);
  const { distanceM } = at;
  const of = { ...at, share: null, unknownFor: null };
  if (isInside === false) return { ...of, verdict: 'outside', behind: null };
  const cast = distanceM > 0 ? castRay(positionEcef, direction, distanceM) : null;
  const pick = cast?.pick ?? null;
  const gapM = pick ? distanceM - pick.distance : 0;
  const toleranceM = hidingGapM(distanceM, Math.max(errorMetres, pick?.errorMetres ?? 0));
  if (pick && gapM > toleranceM) return { ...of, verdict: 'hidden', behind: obstacleOf(pick) };
  const isSure = gapM <= Math.max(UNSURE_FROM_M, errorMetres);
  const unknownFor = gapOf(photo) ?? (!cast?.isCovered ? 'missing' : isSure ? null : 'coarse');
  return { ...of, verdict: unknownFor ? 'unknown' : 'sees', unknownFor, behind: null };
}

/** The missing data of a photo; null if pose and lens are complete. */
export function gapOf(photo: StagePhoto): SightGap | null {
  if (isWholeSphere(photo)) return null;
  return !photo.orientation ? 'direction' : !photo.lens ? 'lens' : null;
}

/** The position of a point in a photo, without a test for occluders. */
export function placeOf(photo: StagePhoto, pointEcef: Vec3): SightPlace {
  const { direction: _direction, isInside: _isInside, ...place } = wayTo(photo, pointEcef);
  return place;
}

type SightPlace = Pick<PhotoSight, 'photoId' | 'pixel' | 'distanceM' | 'viewAngleDeg'>;

function wayTo(photo: StagePhoto, pointEcef: Vec3) {
  const { id, positionEcef, orientation } = photo;
  const away = subtract(pointEcef, positionEcef);
  const distanceM = distance(pointEcef, positionEcef);
  const direction = distanceM > 0 ? scale(away, 1 / distanceM) : away;
  const angle = orientation && Math.acos(Math.min(1, Math.max(-1, dot(direction, orientation.direction))));
  const place = placeIn(photo, pointEcef);
  return { photoId: id, ...place, direction, distanceM, viewAngleDeg: angle && angle * DEG_PER_RAD };
}

export const obstacleOf = ({ modeltypeId, featureId, distance: distanceM }: Surface): SightObstacle => ({
  layer: modeltypeId,
  featureId,
  distanceM,
});

/** The position of a point in the picture; `isInside` is null where pose or lens are missing. */
function placeIn(photo: StagePhoto, pointEcef: Vec3) {
  const { positionEcef, orientation, lens } = photo;
  const isAnywhere = isWholeSphere(photo);
  if (!orientation || !lens) return { pixel: null, isInside: isAnywhere ? true : null };
  const pixel = photoPixelOf({ position: positionEcef, ...orientation, lens }, pointEcef);
  return { pixel, isInside: isAnywhere || (pixel !== null && isInPicture(pixel, lens)) };
}

/** The picture covers all directions. */
export const isWholeSphere = ({ lens }: StagePhoto): boolean =>
  lens?.projection === 'equirectangular' && lens.crop === null;
