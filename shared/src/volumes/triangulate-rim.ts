import earcut from 'earcut';
import type { RingCorner } from '../mocs/index.ts';

/** Corner numbers of a triangle. */
export type RimTriangle = readonly [number, number, number];

/** Twice the area of a triangle, positive where it runs anticlockwise. */
export const turnOf = (a: RingCorner, b: RingCorner, c: RingCorner): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/**
 * Triangles over a ring without crossings, as near to Delaunay's as its edges allow: any triangulation, in which diagonals are turned until
 * no circle round a triangle holds the corner beyond it. Triangles run anticlockwise.
 */
export function triangulateRim(ring: readonly RingCorner[]): RimTriangle[] {
  const indices = earcut(ring.flatMap(([east, north]) => [east, north]));
  const triangles: [number, number, number][] = [];
  for (let i = 0; i < indices.length; i += 3) {
    const [a, b, c] = [indices[i]!, indices[i + 1]!, indices[i + 2]!];
    triangles.push(turnOf(ring[a]!, ring[b]!, ring[c]!) < 0 ? [a, c, b] : [a, b, c]);
  }
  // Each turn raises the least angle there, so that this ends; the limit is for rounding.
  for (let turns = 0; turns < triangles.length ** 2; turns++) if (!turnOne(ring, triangles)) break;
  return triangles;
}

/** Turns the first diagonal that should be turned; false where there is none. */
function turnOne(ring: readonly RingCorner[], triangles: [number, number, number][]): boolean {
  const beside = new Map<string, { triangle: number; across: number }>();
  for (const [triangle, corners] of triangles.entries())
    for (let i = 0; i < 3; i++) {
      const [a, b, across] = [corners[i]!, corners[(i + 1) % 3]!, corners[(i + 2) % 3]!];
      const other = beside.get(`${b} ${a}`);
      beside.set(`${a} ${b}`, { triangle, across });
      if (!other || !isInCircle(ring[a]!, ring[b]!, ring[across]!, ring[other.across]!)) continue;
      triangles[triangle] = [across, a, other.across];
      triangles[other.triangle] = [across, other.across, b];
      return true;
    }
  return false;
}

/** Whether `d` lies clearly in the circle round the anticlockwise triangle a, b, c. */
function isInCircle(a: RingCorner, b: RingCorner, c: RingCorner, d: RingCorner): boolean {
  const [[ax, ay], [bx, by], [cx, cy]] = [a, b, c].map(([x, y]) => [x - d[0], y - d[1]] as const) as [
    RingCorner,
    RingCorner,
    RingCorner,
  ];
  const [aa, bb, cc] = [ax * ax + ay * ay, bx * bx + by * by, cx * cx + cy * cy];
  const determinant = aa * (bx * cy - by * cx) - bb * (ax * cy - ay * cx) + cc * (ax * by - ay * bx);
  return determinant > 1e-12 * (aa + bb + cc) ** 2;
}
