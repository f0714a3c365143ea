import {
  type ReadonlyVec3,
  type Vec3,
  add,
  cross,
  distance,
  dot,
  normalize,
  scale,
  subtract,
} from '@overlook/shared/maths';
import type { Frame } from './frame.ts';
import type { Patch } from './patch.ts';
import { rod, torus } from './solids.ts';

/** One piece of a pipe: a straight or an elbow. */
export interface PipePiece {
  readonly kind: 'straight' | 'elbow';
  readonly patches: Patch[];
  /** Along the centre line, metres. */
  readonly length: number;
  readonly from: Vec3;
  readonly to: Vec3;
}

/**
 * A pipe of radius r along a polyline: straights of at most `longestStraight` metres, and an elbow of 1.5 diameters
 * (or less where the legs are short) at every corner. Points are site ENU metres. Corners may turn by any angle but a
 * full reversal.
 */
export function pipeRun(points: readonly ReadonlyVec3[], r: number, longestStraight = 6): PipePiece[] {
  const pieces: PipePiece[] = [];
  let start: Vec3 = [...points[0]!];
  for (let i = 1; i < points.length; i++) {
    const corner = points[i]!;
    const next = points[i + 1];
    if (!next) {
      pieces.push(...straights(start, [...corner], r, longestStraight));
      break;
    }
    const incoming = normalize(subtract(corner, points[i - 1]!));
    const outgoing = normalize(subtract(next, corner));
    const turn = Math.acos(Math.min(1, Math.max(-1, dot(incoming, outgoing))));
    if (turn < 1e-3) continue;
    const room = 0.48 * Math.min(distance(corner, points[i - 1]!), distance(corner, next));
    const bendRadius = Math.min(3 * r, room / Math.tan(turn / 2));
    const reach = bendRadius * Math.tan(turn / 2);
    const a = subtract(corner, scale(incoming, reach));
    const b = add(corner, scale(outgoing, reach));
    pieces.push(...straights(start, a, r, longestStraight), elbow(a, b, incoming, outgoing, bendRadius, r, turn));
    start = b;
  }
  return pieces;
}

function straights(from: Vec3, to: Vec3, r: number, longest: number): PipePiece[] {
  const length = distance(from, to);
  const count = Math.max(1, Math.ceil(length / longest - 1e-6));
  if (length < 1e-3) return [];
  return Array.from({ length: count }, (_, i) => {
    const a = add(from, scale(subtract(to, from), i / count));
    const b = add(from, scale(subtract(to, from), (i + 1) / count));
    return { kind: 'straight', patches: rod(a, b, r), length: length / count, from: a, to: b };
  });
}

function elbow(
  a: Vec3,
  b: Vec3,
  incoming: Vec3,
  outgoing: Vec3,
  bendRadius: number,
  r: number,
  turn: number,
): PipePiece {
  const z = normalize(cross(incoming, outgoing));
  // The bend's centre lies to the inside of the turn; x points from it to where the bend starts.
  const inward = cross(z, incoming);
  const origin = add(a, scale(inward, bendRadius));
  const x = scale(inward, -1);
  const frame: Frame = { origin, x, y: cross(z, x), z };
  return { kind: 'elbow', patches: [torus(frame, bendRadius, r, 0, turn)], length: bendRadius * turn, from: a, to: b };
}
