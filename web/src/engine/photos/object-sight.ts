/**
 * How much of an object photos show: rays from the camera of the photo to places spread over the object's box, against the
 * model. A surface within the box is taken for the object, so that any layer answers, also one without objects. A ray that
 * meets nothing in the box passes the object by and does not count.
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

/** Places along each side of the box. */
const PER_SIDE = 4;
/** From this share on a photo counts as one that sees the object: an edge behind a railing takes nothing from it. */
const SEES_FROM_SHARE = 0.9;

/** Upright: sizes are metres east, north and up at its middle. */
export interface SightBox {
  readonly middleEcef: Vec3;
  readonly sizeEnu: Vec3;
}

type RayAnswer = 'seen' | 'outside' | 'passing' | 'unknown' | Surface;

export function objectSightOf(photo: StagePhoto, box: SightBox, meet: RayTest): PhotoSight {
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
  const answers = placesIn(half).map((to): RayAnswer => {
    const away = subtract(to, eye);
    const lengthM = Math.hypot(...away);
    if (lengthM === 0) return 'passing';
    const way = scale(away, 1 / lengthM);
    const direction = vec3Of((k) => way[0] * axes.east[k] + way[1] * axes.north[k] + way[2] * axes.up[k]);
    const [enterM, leaveM] = crossing(eye, way, half);
    const answer = answerOf(meet(photo.positionEcef, direction, leaveM), enterM);
    const pointEcef = vec3Of((k) => photo.positionEcef[k] + direction[k] * lengthM);
    const pixel = isAnywhere || !camera ? null : photoPixelOf(camera, pointEcef);
    const isInside = isAnywhere || (pixel !== null && isInPicture(pixel, lens!));
    return isInside || answer === 'passing' ? answer : 'outside';
  });
  return { ...place, ...summary(answers) };
}

function answerOf(meeting: ReturnType<RayTest>, enterM: number): RayAnswer {
  const pick = meeting?.pick ?? null;
  if (pick && pick.distance < enterM - hidingGapM(enterM, pick.errorMetres)) return pick;
  if (pick) return 'seen';
  return meeting?.isCovered ? 'passing' : 'unknown';
}

type Summary = Pick<PhotoSight, 'verdict' | 'unknownFor' | 'share' | 'behind'>;

function summary(answers: readonly RayAnswer[]): Summary {
  const count = (of: RayAnswer) => answers.filter((answer) => answer === of).length;
  const obstacles = answers.filter((answer) => typeof answer !== 'string');
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

/** What hides most of the object. */
function mostOf(obstacles: readonly Surface[]): SightObstacle | null {
  const keyOf = ({ modeltypeId, featureId }: Surface) => `${modeltypeId} ${featureId}`;
  const counts = new Map<string, number>();
  for (const obstacle of obstacles) counts.set(keyOf(obstacle), (counts.get(keyOf(obstacle)) ?? 0) + 1);
  const most = obstacles.toSorted((a, b) => counts.get(keyOf(b))! - counts.get(keyOf(a))!)[0];
  return most ? obstacleOf(most) : null;
}

/** Spread evenly over a box about the origin, not on its faces. */
function placesIn(half: Vec3): Vec3[] {
  const steps = Array.from({ length: PER_SIDE }, (_, i) => (2 * i + 1) / PER_SIDE - 1);
  return steps.flatMap((x) => steps.flatMap((y) => steps.map((z): Vec3 => [x * half[0], y * half[1], z * half[2]])));
}

/** Where a ray to a place in the box enters it and leaves it, metres; it enters at 0 from inside. */
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
