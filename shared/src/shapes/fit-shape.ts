import { type Vec3, add, dot, scale, subtract } from '../maths/index.ts';
import { PARAMETERS, type Shape, changed, derivatives, offSurface, squareAxes } from './shape.ts';
import { inverseOfDefinite, timesVector, zeroMatrix, zeros } from './solve.ts';
import { studentFactor95 } from './student.ts';

/** Positions, flat xyz in metres, and the numbers of those that are meant. */
export interface ChosenPoints {
  readonly xyz: Float64Array;
  readonly chosen: ArrayLike<number>;
}

export interface FittedShape<S extends Shape> {
  readonly shape: S;
  readonly points: number;
  /** Standard deviation of the points from the surface, metres. */
  readonly residualM: number;
  /** Half of the 95 % interval of a linear function of the parameters with these derivatives (`PARAMETERS`). */
  readonly halfWidth95: (gradient: readonly number[]) => number;
}

export interface SettledShape<S extends Shape> extends FittedShape<S> {
  readonly chosen: readonly number[];
}

const STEPS_MOST = 30;
/** A step this small beside the residual ends the search, metres. */
const STILL_M = 1e-9;
/** Sides of the grid of blocks for errors that neighbours share. */
const BLOCKS = 4;

export const pointAt = (xyz: Float64Array, i: number): Vec3 => [xyz[3 * i]!, xyz[3 * i + 1]!, xyz[3 * i + 2]!];

/**
 * The shape with the least sum of squared distances from points, by Gauss–Newton from a shape near it; null where points do not define one.
 * Intervals are the larger of two: with errors that are independent, and with errors that neighbours share (the sandwich estimate over
 * 4 × 4 blocks of the surface, Huber 1967), each by Student's t.
 */
function fitShape<S extends Shape>({ xyz, chosen }: ChosenPoints, start: S): FittedShape<S> | null {
  const size = PARAMETERS[start.kind];
  const freedom = chosen.length - size;
  if (freedom < 4) return null;
  let shape = middled(start, { xyz, chosen });
  for (let step = 0; ; step++) {
    const axes = axesOf(shape);
    const normal = normalEquations({ xyz, chosen }, shape, axes);
    const inverse = inverseOfDefinite(normal.matrix);
    if (!inverse) return null;
    const by = timesVector(inverse, normal.vector);
    const isStill = Math.hypot(...by) < STILL_M;
    if (isStill || step === STEPS_MOST) {
      const variance = normal.squares / freedom;
      const shared = sharedErrors({ xyz, chosen }, shape, axes, inverse);
      const [own, blocks] = [studentFactor95(freedom), studentFactor95(BLOCKS ** 2 - size)];
      return {
        shape,
        points: chosen.length,
        residualM: Math.sqrt(variance),
        halfWidth95: (gradient) =>
          Math.max(
            own * Math.sqrt(variance * quadratic(inverse, gradient)),
            shared ? blocks * Math.sqrt(quadratic(shared, gradient)) : 0,
          ),
      };
    }
    shape = changed(
      shape,
      axes,
      by.map((value) => -value),
    );
    if (!isSound(shape)) return null;
  }
}

const axesOf = (shape: Shape): [Vec3, Vec3] => squareAxes(shape.kind === 'sphere' ? [0, 0, 1] : shape.axis);
const isSound = (shape: Shape) =>
  shape.point.every(Number.isFinite) && (shape.kind === 'plane' || (shape.radiusM > 0 && shape.radiusM < 1e4));

/** With its point among the points, so that shifts and tilts do not depend on each other. */
function middled<S extends Shape>(shape: S, points: ChosenPoints): S;
function middled(shape: Shape, { xyz, chosen }: ChosenPoints): Shape {
  if (shape.kind === 'sphere') return shape;
  let mean: Vec3 = [0, 0, 0];
  for (let i = 0; i < chosen.length; i++) mean = add(mean, pointAt(xyz, chosen[i]!));
  mean = scale(mean, 1 / chosen.length);
  if (shape.kind === 'plane') return { ...shape, point: mean };
  return { ...shape, point: add(shape.point, scale(shape.axis, dot(subtract(mean, shape.point), shape.axis))) };
}

function normalEquations({ xyz, chosen }: ChosenPoints, shape: Shape, axes: readonly [Vec3, Vec3]) {
  const size = PARAMETERS[shape.kind];
  const row = new Float64Array(size);
  const matrix = zeroMatrix(size);
  const vector = zeros(size);
  let squares = 0;
  for (let i = 0; i < chosen.length; i++) {
    const point = pointAt(xyz, chosen[i]!);
    const { distanceM } = offSurface(shape, point);
    derivatives(shape, axes, point, row);
    squares += distanceM * distanceM;
    for (let r = 0; r < size; r++) {
      vector[r]! += row[r]! * distanceM;
      for (let c = 0; c <= r; c++) matrix[r]![c]! += row[r]! * row[c]!;
    }
  }
  for (let r = 0; r < size; r++) for (let c = 0; c < r; c++) matrix[c]![r] = matrix[r]![c]!;
  return { matrix, vector, squares };
}

