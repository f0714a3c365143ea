import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer';
import type { CadGeometry } from '../cad-model.ts';

/** Must be awaited before `simplifyGeometry`. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

/** What compacting writes for a vertex that no triangle uses. */
const UNUSED = 0xffffffff;

/**
 * A geometry with as few triangles as a deviation of `error` of its own units permits, and what it really deviates. One
 * that would vanish stays as it is. `keepsBorder` leaves open edges where they are, for a neighbour to meet them.
 */
export function simplifyGeometry(
  original: CadGeometry,
  error: number,
  keepsBorder: boolean,
): { geometry: CadGeometry; error: number } {
  const { positions, normals, indices, colours } = original;
  const flags: SimplifierFlags[] = keepsBorder ? ['ErrorAbsolute', 'LockBorder'] : ['ErrorAbsolute'];
  const [simple, deviation] = MeshoptSimplifier.simplify(indices, positions, 3, 0, error, flags);
  if (simple.length === 0 || simple.length === indices.length) return { geometry: original, error: 0 };
  const [remap, count] = MeshoptSimplifier.compactMesh(simple);
  const kept = { positions: new Float32Array(count * 3), normals: new Float32Array(count * 3) };
  const tints = colours && new Uint8Array(count * 4);
  for (let from = 0; from < remap.length; from++) {
    const to = remap[from]!;
    if (to === UNUSED) continue;
    for (let axis = 0; axis < 3; axis++) {
      kept.positions[3 * to + axis] = positions[3 * from + axis]!;
      kept.normals[3 * to + axis] = normals[3 * from + axis]!;
    }
    if (tints) for (let c = 0; c < 4; c++) tints[4 * to + c] = colours[4 * from + c]!;
  }
  return { geometry: { ...kept, indices: simple, colours: tints }, error: deviation };
}
