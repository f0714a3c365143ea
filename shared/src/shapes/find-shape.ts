import {
  type ReadonlyVec3,
  type Vec3,
  add,
  cross,
  dot,
  eigenOfSymmetric,
  length,
  normalize,
  scale,
  subtract,
} from '../maths/index.ts';
import { type FittedShape, type SettledShape, pointAt, settleShape } from './fit-shape.ts';
import { PointTree } from './point-tree.ts';
import { type Cylinder, type FlatSurface, type Shape, type ShapeKind, type Sphere, offSurface } from './shape.ts';

/** Why no shape is claimed. */
export type ShapeRefusal = 'fewPoints' | 'noSurface' | 'otherShape' | 'uncertain';

export interface FoundShape<S extends Shape = Shape> extends FittedShape<S> {
  /** Ends of what the points cover along the axis of a cylinder, metres from `shape.point`; 0 for other shapes. */
  readonly alongM: readonly [number, number];
  /** Share of the circle round a cylinder's axis that points cover, 0 to 1; 1 for other shapes. */
  readonly seenShare: number;
  readonly chosen: readonly number[];
  /** The points that were looked at, in the order of `chosen`. */
  readonly xyz: Float64Array;
}
type Of<K extends ShapeKind> = Extract<Shape, { kind: K }>;
export type ShapeAnswer<K extends ShapeKind> = FoundShape<Of<K>> | ShapeRefusal;

export interface FindOptions {
  /** Standard deviation that is expected of a point, metres. */
  readonly noiseM: number;
  /** Points farther from the pick are not looked at, metres. */
  readonly reachM: number;
}

/** More points make an answer slower, not truer. */
const POINTS_MOST = 6000;
const POINTS_LEAST = 12;
const NEIGHBOURS = 8;
/** Pairs of points that hypotheses are made of: the nearest few with each of some more. */
const [FIRST_OF_PAIR, SECOND_OF_PAIR] = [8, 24];
const SCORED_POINTS = 80;
/** |cos| between the normal of a point and that of the shape. */
const ALIKE = 0.8;
/** Shares of the reach at which a shape that begins at the pick is fitted anew. */
const GROWTH = [1 / 3, 1 / 2, 3 / 4, 1];
/** Points beyond an empty stretch of this share of the reach belong to something else. */
const GAP = 1 / 2;
/** A residual of so many times the expected noise is no such shape. */
const NOISE_TIMES = 2.5;
const NOISE_LEAST_M = 0.002;
/** Of the radius. */
const UNCERTAIN = 0.16;

/**
 * Finds the shape of a kind on which a picked point lies, among points around it in metres, with the pick at the origin: hypotheses from
 * pairs of points with normals near the pick (RANSAC, Schnabel et al. 2007, but every pair), the best of which grows. Refuses what is not
 * surely such a shape. At most 6,000 points are used, evenly taken.
 */
export function findShape<K extends ShapeKind>(kind: K, around: Float64Array, options: FindOptions): ShapeAnswer<K> {
  const near = within(around, options.reachM);
  if (near.length < 3 * POINTS_LEAST) return 'fewPoints';
  const tree = new PointTree(near);
  const normals = new Normals(tree);
  const nearest = new Int32Array(Math.min(SCORED_POINTS, tree.count));
  tree.nearestMany(0, 0, 0, options.reachM, nearest);
  const noiseM = Math.max(options.noiseM, NOISE_LEAST_M);
  const start = bestHypothesis(kind, tree.xyz, nearest, normals, 2 * noiseM);
  if (!start) return 'noSurface';
  return grown(tree, normals, start, { ...options, noiseM });
}

/** The points in a ball around the origin, evenly thinned to `POINTS_MOST`. */
function within(around: Float64Array, reachM: number): Float64Array {
  const isIn = (i: number) => Math.hypot(around[3 * i]!, around[3 * i + 1]!, around[3 * i + 2]!) <= reachM;
  let count = 0;
  for (let i = 0; 3 * i < around.length; i++) if (isIn(i)) count++;
  const kept = new Float64Array(3 * Math.min(count, POINTS_MOST));
  const share = Math.min(1, POINTS_MOST / count);
  for (let i = 0, seen = 0, to = 0; 3 * i < around.length; i++) {
    if (!isIn(i)) continue;
    if (Math.floor((seen + 1) * share) > Math.floor(seen * share) && to < kept.length) {
      kept.set(around.subarray(3 * i, 3 * i + 3), to);
      to += 3;
    }
    seen++;
  }
  return kept;
}