const quadratic = (matrix: readonly (readonly number[])[], gradient: readonly number[]): number =>
  timesVector(matrix, gradient).reduce((sum, value, i) => sum + value * gradient[i]!, 0);

/** Covariance of the parameters where points of a block share their errors; null where the points are too few for blocks. */
function sharedErrors(
  points: ChosenPoints,
  shape: Shape,
  axes: readonly [Vec3, Vec3],
  inverse: readonly (readonly number[])[],
): number[][] | null {
  const { xyz, chosen } = points;
  if (chosen.length < 8 * BLOCKS ** 2) return null;
  const size = PARAMETERS[shape.kind];
  const row = new Float64Array(size);
  const middle = zeroMatrix(size);
  for (const block of blocksOf(points, shape, axes)) {
    const sum = zeros(size);
    for (const i of block) {
      const point = pointAt(xyz, i);
      derivatives(shape, axes, point, row);
      const { distanceM } = offSurface(shape, point);
      for (let r = 0; r < size; r++) sum[r]! += row[r]! * distanceM;
    }
    for (let r = 0; r < size; r++) for (let c = 0; c < size; c++) middle[r]![c]! += sum[r]! * sum[c]!;
  }
  // inverse · middle · inverse, of which `left` has the columns of the first product.
  const left = middle.map((_, c) =>
    timesVector(
      inverse,
      middle.map((line) => line[c]!),
    ),
  );
  const factor = BLOCKS ** 2 / (BLOCKS ** 2 - 1);
  return inverse.map((_, r) =>
    inverse.map((_, c) => factor * left.reduce((sum, column, k) => sum + column[r]! * inverse[k]![c]!, 0)),
  );
}

/** Blocks of about as many points each: strips along one way over the surface, cut along the other. */
function blocksOf({ xyz, chosen }: ChosenPoints, shape: Shape, axes: readonly [Vec3, Vec3]): number[][] {
  const [along, round] = [new Map<number, number>(), new Map<number, number>()];
  const middle = meanOutwards({ xyz, chosen }, shape);
  for (let i = 0; i < chosen.length; i++) {
    const way = subtract(pointAt(xyz, chosen[i]!), shape.point);
    const [a, b, c] = [dot(way, axes[0]), dot(way, axes[1]), shape.kind === 'sphere' ? way[2] : dot(way, shape.axis)];
    along.set(chosen[i]!, shape.kind === 'plane' ? a : c);
    const sideways = Math.atan2(b * middle[0] - a * middle[1], a * middle[0] + b * middle[1]);
    round.set(chosen[i]!, shape.kind === 'plane' ? b : sideways);
  }
  const cut = (numbers: number[], by: ReadonlyMap<number, number>): number[][] => {
    const sorted = numbers.toSorted((p, q) => by.get(p)! - by.get(q)!);
    const each = sorted.length / BLOCKS;
    return Array.from({ length: BLOCKS }, (_, k) => sorted.slice(Math.round(k * each), Math.round((k + 1) * each)));
  };
  return cut(Array.from(chosen), along).flatMap((strip) => cut(strip, round));
}

/** The middle direction of the points across the axes, so that the seam of angles lies at the back. */
function meanOutwards({ xyz, chosen }: ChosenPoints, shape: Shape): [number, number] {
  const [first, second] = axesOf(shape);
  let [a, b] = [0, 0];
  for (let i = 0; i < chosen.length; i++) {
    const { outwards } = offSurface(shape, pointAt(xyz, chosen[i]!));
    a += dot(outwards, first);
    b += dot(outwards, second);
  }
  return [a, b];
}

/** Of the tolerance for points of a surface, in standard deviations: fewer make the stated interval too small. */
const CUT_SIGMAS = 4;
const SIGMA_OF_MEDIAN = 1.4826;
const ROUNDS_MOST = 8;

/**
 * Fits a shape and the choice of its points in turn until neither changes: of `from` those within 4 robust standard deviations, at least
 * `leastM`. Null where too few are left.
 */
export function settleShape<S extends Shape>(
  xyz: Float64Array,
  from: ArrayLike<number>,
  start: S,
  { tolerance, leastM }: { tolerance: number; leastM: number },
): SettledShape<S> | null {
  let [shape, within, before] = [start as S, tolerance, ''];
  for (let round = 1; ; round++) {
    const chosen = nearSurface(xyz, from, shape, within);
    const fit = fitShape<S>({ xyz, chosen }, shape);
    if (!fit) return null;
    const key = `${chosen.length}:${chosen[0]}:${chosen.at(-1)}`;
    if (key === before || round === ROUNDS_MOST) return { ...fit, chosen };
    [shape, before] = [fit.shape, key];
    const off = chosen.map((i) => Math.abs(offSurface(shape, pointAt(xyz, i)).distanceM)).sort((a, b) => a - b);
    within = Math.max(CUT_SIGMAS * SIGMA_OF_MEDIAN * off[off.length >> 1]!, leastM);
  }
}

function nearSurface(xyz: Float64Array, from: ArrayLike<number>, shape: Shape, withinM: number): number[] {
  const near: number[] = [];
  for (let k = 0; k < from.length; k++)
    if (Math.abs(offSurface(shape, pointAt(xyz, from[k]!)).distanceM) <= withinM) near.push(from[k]!);
  return near;
}
