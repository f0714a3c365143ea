/**
 * Whether photos show a point: by their pose and lens, and by a ray from their camera to the point against the model. The
 * section volume and the filters of objects do not count: what is hidden on the screen was there when the photo was taken.
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
  /** From the start of the ray, metres. */
  readonly distance: number;
  /** Likely error of its place. */
  readonly errorMetres: number;
}

/** What a ray meets on its way. */
interface RayMeeting {
  /** The nearest. */
  readonly pick: Surface | null;
  /** The model is loaded along the whole line. */
  readonly isCovered: boolean;
}

/** ECEF metres; null without a model. */
export type RayTest = (originEcef: Vec3, directionEcef: Vec3, lengthM: number) => RayMeeting | null;

/** A coarse surface that is nearer by more than this may be the one of the point or another: metres. */
const UNSURE_FROM_M = 1;

/** `errorMetres` is that of the point. */
export function sightOf(photo: StagePhoto, pointEcef: Vec3, errorMetres: number, meet: RayTest): PhotoSight {
  const { positionEcef } = photo;
  const { direction, isInside, ...at } = wayTo(photo, pointEcef);
  const { distanceM } = at;
  const of = { ...at, share: null, unknownFor: null };
  if (isInside === false) return { ...of, verdict: 'outside', behind: null };
  const meeting = distanceM > 0 ? meet(positionEcef, direction, distanceM) : null;
  const pick = meeting?.pick ?? null;
  const gapM = pick ? distanceM - pick.distance : 0;
  const toleranceM = hidingGapM(distanceM, Math.max(errorMetres, pick?.errorMetres ?? 0));
  if (pick && gapM > toleranceM) return { ...of, verdict: 'hidden', behind: obstacleOf(pick) };
  const isSure = gapM <= Math.max(UNSURE_FROM_M, errorMetres);
  const unknownFor = gapOf(photo) ?? (!meeting?.isCovered ? 'missing' : isSure ? null : 'coarse');
  return { ...of, verdict: unknownFor ? 'unknown' : 'sees', unknownFor, behind: null };
}

/** The missing data about the view of a photo; null where all is known. */
export function gapOf(photo: StagePhoto): SightGap | null {
  if (isWholeSphere(photo)) return null;
  return !photo.orientation ? 'direction' : !photo.lens ? 'lens' : null;
}

/** The position of a point in a photo, whether anything hides it or not. */
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

/** No direction lies outside the picture. */
export const isWholeSphere = ({ lens }: StagePhoto): boolean =>
  lens?.projection === 'equirectangular' && lens.crop === null;
