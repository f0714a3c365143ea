import { DEG_PER_RAD, RAD_PER_DEG } from './angles.ts';
import { eigenOfSymmetric } from './eigen.ts';
import { enuFrame, llaFromEcef } from './geodesy.ts';
import { type Float64Mat4, type Mat4, multiply, transformPoint } from './matrix.ts';
import { add, cross, dot, length, normalize, type ReadonlyVec3, scale, subtract, type Vec3 } from './vector.ts';

/**
 * A rigid move of data about a pivot: first tilt, then turn, then shift, all in the east-north-up axes at the pivot. It is the form that
 * people read and type; {@link moveMatrix} is what moves points.
 */
export interface RigidMove {
  /** ECEF metres. */
  readonly pivotEcef: Vec3;
  /** East, north and up, metres. */
  readonly shiftM: Vec3;
  /** About the vertical, clockwise from above, degrees. */
  readonly turnDeg: number;
  /** About east and about north, right-handed, degrees; zeros keep the data level. */
  readonly tiltDeg: readonly [aboutEast: number, aboutNorth: number];
}

export const noMove = (pivotEcef: Vec3): RigidMove => ({ pivotEcef, shiftM: [0, 0, 0], turnDeg: 0, tiltDeg: [0, 0] });

export const isNoMove = ({ shiftM, turnDeg, tiltDeg }: RigidMove): boolean =>
  [...shiftM, turnDeg, ...tiltDeg].every((value) => value === 0);

/** ECEF to ECEF, metres, column-major. */
export function moveMatrix({ pivotEcef, shiftM, turnDeg, tiltDeg }: RigidMove): Float64Mat4 {
  const { ecefFromEnu, enuFromEcef } = enuFrame(llaFromEcef(pivotEcef));
  const [st, ct] = sinCos(-turnDeg);
  const [se, ce] = sinCos(tiltDeg[0]);
  const [sn, cn] = sinCos(tiltDeg[1]);
  const turn: Mat4 = [ct, st, 0, 0, -st, ct, 0, 0, 0, 0, 1, 0, ...shiftM, 1];
  const aboutNorth: Mat4 = [cn, 0, -sn, 0, 0, 1, 0, 0, sn, 0, cn, 0, 0, 0, 0, 1];
  const aboutEast: Mat4 = [1, 0, 0, 0, 0, ce, se, 0, 0, -se, ce, 0, 0, 0, 0, 1];
  const move = multiply(turn, multiply(aboutNorth, aboutEast));
  return multiply(ecefFromEnu, multiply(move, enuFromEcef));
}

const sinCos = (deg: number): [number, number] => [Math.sin(deg * RAD_PER_DEG), Math.cos(deg * RAD_PER_DEG)];

/** The move about a pivot that a rigid matrix (ECEF to ECEF, metres) makes; the inverse of {@link moveMatrix}. */
export function moveOfMatrix(matrix: Mat4, pivotEcef: Vec3): RigidMove {
  const { ecefFromEnu, enuFromEcef } = enuFrame(llaFromEcef(pivotEcef));
  const m = multiply(enuFromEcef, multiply(matrix, ecefFromEnu));
  // turn · aboutNorth · aboutEast, as angles about z, y and x.
  const turnDeg = -Math.atan2(m[1], m[0]) * DEG_PER_RAD;
  const aboutNorth = Math.atan2(-m[2], Math.hypot(m[0], m[1])) * DEG_PER_RAD;
  const aboutEast = Math.atan2(m[6], m[10]) * DEG_PER_RAD;
  return { pivotEcef, shiftM: [m[12], m[13], m[14]], turnDeg, tiltDeg: [aboutEast, aboutNorth] };
}

/** Two positions of one point, ECEF metres: in the data that are moved, and where it belongs. */
export interface PointPair {
  readonly fromEcef: ReadonlyVec3;
  readonly toEcef: ReadonlyVec3;
}

export interface FittedMove {
  readonly move: RigidMove;
  /** Of each pair after the move, metres. */
  readonly residualsM: readonly number[];
  /** Root mean square of the residuals, metres. */
  readonly rmsM: number;
}

/** Fewer do not check each other. */
export const PAIRS_LEAST = 3;

/** Points that lie nearer to a line than this share of their length along it do not fix a turn about it. */
const LINE_SHARE = 0.02;

/**
 * The rigid move with the least sum of squared residuals (Arun, Huang and Blostein 1987; the turn alone in closed form). `isLevel` leaves
 * tilts out, as levelled scanners need. Null for fewer than {@link PAIRS_LEAST} pairs, and for pairs that lie on one line.
 */
