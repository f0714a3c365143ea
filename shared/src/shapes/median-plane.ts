import { type Vec3, cross, dot, length, normalize } from '../maths/index.ts';

/** A plane through the origin. */
export interface MedianPlane {
  /** Unit; its sign has no meaning. */
  readonly normal: Vec3;
  /** Median distance of the points from it, metres. */
  readonly medianM: number;
}

/**
 * Of all planes through the origin and two of a few points, the one with the smallest median distance from them (least median of squares,
 * Rousseeuw 1984): up to half of the points may be of something else. Null for points on a line.
 */
export function medianPlane(points: readonly Vec3[]): MedianPlane | null {
  let best: MedianPlane | null = null;
  for (let i = 0; i < points.length; i++)
    for (let k = 0; k < i; k++) {
      const normal = normalize(cross(points[i]!, points[k]!));
      if (length(normal) === 0) continue;
      const off = points.map((point) => Math.abs(dot(point, normal))).sort((a, b) => a - b);
      const medianM = off[off.length >> 1]!;
      if (!best || medianM < best.medianM) best = { normal, medianM };
    }
  return best;
}
