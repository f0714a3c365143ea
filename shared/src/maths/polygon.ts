import { hasCrossing } from './crossing.ts';
import { areaVector, fitPlane } from './plane.ts';
import { type ReadonlyVec3, type Vec3, add, cross, dot, length, normalize, scale, subtract } from './vector.ts';
import { enuAxesAt } from './vertical.ts';

/** The areas that a closed ring of points in space encloses. */
export interface PolygonArea {
  /** Of its projection on the level plane at its middle, m²: the area on a site plan. */
  readonly horizontal: number;
  /** Of the ring itself, m²: length of its area vector, which for a flat ring is the area of that plane. */
  readonly surface: number;
  /** Mean of the corners. */
  readonly middleEcef: Vec3;
}

/** Areas of a closed polygon (the last point joins the first, and is not repeated); zero for fewer than three points. */
export function polygonArea(pointsEcef: readonly ReadonlyVec3[]): PolygonArea {
  const middleEcef = middleOf(pointsEcef);
  const vector = areaVector(pointsEcef);
  const up = enuAxesAt(middleEcef).up;
  return { horizontal: Math.abs(dot(vector, up)), surface: length(vector), middleEcef };
}

/**
 * Likely errors of both areas, m², when each corner has its own likely error in any direction: a corner changes the
 * area by half the length of the diagonal between its neighbours.
 */
export function polygonAreaErrors(
  pointsEcef: readonly ReadonlyVec3[],
  errorsMetres: readonly number[],
): { horizontal: number; surface: number } {
  const up = enuAxesAt(middleOf(pointsEcef)).up;
  const across = normalize(areaVector(pointsEcef));
  const count = pointsEcef.length;
  let [horizontal, surface] = [0, 0];
  for (let i = 0; i < count; i++) {
    const diagonal = subtract(pointsEcef[(i + 1) % count]!, pointsEcef[(i + count - 1) % count]!);
    const half = (errorsMetres[i] ?? 0) / 2;
    horizontal += (half * length(cross(diagonal, up))) ** 2;
    surface += (half * length(cross(diagonal, across))) ** 2;
  }
  return { horizontal: Math.sqrt(horizontal), surface: Math.sqrt(surface) };
}

/**
 * Whether edges of the closed polygon meet elsewhere than at their common corner, as seen perpendicular to its best
 * plane.
 */
export function isSelfIntersecting(pointsEcef: readonly ReadonlyVec3[]): boolean {
  if (pointsEcef.length < 4) return false;
  const middleEcef = middleOf(pointsEcef);
  const plane = fitPlane(pointsEcef, enuAxesAt(middleEcef).up);
  if (!plane) return false;
  const first = normalize(cross(plane.normal, Math.abs(plane.normal[2]) < 0.9 ? [0, 0, 1] : [1, 0, 0]));
  const second = cross(plane.normal, first);
  return hasCrossing(
    pointsEcef.map((point) => {
      const offset = subtract(point, plane.point);
      return [dot(offset, first), dot(offset, second)];
    }),
  );
}

function middleOf(pointsEcef: readonly ReadonlyVec3[]): Vec3 {
  const origin = pointsEcef[0] ?? [0, 0, 0];
  // Relative to the first point, so that the sum of a thousand corners does not lose the last digits of ECEF.
  let sum: Vec3 = [0, 0, 0];
  for (const point of pointsEcef) sum = add(sum, subtract(point, origin));
  return add(origin, scale(sum, 1 / Math.max(1, pointsEcef.length)));
}
