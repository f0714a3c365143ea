/** The whole edge that a piece of it belongs to: a straight stretch between two corners, or an arc of a circle. */
import { type Vec3, cross, distance, dot, normalize, subtract } from '@overlook/shared/maths';
import { type Circle, fitCircle, unevennessOf } from './fit-circle.ts';
import type { PartFaces } from './part-faces.ts';

/** A walk ends after so many pieces. */
const PIECES_MOST = 400;
const STRAIGHT_COS = Math.cos((0.5 * Math.PI) / 180);
/** A larger turn between two pieces is a corner: a circle of facets has at least 8. */
const CURVE_COS = Math.cos((50 * Math.PI) / 180);
/** How alike the pieces of an arc are: curvature, and cosine of the angle between their planes. */
const CURVATURE_SHARE = 0.25;
const PLANE_COS = Math.cos((6 * Math.PI) / 180);
/** Of the radius: how far corners of a circle may lie off it, and off its plane. */
const ROUND_SHARE = 0.01;
const CLOSED_LEAST = 8;
const ARC_LEAST = 5;
const ARC_SWEEP_LEAST = Math.PI / 4;

export interface WalkedEdge {
  /** Ends of the straight stretch, in the frame of the part. */
  readonly ends: readonly [Vec3, Vec3];
  readonly circle: Circle | null;
}

/** Follows the piece between the places of two vertices both ways. */
export function walkEdge(faces: PartFaces, a: number, b: number): WalkedEdge {
  const circle = circleOf(faces, a, b) ?? circleOf(faces, b, a);
  const [from, to] = [straightEnd(faces, b, a), straightEnd(faces, a, b)];
  return { ends: [faces.pointOf(from), faces.pointOf(to)], circle };
}

interface Step {
  readonly to: number;
  readonly cos: number;
}

/** The feature edge that goes on most straightly from `at`, with all that meet there. */
function nextOf(faces: PartFaces, from: number, at: number): { step: Step | null; ends: number } {
  const way = normalize(subtract(faces.pointOf(at), faces.pointOf(from)));
  const ends = faces.featureEnds(at);
  let step: Step | null = null;
  for (const to of ends) {
    if (faces.isSamePlace(to, from)) continue;
    const cos = dot(way, normalize(subtract(faces.pointOf(to), faces.pointOf(at))));
    if (!step || cos > step.cos) step = { to, cos };
  }
  return { step, ends: ends.length };
}

/** The corner at which the straight line from `from` over `at` ends: the edge bends there, or others meet it. */
function straightEnd(faces: PartFaces, from: number, at: number): number {
  let [last, here] = [from, at];
  for (let pieces = 0; pieces < PIECES_MOST; pieces++) {
    const { step, ends } = nextOf(faces, last, here);
    if (!step || ends > 2 || step.cos < STRAIGHT_COS) return here;
    [last, here] = [here, step.to];
  }
  return here;
}

interface Bend {
  readonly curvature: number;
  readonly axis: Vec3;
}

function bendOf(a: Vec3, b: Vec3, c: Vec3, cos: number): Bend {
  const meanM = (distance(a, b) + distance(b, c)) / 2;
  return { curvature: Math.acos(Math.min(1, cos)) / meanM, axis: normalize(cross(subtract(b, a), subtract(c, b))) };
}

const isAlike = (one: Bend, other: Bend): boolean =>
  Math.abs(one.curvature - other.curvature) <= CURVATURE_SHARE * other.curvature &&
  dot(one.axis, other.axis) >= PLANE_COS;

/** The circle of the arc that bends at `b`; null where there is none. */
function circleOf(faces: PartFaces, a: number, b: number): Circle | null {
  const onward = [faces.pointOf(a), faces.pointOf(b)];
  const seed = follow(faces, a, b, onward, null);
  if (!seed) return null;
  const back: Vec3[] = [faces.pointOf(b), faces.pointOf(a)];
  const isClosed = seed.isClosed;
  if (!isClosed)
    follow(faces, b, a, back, { ...seed.bend, axis: [-seed.bend.axis[0], -seed.bend.axis[1], -seed.bend.axis[2]] });
  const points = [...back.slice(2).reverse(), ...onward];
  if (points.length < (isClosed ? CLOSED_LEAST : ARC_LEAST)) return null;
  const circle = fitCircle(points);
  if (!circle || Math.max(circle.farthestM, unevennessOf(circle, points)) > ROUND_SHARE * circle.radiusM) return null;
  if (!isClosed && sweepOf(circle, points) < ARC_SWEEP_LEAST) return null;
  return circle;
}

/** Adds the points of an arc onwards from `at`, while it bends as it began. Null where it does not bend. */
function follow(
  faces: PartFaces,
  from: number,
  at: number,
  points: Vec3[],
  like: Bend | null,
): { bend: Bend; isClosed: boolean } | null {
  const start = from;
  let [last, here, bend] = [from, at, like];
  for (let pieces = 0; pieces < PIECES_MOST; pieces++) {
    const { step } = nextOf(faces, last, here);
    if (!step || step.cos < CURVE_COS || step.cos >= STRAIGHT_COS) break;
    const next = bendOf(faces.pointOf(last), faces.pointOf(here), faces.pointOf(step.to), step.cos);
    if (bend && !isAlike(next, bend)) break;
    bend ??= next;
    if (faces.isSamePlace(step.to, start)) return { bend, isClosed: true };
    points.push(faces.pointOf(step.to));
    [last, here] = [here, step.to];
  }
  return bend && { bend, isClosed: false };
}

/** The angle that a chain of points on a circle goes round, radians. */
function sweepOf({ centre }: Circle, points: readonly Vec3[]): number {
  let sweep = 0;
  for (let i = 1; i < points.length; i++) {
    const [one, other] = [points[i - 1]!, points[i]!].map((point) => normalize(subtract(point, centre)));
    sweep += Math.acos(Math.min(1, Math.max(-1, dot(one!, other!))));
  }
  return sweep;
}
