import { add, dot, type ReadonlyVec3, scale, subtract, type Vec3 } from './vector.ts';

/** The point of a triangle that is nearest to a place, by the regions of its corners and edges (Ericson 2005, 5.1.5). */
export function nearestInTriangle(place: ReadonlyVec3, a: ReadonlyVec3, b: ReadonlyVec3, c: ReadonlyVec3): Vec3 {
  const [ab, ac, ap] = [subtract(b, a), subtract(c, a), subtract(place, a)];
  const [d1, d2] = [dot(ab, ap), dot(ac, ap)];
  if (d1 <= 0 && d2 <= 0) return [...a];
  const bp = subtract(place, b);
  const [d3, d4] = [dot(ab, bp), dot(ac, bp)];
  if (d3 >= 0 && d4 <= d3) return [...b];
  const vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return add(a, scale(ab, d1 / (d1 - d3 || 1)));
  const cp = subtract(place, c);
  const [d5, d6] = [dot(ab, cp), dot(ac, cp)];
  if (d6 >= 0 && d5 <= d6) return [...c];
  const vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return add(a, scale(ac, d2 / (d2 - d6 || 1)));
  const va = d3 * d6 - d5 * d4;
  const [alongB, alongC] = [d4 - d3, d5 - d6];
  if (va <= 0 && alongB >= 0 && alongC >= 0) return add(b, scale(subtract(c, b), alongB / (alongB + alongC || 1)));
  const whole = va + vb + vc;
  return add(a, add(scale(ab, vb / whole), scale(ac, vc / whole)));
}