export function fitMove(pairs: readonly PointPair[], pivotEcef: Vec3, isLevel: boolean): FittedMove | null {
  if (pairs.length < PAIRS_LEAST) return null;
  const { enuFromEcef, ecefFromEnu } = enuFrame(llaFromEcef(pivotEcef));
  const from = spreadOf(pairs.map((pair) => transformPoint(enuFromEcef, pair.fromEcef)));
  const to = spreadOf(pairs.map((pair) => transformPoint(enuFromEcef, pair.toEcef)));
  if (isOnLine(from.offsets) || isOnLine(to.offsets)) return null;
  const rotation = isLevel ? levelRotation(from.offsets, to.offsets) : fullRotation(from.offsets, to.offsets);
  if (!rotation) return null;
  const [x, y, z] = rotation;
  const about: Mat4 = [...x, 0, ...y, 0, ...z, 0, 0, 0, 0, 1];
  const shift = subtract(to.mean, transformPoint(about, from.mean));
  const enuMove: Mat4 = [...x, 0, ...y, 0, ...z, 0, ...shift, 1];
  const matrix = multiply(ecefFromEnu, multiply(enuMove, enuFromEcef));
  const residualsM = pairs.map((pair) => length(subtract(transformPoint(matrix, pair.fromEcef), pair.toEcef)));
  const rmsM = Math.sqrt(residualsM.reduce((sum, residual) => sum + residual ** 2, 0) / residualsM.length);
  return { move: moveOfMatrix(matrix, pivotEcef), residualsM, rmsM };
}

function spreadOf(points: readonly Vec3[]): { mean: Vec3; offsets: Vec3[] } {
  const mean = scale(points.reduce<Vec3>(add, [0, 0, 0]), 1 / points.length);
  return { mean, offsets: points.map((point) => subtract(point, mean)) };
}

function isOnLine(offsets: readonly Vec3[]): boolean {
  const [, middle, most] = eigenOfSymmetric(sumOfProducts(offsets, offsets));
  return middle.value <= LINE_SHARE ** 2 * most.value;
}

/** Σ aᵢ bᵢᵀ, by rows. */
function sumOfProducts(a: readonly Vec3[], b: readonly Vec3[]): [Vec3, Vec3, Vec3] {
  const sum: [Vec3, Vec3, Vec3] = [
    [0, 0, 0],
    [0, 0, 0],
    [0, 0, 0],
  ];
  for (let i = 0; i < a.length; i++)
    for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) sum[r]![c]! += a[i]![r]! * b[i]![c]!;
  return sum;
}

/** Columns of a rotation. */
type Rotation = readonly [Vec3, Vec3, Vec3];

/** Null where the points lie above each other, which fixes no turn. */
function levelRotation(from: readonly Vec3[], to: readonly Vec3[]): Rotation | null {
  const sums = sumOfProducts(from, to);
  const [along, across] = [sums[0][0] + sums[1][1], sums[0][1] - sums[1][0]];
  const size = Math.hypot(along, across);
  const square = from.reduce((sum, offset) => sum + dot(offset, offset), 0);
  if (size <= LINE_SHARE ** 2 * square) return null;
  const [c, s] = [along / size, across / size];
  return [
    [c, s, 0],
    [-s, c, 0],
    [0, 0, 1],
  ];
}

/** By the singular vectors of H = Σ from toᵀ; the third ones are cross products, so that points in one plane are enough. */
function fullRotation(from: readonly Vec3[], to: readonly Vec3[]): Rotation | null {
  const h = sumOfProducts(from, to);
  const column = (c: 0 | 1 | 2): Vec3 => [h[0][c], h[1][c], h[2][c]];
  const columns = [column(0), column(1), column(2)] as const;
  const square = columns.map((a) => columns.map((b) => dot(a, b))) as [Vec3, Vec3, Vec3];
  const [, second, first] = eigenOfSymmetric(square);
  if (second.value <= LINE_SHARE ** 4 * first.value) return null;
  const image = ({ vector }: { vector: Vec3 }): Vec3 =>
    normalize(add(add(scale(columns[0], vector[0]), scale(columns[1], vector[1])), scale(columns[2], vector[2])));
  const v = [first.vector, second.vector, cross(first.vector, second.vector)] as const;
  const u1 = image(first);
  const across = image(second);
  // The images are orthogonal but for rounding.
  const u2 = normalize(subtract(across, scale(u1, dot(u1, across))));
  const u = [u1, u2, cross(u1, u2)] as const;
  // R = V Uᵀ, so column c is Σ v u[c].
  const of = (c: 0 | 1 | 2): Vec3 => v.reduce<Vec3>((sum, vector, i) => add(sum, scale(vector, u[i]![c])), [0, 0, 0]);
  return [of(0), of(1), of(2)];
}
