import { gridPositions } from './patch-grid.ts';
import type { Patch, PatchExtent } from './patch.ts';

/** How finely a level of detail follows its surfaces. */
export interface Fineness {
  /** Largest distance of a chord from the surface, metres. */
  readonly tolerance: number;
  /** The longest edge of a cell, metres, as vertex light needs it. */
  readonly longestEdge: number;
}

/** Cells along u and v that keep to the fineness. */
export function gridSize(extent: PatchExtent, { tolerance, longestEdge }: Fineness): readonly [number, number] {
  const along = (angle: number, radius: number, length: number) =>
    Math.max(1, chords(angle, radius, tolerance), Math.ceil(length / longestEdge - 1e-6));
  return [along(extent.angleU, extent.radiusU, extent.lengthU), along(extent.angleV, extent.radiusV, extent.lengthV)];
}

/**
 * Chords for an arc whose sagitta stays under the tolerance; a full circle keeps 5 sides, or 3 when it is very thin.
 */
function chords(angle: number, radius: number, tolerance: number): number {
  if (radius <= 0) return 1;
  const widest = (2 * Math.PI) / (tolerance > radius ? 3 : 5);
  const step = Math.min(widest, 2 * Math.acos(Math.max(-1, 1 - tolerance / radius)));
  return Math.ceil(angle / step - 1e-6);
}

/** Appends the patch's triangles (9 numbers each, ENU metres) on an nu × nv grid to `out`. */
export function pushTriangles(patch: Patch, nu: number, nv: number, out: number[]): void {
  const points = new Float64Array(3 * (nu + 1) * (nv + 1));
  gridPositions(patch, nu, nv, points);
  const push = (k: number) => out.push(points[3 * k]!, points[3 * k + 1]!, points[3 * k + 2]!);
  for (let j = 0; j < nv; j++) {
    for (let i = 0; i < nu; i++) {
      const a = j * (nu + 1) + i;
      push(a);
      push(a + 1);
      push(a + nu + 2);
      push(a);
      push(a + nu + 2);
      push(a + nu + 1);
    }
  }
}
