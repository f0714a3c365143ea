import { MeshoptSimplifier, type SimplifierFlags } from 'meshoptimizer';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { pickVertices } from './pick-vertices.ts';

/** Must be awaited before `simplifyGeometry`. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

/** The index that compacting writes for an unused vertex. */
const UNUSED = 0xffffffff;

/**
 * A geometry with as few triangles as a deviation of `error` of its own units permits, and its actual deviation. A
 * geometry that would vanish is not changed. `keepsBorder` keeps open edges in place, so that they fit those of a
 * neighbour.
 */
export function simplifyGeometry(
  original: CadGeometry,
  error: number,
  keepsBorder: boolean,
): { geometry: CadGeometry; error: number } {
  const { positions, indices } = original;
  const flags: SimplifierFlags[] = keepsBorder ? ['ErrorAbsolute', 'LockBorder'] : ['ErrorAbsolute'];
  const [simple, deviation] = MeshoptSimplifier.simplify(indices, positions, 3, 0, error, flags);
  if (simple.length === 0 || simple.length === indices.length) return { geometry: original, error: 0 };
  const [remap, count] = MeshoptSimplifier.compactMesh(simple);
  const kept = new Uint32Array(count);
  remap.forEach((to, from) => to !== UNUSED && (kept[to] = from));
  return { geometry: pickVertices(original, kept, simple), error: deviation };
}
