/** The surface of a prism over a ring, as triangles. Pure; the unit and frame are those of the ring. */
import earcut from 'earcut';
import type { RingCorner } from '@overlook/shared/mocs';

export interface AreaMesh {
  /** Flat xyz: the corners at the bottom, anticlockwise as seen from above, then the same at the top. */
  readonly positions: Float64Array;
  /** Three for each triangle, anticlockwise as seen from outside. */
  readonly indices: Uint32Array;
}

/**
 * The prism over a ring that does not cross itself, between two heights. With `isCapped` the surface is closed: each edge
 * belongs to two triangles, which run along it in opposite directions. Without, the top is missing.
 */
export function areaMesh(ring: readonly RingCorner[], bottom: number, top: number, isCapped: boolean): AreaMesh {
  const corners = signedArea(ring) < 0 ? ring.toReversed() : ring;
  const count = corners.length;
  const positions = new Float64Array(6 * count);
  corners.forEach(([x, y], i) => {
    positions.set([x, y, bottom], 3 * i);
    positions.set([x, y, top], 3 * (count + i));
  });
  const indices: number[] = [];
  for (let i = 0; i < count; i++) {
    const j = (i + 1) % count;
    indices.push(i, j, count + j, i, count + j, count + i);
  }
  const cap = capTriangles(corners);
  for (let i = 0; i < cap.length; i += 3) {
    const [a, b, c] = [cap[i]!, cap[i + 1]!, cap[i + 2]!];
    indices.push(a, c, b);
    if (isCapped) indices.push(count + a, count + b, count + c);
  }
  return { positions, indices: Uint32Array.from(indices) };
}

/**
 * Twice the area that the ring encloses, negative when it runs clockwise; computed relative to its first corner, to
 * keep all digits.
 */
function signedArea(ring: readonly RingCorner[]): number {
  const [x0, y0] = ring[0]!;
  let sum = 0;
  for (let i = 1; i + 1 < ring.length; i++) {
    const [[ax, ay], [bx, by]] = [ring[i]!, ring[i + 1]!];
    sum += (ax - x0) * (by - y0) - (bx - x0) * (ay - y0);
  }
  return sum;
}

/** Triangles over an anticlockwise ring, anticlockwise, in which every corner of the ring is used. */
function capTriangles(corners: readonly RingCorner[]): number[] {
  const [x0, y0] = corners[0]!;
  const cap = earcut(corners.flatMap(([x, y]) => [x - x0, y - y0]));
  const covered = cap.reduce((sum, _, i) => (i % 3 === 0 ? sum + cornerTurn(corners, cap, i) : sum), 0);
  // All triangles of earcut run in the same direction.
  if (covered < 0) cap.reverse();
  return withAllCorners(cap, corners.length);
}

function cornerTurn(corners: readonly RingCorner[], triangles: readonly number[], at: number): number {
  return signedArea([corners[triangles[at]!]!, corners[triangles[at + 1]!]!, corners[triangles[at + 2]!]!]);
}

/**
 * Earcut leaves out corners on a straight edge. Sides have them, so the triangle at that edge is divided into a fan: without
 * it there would be a crack that rounding opens.
 */
function withAllCorners(triangles: readonly number[], count: number): number[] {
  const used = new Set(triangles);
  if (used.size === count || used.size === 0) return [...triangles];
  const next = (corner: number): number => {
    let at = (corner + 1) % count;
    while (!used.has(at)) at = (at + 1) % count;
    return at;
  };
  const all: number[] = [];
  for (let i = 0; i < triangles.length; i += 3) {
    const triangle = triangles.slice(i, i + 3);
    const gap = triangle.findIndex((a, k) => {
      const b = triangle[(k + 1) % 3]!;
      return b === next(a) && b !== (a + 1) % count;
    });
    if (gap < 0) all.push(...triangle);
    else divide(triangle, gap, count, all);
  }
  // A divided triangle may have a second edge with corners left out. A degenerate ring may have them elsewhere.
  return all.length > triangles.length ? withAllCorners(all, count) : all;
}

function divide(triangle: readonly number[], gap: number, count: number, out: number[]): void {
  const [a, b, apex] = [triangle[gap]!, triangle[(gap + 1) % 3]!, triangle[(gap + 2) % 3]!];
  for (let from = a; from !== b; from = (from + 1) % count) out.push(from, (from + 1) % count, apex);
}
