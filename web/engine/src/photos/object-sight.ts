/**
 * The share of an object that a photo shows: rays from the camera of the photo to samples in the object's box are tested against
 * the model. A surface inside the box counts as the object, so that layers without objects work too. A ray that hits nothing in
 * the box misses the object and does not count.
 */
import {
  type Vec3,
  dot,
  enuAxesAt,
  isInPicture,
  photoPixelOf,
  scale,
  subtract,
  vec3Of,
  AXES,
} from '@overlook/shared/maths';
import { hidingGapM } from '../picking/hides.ts';
import { type RayTest, type Surface, gapOf, isWholeSphere, obstacleOf, placeOf } from './photo-sight.ts';
import type { PhotoSight, SightGap, SightObstacle, SightVerdict, StagePhoto } from './photo.ts';

/** Samples along each side of the box. */
const PER_SIDE = 4;
/** From this share on, a photo counts as one that sees the object: a railing in front of its edge does not matter. */
const SEES_FROM_SHARE = 0.9;

/** Axis-aligned in ENU: sizes are metres east, north and up at its centre. */
export interface SightBox {
  readonly middleEcef: Vec3;
  readonly sizeEnu: Vec3;
}

type RayResult = 'seen' | 'outside' | 'missed' | 'unknown' | Surface;

export function objectSightOf(photo: StagePhoto, box: SightBox, castRay: RayTest): PhotoSight {
  const { orientation, lens } = photo;
  const place = placeOf(photo, box.middleEcef);
  const isAnywhere = isWholeSphere(photo);
  const gap = gapOf(photo);
  if (gap) return { ...place, ...unknown(gap) };
  const axes = enuAxesAt(box.middleEcef);
  const inBoxFrame = (way: Vec3): Vec3 => [dot(way, axes.east), dot(way, axes.north), dot(way, axes.up)];
  const half = scale(box.sizeEnu, 0.5);
  const eye = inBoxFrame(subtract(photo.positionEcef, box.middleEcef));
  const camera = orientation && lens && { position: photo.positionEcef, ...orientation, lens };
  const results = samplesIn(half).map((to): RayResult => {
    const away = subtract(to, eye);
    const lengthM = Math.hypot(...away);
    if (lengthM === 0) return 'missed';
    const way = scale(away, 1 / lengthM);
    const direction = vec3Of((k) => way[0] * axes.east[k] + way[1] * axes.north[k] + way[2] * axes.up[k]);
    const [enterM, leaveM] = crossing(eye, way, half);
    const result = rayResultOf(castRay(photo.positionEcef, direction, leaveM), enterM);
    const pointEcef = vec3Of((k) => photo.positionEcef[k] + direction[k] * lengthM);
    const pixel = isAnywhere || !camera ? null : photoPixelOf(camera, pointEcef);
    const isInside = isAnywhere || (pixel !== null && isInPicture(pixel, lens!));
    return isInside || result === 'missed' ? result : 'outside';
  });
  return { ...place, ...summary(results) };
}

function rayResultOf(cast: ReturnType<RayTest>, enterM: number): RayResult {
  const pick = cast?.pick ?? null;
  if (pick && pick.distance < enterM - hidingGapM(enterM, pick.errorMetres)) return pick;
  if (pick) return 'seen';
  return cast?.isCovered ? 'missed' : 'unknown';
}

type Summary = Pick<PhotoSight, 'verdict' | 'unknownFor' | 'share' | 'behind'>;

function summary(results: readonly RayResult[]): Summary {
  const count = (of: RayResult) => results.filter((result) => result === of).length;
  const obstacles = results.filter((result) => typeof result !== 'string');
  const [seen, outside, missing] = [count('seen'), count('outside'), count('unknown')];
  const solid = seen + outside + obstacles.length;
  if (solid === 0 || missing > solid) return unknown(missing > 0 ? 'missing' : 'empty');
  const share = seen / solid;
  const verdict = verdictOf(share, obstacles.length > 0);
  return { verdict, unknownFor: null, share, behind: mostOf(obstacles) };
}

const unknown = (unknownFor: SightGap): Summary => ({ verdict: 'unknown', unknownFor, share: null, behind: null });

function verdictOf(share: number, isAnyHidden: boolean): SightVerdict {
  if (share >= SEES_FROM_SHARE) return 'sees';
  if (share > 0) return 'part';
  return isAnyHidden ? 'hidden' : 'outside';
}

/** The occluder of most rays. */
function mostOf(obstacles: readonly Surface[]): SightObstacle | null {
  const keyOf = ({ modeltypeId, featureId }: Surface) => `${modeltypeId} ${featureId}`;
  const counts = new Map<string, number>();
  for (const obstacle of obstacles) counts.set(keyOf(obstacle), (counts.get(keyOf(obstacle)) ?? 0) + 1);
  const most = obstacles.toSorted((a, b) => counts.get(keyOf(b))! - counts.get(keyOf(a))!)[0];
  return most ? obstacleOf(most) : null;
}

/** Samples spread evenly over a box around the origin, none on its faces. */
function samplesIn(half: Vec3): Vec3[] {
  const steps = Array.from({ length: PER_SIDE }, (_, i) => (2 * i + 1) / PER_SIDE - 1);
  return steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x * half[0], y * half[1], z * half[2]])));
}

/** Distances at which a ray to a sample enters and leaves the box, metres; 0 for the entry of a ray that begins inside. */
function crossing(eye: Vec3, way: Vec3, half: Vec3): [number, number] {
  let [enter, leave] = [0, Infinity];
  for (const k of AXES) {
    if (way[k] === 0) continue;
    const [a, b] = [(-half[k] - eye[k]) / way[k], (half[k] - eye[k]) / way[k]];
    enter = Math.max(enter, Math.min(a, b));
    leave = Math.min(leave, Math.max(a, b));
  }
  return [enter, leave];
}
