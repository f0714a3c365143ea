/** Planes and quadrics through points, as heights z over x and y (linear least squares). */
import type { ReadonlyVec3, Vec3 } from '@overlook/shared/maths';
import { inverseOfDefinite, studentFactor95, timesVector, zeroMatrix, zeros } from '@overlook/shared/shapes';

/** Terms of a plane, and of a quadric. */
export const PLANE_TERMS = 3;
export const QUADRIC_TERMS = 6;

export interface HeightFit {
  /** Of 1, x, y, and of a quadric x², xy, y². */
  readonly terms: readonly number[];
  /** (ΦᵀΦ)⁻¹ of the points; null where the terms were not fitted. */
  readonly inverse: readonly (readonly number[])[] | null;
  /** Standard deviation of the points from it, metres. */
  readonly residualM: number;
  readonly freedom: number;
}

function basis(terms: number, [x, y]: ReadonlyVec3): number[] {
  return terms === PLANE_TERMS ? [1, x, y] : [1, x, y, x * x, x * y, y * y];
}

export const heightAt = ({ terms }: Pick<HeightFit, 'terms'>, place: ReadonlyVec3): number =>
  basis(terms.length, place).reduce((sum, value, i) => sum + value * terms[i]!, 0);

/** Null for points that do not determine it. There must be more points than terms. */
export function fitHeights(points: readonly ReadonlyVec3[], termCount: number): HeightFit | null {
  const matrix = zeroMatrix(termCount);
  const right = zeros(termCount);
  for (const point of points) {
    const row = basis(termCount, point);
    for (let r = 0; r < termCount; r++) {
      right[r]! += row[r]! * point[2];
      for (let c = 0; c < termCount; c++) matrix[r]![c]! += row[r]! * row[c]!;
    }
  }
  const inverse = inverseOfDefinite(matrix);
  if (!inverse) return null;
  const terms = timesVector(inverse, right);
  const squares = points.reduce((sum, point) => sum + (point[2] - heightAt({ terms }, point)) ** 2, 0);
  const freedom = points.length - termCount;
  return { terms, inverse, residualM: Math.sqrt(squares / freedom), freedom };
}

/** Half of the 95 % interval of the height at a place, by the scatter of the points, metres. */
export function heightError95(fit: HeightFit, place: ReadonlyVec3): number {
  if (!fit.inverse) return Infinity;
  const row = basis(fit.terms.length, place);
  const lever = timesVector(fit.inverse, row).reduce((sum, value, i) => sum + value * row[i]!, 0);
  return studentFactor95(fit.freedom) * fit.residualM * Math.sqrt(lever);
}

/** Newton's steps: each doubles the digits. */
const STEPS = 6;
/** A line less steep than this to the surface meets it nowhere in particular. */
const SLOPE_LEAST = 0.02;

/** Where a line through the origin meets the surface, metres along its unit direction, and the sine between them; null for nowhere. */
export function meetHeights(fit: HeightFit, direction: Vec3): { alongM: number; sine: number } | null {
  const [, a = 0, b = 0, xx = 0, xy = 0, yy = 0] = fit.terms;
  let [alongM, slope] = [0, 1];
  for (let i = 0; i < STEPS; i++) {
    const place = direction.map((value) => value * alongM) as Vec3;
    const [x, y] = place;
    slope = direction[2] - (a + 2 * xx * x + xy * y) * direction[0] - (b + 2 * yy * y + xy * x) * direction[1];
    if (Math.abs(slope) < SLOPE_LEAST) return null;
    alongM -= (place[2] - heightAt(fit, place)) / slope;
  }
  return Number.isFinite(alongM) ? { alongM, sine: Math.abs(slope) } : null;
}
