import { type ReadonlyVec3, type Vec3, add, cross, dot, length, scale, subtract } from '@overlook/shared/maths';
import { extentOf } from '../geometry/patch.ts';
import { gridSize, pushTriangles } from '../geometry/tessellate.ts';
import { Bvh } from '../light/bvh.ts';
import { type PlantDescription, isCaptured } from '../plant/types.ts';

/** Chords of the surfaces, metres. Rays and scans see the same triangles. */
const FINENESS = { tolerance: 0.002, longestEdge: 1000 };
/** Steps in which the search for the nearest hit comes nearer, metres. */
const NEARER_M = 1e-6;

/** A scanner's points are this much nearer to each other than those that are kept. */
const SCANNED_OVER_KEPT = 1.7;

interface Beam {
  readonly originEnu: ReadonlyVec3;
  /** Unit. */
  readonly directionEnu: ReadonlyVec3;
  /** Metres along it between which points are made, and the radius around it. */
  readonly from: number;
  readonly to: number;
  readonly radiusM: number;
}

/** What a survey sees of a plant, but leaves, as triangles that follow the exact surfaces to two millimetres. */
export class PlantSurface {
  private readonly corners: Float64Array;
  private readonly balls: Float64Array;
  private readonly bvh: Bvh;

  constructor({ parts }: Pick<PlantDescription, 'parts'>) {
    const corners: number[] = [];
    for (const part of parts)
      if (isCaptured(part) && part.material !== 'foliage')
        for (const patch of part.patches) pushTriangles(patch, ...gridSize(extentOf(patch), FINENESS), corners);
    this.corners = Float64Array.from(corners);
    this.balls = ballsOf(this.corners);
    this.bvh = new Bvh(corners);
  }

  /** Metres along a ray (ENU metres; unit direction) to the nearest surface; Infinity for none. */
  distanceAlong(originEnu: ReadonlyVec3, directionEnu: ReadonlyVec3): number {
    let [nearest, next] = [Infinity, 1e4];
    while (next !== Infinity) {
      next = this.bvh.blockedAt(...originEnu, ...directionEnu, nearest === Infinity ? 1e4 : nearest - NEARER_M);
      if (next !== Infinity) nearest = next;
    }
    return nearest;
  }

  /**
   * Points of a scan in a beam, thinned to one in each cube of `spacingM`; each is off its surface by what `noiseM` returns, along the
   * normal.
   */
  scanned(beam: Beam, spacingM: number, next: () => number, noiseM: () => number): Vec3[] {
    const points: Vec3[] = [];
    const { corners } = this;
    for (let at = 0; at < corners.length; at += 9) {
      if (isAway(beam, this.balls, (at / 9) * 4)) continue;
      const [a, b, c] = [0, 3, 6].map((k) => [corners[at + k]!, corners[at + k + 1]!, corners[at + k + 2]!] as Vec3);
      scatter(beam, [a!, b!, c!], { spacingM: spacingM / SCANNED_OVER_KEPT, next, noiseM }, points);
    }
    return thinned(points, spacingM);
  }
}

/** The first point of each cube. */
function thinned(points: readonly Vec3[], edgeM: number): Vec3[] {
  const kept = new Map<string, Vec3>();
  for (const point of points) {
    const cube = point.map((value) => Math.floor(value / edgeM)).join(' ');
    if (!kept.has(cube)) kept.set(cube, point);
  }
  return [...kept.values()];
}

/** Four numbers a triangle: the middle of its corners, and the radius of the ball there that holds it. */
function ballsOf(corners: Float64Array): Float64Array {
  const balls = new Float64Array((corners.length / 9) * 4);
  for (let at = 0, to = 0; at < corners.length; at += 9, to += 4) {
    for (let k = 0; k < 3; k++) balls[to + k] = (corners[at + k]! + corners[at + 3 + k]! + corners[at + 6 + k]!) / 3;
    for (let v = at; v < at + 9; v += 3) {
      const away = Math.hypot(
        corners[v]! - balls[to]!,
        corners[v + 1]! - balls[to + 1]!,
        corners[v + 2]! - balls[to + 2]!,
      );
      balls[to + 3] = Math.max(balls[to + 3]!, away);
    }
  }
  return balls;
}

/** Whether a ball stays outside the beam. */
function isAway({ originEnu, directionEnu, from, to, radiusM }: Beam, balls: Float64Array, at: number): boolean {
  const x = balls[at]! - originEnu[0];
  const y = balls[at + 1]! - originEnu[1];
  const z = balls[at + 2]! - originEnu[2];
  const ball = balls[at + 3]!;
  const along = x * directionEnu[0] + y * directionEnu[1] + z * directionEnu[2];
  if (along + ball < from || along - ball > to) return true;
  return x * x + y * y + z * z - along * along > (radiusM + ball) ** 2;
}

interface Scan {
  readonly spacingM: number;
  readonly next: () => number;
  readonly noiseM: () => number;
}

/** Adds the points of a triangle. */
function scatter(beam: Beam, [a, b, c]: [Vec3, Vec3, Vec3], { spacingM, next, noiseM }: Scan, points: Vec3[]): void {
  const [ab, ac] = [subtract(b, a), subtract(c, a)];
  const square = cross(ab, ac);
  const area = length(square) / 2;
  if (area === 0) return;
  const normal = scale(square, 1 / (2 * area));
  const window = windowOf(beam, a, [ab, ac]);
  if (!window) return;
  const [[u0, u1], [v0, v1]] = window;
  const count = (2 * area * (u1 - u0) * (v1 - v0)) / spacingM ** 2;
  const whole = Math.trunc(count) + (next() < count % 1 ? 1 : 0);
  for (let i = 0; i < whole; i++) {
    const [u, v] = [u0 + next() * (u1 - u0), v0 + next() * (v1 - v0)];
    if (u + v > 1) continue;
    const off = noiseM();
    const point = [0, 1, 2].map((k) => a[k]! + u * ab[k]! + v * ac[k]! + off * normal[k]!) as Vec3;
    const way = subtract(point, beam.originEnu);
    const along = dot(way, beam.directionEnu);
    if (along < beam.from || along > beam.to) continue;
    if (length(way) ** 2 - along ** 2 <= beam.radiusM ** 2) points.push(point);
  }
}

/** The part of a triangle's two edges, 0 to 1 along each, that the ball around the beam covers; null for none. */
function windowOf(beam: Beam, a: Vec3, [ab, ac]: [Vec3, Vec3]): [[number, number], [number, number]] | null {
  const middle = add(beam.originEnu, scale(beam.directionEnu, (beam.from + beam.to) / 2));
  const radius = Math.hypot((beam.to - beam.from) / 2, beam.radiusM);
  const way = subtract(middle, a);
  const [uu, uv, vv] = [dot(ab, ab), dot(ab, ac), dot(ac, ac)];
  const square = uu * vv - uv * uv;
  const [du, dv] = [dot(way, ab), dot(way, ac)];
  const spans = [
    [(du * vv - dv * uv) / square, radius * Math.sqrt(vv / square)],
    [(dv * uu - du * uv) / square, radius * Math.sqrt(uu / square)],
  ].map(([at, by]) => [Math.max(0, at! - by!), Math.min(1, at! + by!)] as [number, number]);
  return spans.every(([from, to]) => from < to) ? (spans as [[number, number], [number, number]]) : null;
}
