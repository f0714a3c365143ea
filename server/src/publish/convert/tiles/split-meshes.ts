import type { CadGeometry } from '../../formats/triangle-corners.ts';
import { boundsOf, sidesOf } from '../../bounds.ts';
import { usedVertices } from './pick-vertices.ts';
import { placedBounds } from './placed-bounds.ts';
import type { CadPart } from '../cad-model.ts';
import type { WithTriangleCount } from './spatial-groups.ts';

/** A part in the root tile's frame. Its item is its feature id in the layer. */
export type LayerPart = CadPart & WithTriangleCount;

/** Parts with meshes that are not larger than a tile. */
export interface SplitParts {
  readonly parts: readonly LayerPart[];
  readonly geometries: readonly CadGeometry[];
  /** Indices of geometries that are pieces of a mesh: a missing or shrunk piece would leave a hole. */
  readonly pieces: ReadonlySet<number>;
}

/**
 * Cuts meshes of more than `atMost` triangles into pieces, by the positions of their triangles, for each part that shows
 * them: a scan or a terrain that was exported as one mesh must not be one tile.
 */
export function splitMeshes(
  parts: readonly LayerPart[],
  geometries: readonly CadGeometry[],
  atMost: number,
): SplitParts {
  if (geometries.every(({ indices }) => indices.length <= 3 * atMost)) return { parts, geometries, pieces: new Set() };
  const all = [...geometries];
  const pieces = new Set<number>();
  const piecesOf = new Map<number, number[]>();
  const split = parts.flatMap((part): LayerPart[] => {
    if (part.triangles <= atMost) return [part];
    let found = piecesOf.get(part.geometry);
    if (!found) {
      found = cut(geometries[part.geometry]!, atMost).map((piece) => all.push(piece) - 1);
      piecesOf.set(part.geometry, found);
      for (const piece of found) pieces.add(piece);
    }
    return found.map((geometry) => {
      const { positions, indices } = all[geometry]!;
      return { ...part, geometry, box: placedBounds(positions, part.matrix), triangles: indices.length / 3 };
    });
  });
  return { parts: split, geometries: all, pieces };
}

function cut(geometry: CadGeometry, atMost: number): CadGeometry[] {
  const middles = triangleMiddles(geometry);
  const pieces: CadGeometry[] = [];
  const pending = [Uint32Array.from({ length: geometry.indices.length / 3 }, (_, i) => i)];
  for (let triangles = pending.pop(); triangles; triangles = pending.pop()) {
    if (triangles.length <= atMost) {
      pieces.push(pick(geometry, triangles));
      continue;
    }
    const axis = longestAxis(middles, triangles);
    const row = triangles.sort((a, b) => middles[3 * a + axis]! - middles[3 * b + axis]!);
    pending.push(row.slice(0, row.length >> 1), row.slice(row.length >> 1));
  }
  return pieces;
}

/** Flat xyz. */
function triangleMiddles({ positions, indices }: CadGeometry): Float32Array {
  const middles = new Float32Array(indices.length);
  for (let i = 0; i < indices.length; i += 3)
    for (let axis = 0; axis < 3; axis++)
      middles[i + axis] =
        (positions[3 * indices[i]! + axis]! +
          positions[3 * indices[i + 1]! + axis]! +
          positions[3 * indices[i + 2]! + axis]!) /
        3;
  return middles;
}

function longestAxis(middles: Float32Array, triangles: Uint32Array): number {
  const points = new Float32Array(triangles.length * 3);
  triangles.forEach((triangle, i) => points.set(middles.subarray(3 * triangle, 3 * triangle + 3), 3 * i));
  const box = boundsOf(points);
  const sides = sidesOf(box);
  return sides.indexOf(Math.max(...sides));
}

/** These triangles of a geometry, with only the vertices that they use. */
function pick(geometry: CadGeometry, triangles: Uint32Array): CadGeometry {
  const corners = new Uint32Array(triangles.length * 3);
  triangles.forEach((triangle, i) => corners.set(geometry.indices.subarray(3 * triangle, 3 * triangle + 3), 3 * i));
  return usedVertices(geometry, corners);
}
