/** Lengths, differences and angles between points in ECEF metres, in the form that surveyors use. */
import { RAD_PER_DEG } from './angles.ts';
import { llaFromEcef } from './geodesy.ts';
import { type ReadonlyVec3, type Vec3, add, cross, dot, length, normalize, scale, subtract } from './vector.ts';
import { enuAxesAt } from './vertical.ts';

/** The straight line from one point to another. */
export interface Leg {
  /** Through space, metres. */
  readonly length: number;
  /**
   * East, north and up at the first point, metres: up is along its own vertical, so the ends of long legs are lower by
   * the curvature of the earth.
   */
  readonly deltaEnu: Vec3;
}

export function legBetween(fromEcef: ReadonlyVec3, toEcef: ReadonlyVec3): Leg {
  const delta = subtract(toEcef, fromEcef);
  const { east, north, up } = enuAxesAt(fromEcef);
  return { length: length(delta), deltaEnu: [dot(delta, east), dot(delta, north), dot(delta, up)] };
}

/** Sums of a polyline's legs. East, north and up are the sums over the legs, so that a table adds up. */
export function sumLegs(legs: readonly Leg[]): Leg {
  let metres = 0;
  let deltaEnu: Vec3 = [0, 0, 0];
  for (const leg of legs) {
    metres += leg.length;
    deltaEnu = add(deltaEnu, leg.deltaEnu);
  }
  return { length: metres, deltaEnu };
}

/** How much higher the second point is, by heights above the ellipsoid; metres. */
export const heightDifference = (fromEcef: ReadonlyVec3, toEcef: ReadonlyVec3): number =>
  llaFromEcef(toEcef).height - llaFromEcef(fromEcef).height;

/** The angle at `corner` between the lines to `a` and `b`, 0 to 180 degrees; null when one of them has no length. */
export function angleAtDeg(a: ReadonlyVec3, corner: ReadonlyVec3, b: ReadonlyVec3): number | null {
  const [toA, toB] = [subtract(a, corner), subtract(b, corner)];
  if (length(toA) === 0 || length(toB) === 0) return null;
  // By the tangent: the cosine alone loses half its digits near 0 and 180 degrees.
  return Math.atan2(length(cross(toA, toB)), dot(toA, toB)) / RAD_PER_DEG;
}

/**
 * Likely error of a polyline's length when each point is off by its own likely error in any direction: the root of the
 * sum of squares. A point on a straight part of the line does not change the total; for one leg both ends count.
 */
export function lengthError(
  pointsEcef: readonly ReadonlyVec3[],
  errorsMetres: readonly number[],
  isClosed = false,
): number {
  const count = pointsEcef.length;
  const wayFrom = (index: number): Vec3 => {
    const next = pointsEcef[isClosed ? (index + 1) % count : index + 1];
    const from = pointsEcef[index];
    return from && next ? normalize(subtract(next, from)) : [0, 0, 0];
  };
  let sum = 0;
  let into: Vec3 = isClosed ? wayFrom(count - 1) : [0, 0, 0];
  for (let i = 0; i < count; i++) {
    const out = wayFrom(i);
    sum += (length(subtract(into, out)) * (errorsMetres[i] ?? 0)) ** 2;
    into = out;
  }
  return Math.sqrt(sum);
}

/**
 * Likely error of {@link angleAtDeg} in degrees when each point has its own likely error in any direction; null when
 * the angle is null, or so near to 0 or 180 that the arms do not define a plane.
 */
export function angleErrorDeg(
  a: ReadonlyVec3,
  corner: ReadonlyVec3,
  b: ReadonlyVec3,
  errorsMetres: readonly [number, number, number],
): number | null {
  const [toA, toB] = [subtract(a, corner), subtract(b, corner)];
  const normal = cross(toA, toB);
  if (!(length(normal) > 1e-9 * length(toA) * length(toB))) return null;
  const unitNormal = normalize(normal);
  // The gradient of the angle when an end moves: perpendicular to its arm, away from the other arm.
  const byA = scale(cross(toA, unitNormal), 1 / dot(toA, toA));
  const byB = scale(cross(unitNormal, toB), 1 / dot(toB, toB));
  const slopes = [length(byA), length(add(byA, byB)), length(byB)];
  return Math.hypot(...slopes.map((slope, index) => slope * errorsMetres[index]!)) / RAD_PER_DEG;
}
