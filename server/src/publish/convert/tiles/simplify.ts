import { MeshoptSimplifier } from 'meshoptimizer';
import type { CadGeometry } from '../cad-model.ts';

/** Must be awaited before `simplifyGeometry`. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

/** What compacting writes for a vertex that no triangle uses. */
const UNUSED = 0xffffffff;

/**
 * A geometry with as few triangles as a deviation of `error` of its own units permits, and what it really deviates. One
 * that would vanish stays as it is.
 */
export function simplifyGeometry(original: CadGeometry, error: number): { geometry: CadGeometry; error: number } {
  const { positions, normals, indices, colours } = original;
  const [simple, deviation] = MeshoptSimplifier.simplify(indices, positions, 3, 0, error, ['ErrorAbsolute']);
  if (simple.length === 0 || simple.length === indices.length) return { geometry: original, error: 0 };
  const [remap, count] = MeshoptSimplifier.compactMesh(simple);
  const geometry = {
    positions: new Float32Array(count * 3),
    normals: new Float32Array(count * 3),
    indices: simple,
    colours: colours && new Uint8Array(count * 4),
  };
  for (let from = 0; from < remap.length; from++) {
    const to = remap[from]!;
    if (to === UNUSED) continue;
    for (let axis = 0; axis < 3; axis++) {
      geometry.positions[3 * to + axis] = positions[3 * from + axis]!;
      geometry.normals[3 * to + axis] = normals[3 * from + axis]!;
    }
    for (let c = 0; colours && c < 4; c++) geometry.colours![4 * to + c] = colours[4 * from + c]!;
  }
  return { geometry, error: deviation };
}
