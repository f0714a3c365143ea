import { MeshoptSimplifier } from 'meshoptimizer';
import type { CadGeometry } from '../cad-model.ts';
import { type TileMesh, rearrange } from './tile-mesh.ts';

/** Loose pieces smaller than this part of the error are dropped: they are less than a pixel where the mesh is shown. */
const PRUNED = 0.25;

/** Must be awaited before `simplifyMesh`. */
export const simplifierReady: Promise<void> = MeshoptSimplifier.ready;

/**
 * The mesh with as few triangles as a deviation of `error` metres permits. Where these are still more than `atMost`,
 * neighbouring vertices are merged whatever they belong to, so that a thousand small parts become a likeness of their
 * crowd. Every vertex that stays is one of the mesh's own, with its object's id. `error` of the answer is what was
 * really deviated, metres.
 */
export function simplifyMesh(
  mesh: TileMesh,
  { error, atMost }: { error: number; atMost: number },
): { mesh: TileMesh; error: number } {
  const flags = ['ErrorAbsolute'] as const;
  let [indices, deviation] = MeshoptSimplifier.simplify(mesh.indices, mesh.positions, 3, 0, error, [...flags]);
  indices = MeshoptSimplifier.simplifyPrune(indices, mesh.positions, 3, relative(mesh, error * PRUNED));
  if (indices.length > 3 * atMost) {
    const [merged, mergedBy] = MeshoptSimplifier.simplifySloppy(indices, mesh.positions, 3, null, 3 * atMost, 1);
    deviation = Math.max(deviation, mergedBy * MeshoptSimplifier.getScale(mesh.positions, 3));
    indices = merged;
  }
  // All of it is less than a pixel there; something must stand for it all the same.
  if (indices.length === 0) indices = mesh.indices.slice();
  const [remap, vertices] = MeshoptSimplifier.compactMesh(indices);
  return { mesh: rearrange(mesh, indices, remap, vertices), error: deviation };
}

const relative = (mesh: TileMesh, metres: number): number =>
  metres / (MeshoptSimplifier.getScale(mesh.positions, 3) || 1);

/**
 * A geometry with as few triangles as a deviation of `error` of its own units permits, and what it really deviates. It
 * keeps at least one triangle.
 */
export function simplifyGeometry(
  { positions, normals, indices, colours }: CadGeometry,
  error: number,
): { geometry: CadGeometry; error: number } {
  const [simple, deviation] = MeshoptSimplifier.simplify(indices, positions, 3, 0, error, ['ErrorAbsolute']);
  if (simple.length === 0) return { geometry: { positions, normals, indices, colours }, error: 0 };
  const [remap, count] = MeshoptSimplifier.compactMesh(simple);
  const kept = Array.from({ length: count }, () => 0);
  remap.forEach((to, from) => to !== UNUSED && (kept[to] = from));
  const pick = <T extends Float32Array | Uint8Array>(from: T, to: T, size: number): T => {
    kept.forEach((vertex, i) => to.set(from.subarray(vertex * size, (vertex + 1) * size), i * size));
    return to;
  };
  const geometry = {
    positions: pick(positions, new Float32Array(count * 3), 3),
    normals: pick(normals, new Float32Array(count * 3), 3),
    indices: simple,
    colours: colours && pick(colours, new Uint8Array(count * 4), 4),
  };
  return { geometry, error: deviation };
}

/** What compacting writes for a vertex that no triangle uses. */
const UNUSED = 0xffffffff;