/** Normals by the plane through the nearest points; each is calculated when it is first asked for. */
class Normals {
  readonly #normals = new Map<number, Vec3>();
  readonly #found = new Int32Array(NEIGHBOURS);
  constructor(private readonly tree: PointTree) {}

  at(point: number): Vec3 {
    const known = this.#normals.get(point);
    if (known) return known;
    const normal = this.#fit(point);
    this.#normals.set(point, normal);
    return normal;
  }
  #fit(point: number): Vec3 {
    const { xyz } = this.tree;
    const [x, y, z] = pointAt(xyz, point);
    const size = this.tree.nearestMany(x, y, z, Infinity, this.#found);
    let mean: Vec3 = [0, 0, 0];
    for (let i = 0; i < size; i++) mean = add(mean, scale(pointAt(xyz, this.#found[i]!), 1 / size));
    const rows: [Vec3, Vec3, Vec3] = [
      [0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ];
    for (let i = 0; i < size; i++) {
      const off = subtract(pointAt(xyz, this.#found[i]!), mean);
      for (const r of [0, 1, 2] as const) for (const c of [0, 1, 2] as const) rows[r][c] += off[r] * off[c];
    }
    return eigenOfSymmetric(rows)[0].vector;
  }
}

const HYPOTHESES: { readonly [K in ShapeKind]: (p: Vec3, n: Vec3, q: Vec3, m: Vec3) => Of<K> | null } = {
  plane: (p, n): FlatSurface => ({ kind: 'plane', point: p, axis: n }),
  sphere(p, n, q, m): Sphere | null {
    const point = nearestOfLines(p, n, q, m);
    return point && { kind: 'sphere', point, radiusM: (length(subtract(p, point)) + length(subtract(q, point))) / 2 };
  },
  cylinder(p, n, q, m): Cylinder | null {
    const axis = cross(n, m);
    // Normals that are nearly parallel do not say where the axis is.
    if (length(axis) < 0.05) return null;
    const unit = normalize(axis);
    const level = (point: Vec3) => subtract(point, scale(unit, dot(subtract(point, p), unit)));
    const point = nearestOfLines(p, n, level(q), m);
    if (!point) return null;
    const radiusM = (length(subtract(p, point)) + length(subtract(level(q), point))) / 2;
    return { kind: 'cylinder', point, axis: unit, radiusM };
  },
};

/** The point between two lines where they are nearest. */
function nearestOfLines(p: Vec3, n: Vec3, q: Vec3, m: Vec3): Vec3 | null {
  const between = dot(n, m);
  const square = 1 - between * between;
  if (square < 0.0025) return null;
  const way = subtract(q, p);
  const [a, b] = [dot(way, n), dot(way, m)];
  const [s, t] = [(a - between * b) / square, (between * a - b) / square];
  return scale(add(add(p, scale(n, s)), add(q, scale(m, t))), 0.5);
}

function bestHypothesis<K extends ShapeKind>(
  kind: K,
  xyz: Float64Array,
  nearest: Int32Array,
  normals: Normals,
  toleranceM: number,
): Of<K> | null {
  let [best, bestScore] = [null as Of<K> | null, 0];
  for (let first = 0; first < FIRST_OF_PAIR; first++)
    for (let second = first + 1; second < Math.min(SECOND_OF_PAIR, nearest.length); second++) {
      const [i, k] = [nearest[first]!, nearest[second]!];
      const shape = HYPOTHESES[kind](pointAt(xyz, i), normals.at(i), pointAt(xyz, k), normals.at(k));
      if (!shape) continue;
      let score = 0;
      for (const point of nearest) if (isOn(shape, xyz, point, normals, toleranceM)) score++;
      if (score > bestScore) [best, bestScore] = [shape, score];
    }
  return bestScore >= nearest.length / 3 ? best : null;
}

function isOn(shape: Shape, xyz: Float64Array, point: number, normals: Normals, toleranceM: number): boolean {
  const { outwards, distanceM } = offSurface(shape, pointAt(xyz, point));
  return Math.abs(distanceM) <= toleranceM && Math.abs(dot(outwards, normals.at(point))) >= ALIKE;
}

function grown<K extends ShapeKind>(
  { xyz, count }: PointTree,
  normals: Normals,
  start: Of<K>,
  { reachM, noiseM }: FindOptions,
): ShapeAnswer<K> {
  let settled: SettledShape<Of<K>> | null = null;
  let shape: Of<K> = start;
  const leastM = NOISE_TIMES * noiseM;
  for (const share of GROWTH) {
    const from: number[] = [];
    const looseM = 4 * leastM;
    for (let i = 0; i < count; i++)
      if (length(pointAt(xyz, i)) <= share * reachM && isOn(shape, xyz, i, normals, looseM)) from.push(i);
    const next: SettledShape<Of<K>> | null = settleShape(
      xyz,
      connected(shape, xyz, from, GAP * share * reachM),
      shape,
      {
        tolerance: settled ? leastM : looseM,
        leastM: noiseM,
      },
    );
    if (next && next.chosen.length >= POINTS_LEAST) [settled, shape] = [next, next.shape];
  }
  if (!settled) return 'fewPoints';
  if (settled.residualM > NOISE_TIMES * noiseM || missesPick(settled.shape, leastM)) return 'otherShape';
  if (isUncertain(settled)) return 'uncertain';
  return {
    ...settled,
    xyz,
    alongM: extentAlong(shape, xyz, settled.chosen),
    seenShare: seenShare(shape, xyz, settled.chosen),
  };
}

const missesPick = (shape: Shape, leastM: number): boolean =>
  Math.abs(offSurface(shape, [0, 0, 0]).distanceM) > 2 * leastM;

const isUncertain = (fit: FittedShape<Shape>): boolean =>
  fit.shape.kind !== 'plane' && radiusHalfWidth95(fit) > UNCERTAIN * fit.shape.radiusM;

/** Half of the 95 % interval of the radius of a cylinder or sphere, metres. */
export const radiusHalfWidth95 = ({ shape, halfWidth95 }: FittedShape<Shape>): number =>
  halfWidth95(shape.kind === 'cylinder' ? [0, 0, 0, 0, 1] : [0, 0, 0, 1]);

const along = (shape: Shape, point: ReadonlyVec3): number =>
  shape.kind === 'cylinder' ? dot(subtract(point, shape.point), shape.axis) : 0;

/** The points that hang together with the pick along the axis of a cylinder. */
function connected(shape: Shape, xyz: Float64Array, from: readonly number[], gapM: number): readonly number[] {
  if (shape.kind !== 'cylinder') return from;
  const at = new Map(from.map((i) => [i, along(shape, pointAt(xyz, i))]));
  const sorted = from.toSorted((p, q) => at.get(p)! - at.get(q)!);
  const pick = along(shape, [0, 0, 0]);
  let first = sorted.findIndex((i) => at.get(i)! >= pick);
  if (first < 0) first = sorted.length - 1;
  let [low, high] = [first, first];
  while (low > 0 && at.get(sorted[low]!)! - at.get(sorted[low - 1]!)! <= gapM) low--;
  while (high < sorted.length - 1 && at.get(sorted[high + 1]!)! - at.get(sorted[high]!)! <= gapM) high++;
  return sorted.slice(low, high + 1);
}

function extentAlong(shape: Shape, xyz: Float64Array, chosen: readonly number[]): [number, number] {
  const extent: [number, number] = [Infinity, -Infinity];
  for (const i of chosen) {
    const at = along(shape, pointAt(xyz, i));
    extent[0] = Math.min(extent[0], at);
    extent[1] = Math.max(extent[1], at);
  }
  return extent;
}

const SECTORS = 36;

function seenShare(shape: Shape, xyz: Float64Array, chosen: readonly number[]): number {
  if (shape.kind !== 'cylinder') return 1;
  const [reference] = [offSurface(shape, pointAt(xyz, chosen[0]!)).outwards];
  const beside = cross(shape.axis, reference);
  const seen = new Set<number>();
  for (const i of chosen) {
    const { outwards } = offSurface(shape, pointAt(xyz, i));
    seen.add(
      Math.floor((Math.atan2(dot(outwards, beside), dot(outwards, reference)) / (2 * Math.PI) + 0.5) * SECTORS) %
        SECTORS,
    );
  }
  return seen.size / SECTORS;
}
