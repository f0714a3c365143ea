import { isMirrored, type Mat4, type Vec3 } from '@overlook/shared/maths';
import type { Bounds } from '../../bounds.ts';
import type { CadPart } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';

/** Triangles of many objects in one frame, metres with z up, relative to the tileset's centre so that 32 bits suffice. */
export interface TileMesh {
  /** Flat xyz, length 3n. */
  readonly positions: Float32Array;
  /** Flat unit xyz, length 3n. */
  readonly normals: Float32Array;
  /** sRGB red, green, blue and alpha, 0 to 255, length 4n. */
  readonly colours: Uint8Array;
  /** The layer's feature id of each vertex, length n. */
  readonly features: Uint32Array;
  readonly indices: Uint32Array;
}

const vertexCount = (mesh: Pick<TileMesh, 'positions'>): number => mesh.positions.length / 3;

function emptyMesh(vertices: number, indices: number): TileMesh {
  return {
    positions: new Float32Array(vertices * 3),
    normals: new Float32Array(vertices * 3),
    colours: new Uint8Array(vertices * 4),
    features: new Uint32Array(vertices),
    indices: new Uint32Array(indices),
  };
}

/** Copies of the parts' meshes at their positions, less `centre`. A part's item is its feature id. */
export function bakeParts(
  parts: readonly CadPart[],
  geometries: readonly CadGeometry[],
  centre: Readonly<Vec3>,
): TileMesh {
  let [vertices, indices] = [0, 0];
  for (const { geometry } of parts) {
    vertices += vertexCount(geometries[geometry]!);
    indices += geometries[geometry]!.indices.length;
  }
  const mesh = emptyMesh(vertices, indices);
  let [vertex, index] = [0, 0];
  for (const part of parts) {
    const geometry = geometries[part.geometry]!;
    bakePart(part, geometry, centre, mesh, { vertex, index });
    vertex += vertexCount(geometry);
    index += geometry.indices.length;
  }
  return mesh;
}

function bakePart(
  { matrix, item, colour }: CadPart,
  geometry: CadGeometry,
  centre: Readonly<Vec3>,
  mesh: TileMesh,
  at: { vertex: number; index: number },
): void {
  const count = vertexCount(geometry);
  const m = normalMatrix(matrix);
  for (let i = 0; i < count; i++) {
    const k = 3 * (at.vertex + i);
    const [x, y, z] = [geometry.positions[3 * i]!, geometry.positions[3 * i + 1]!, geometry.positions[3 * i + 2]!];
    const [nx, ny, nz] = [geometry.normals[3 * i]!, geometry.normals[3 * i + 1]!, geometry.normals[3 * i + 2]!];
    for (let axis = 0; axis < 3; axis++) {
      mesh.positions[k + axis] =
        matrix[axis]! * x + matrix[4 + axis]! * y + matrix[8 + axis]! * z + (matrix[12 + axis]! - centre[axis]!);
      mesh.normals[k + axis] = m[axis]! * nx + m[3 + axis]! * ny + m[6 + axis]! * nz;
    }
    const length = Math.hypot(mesh.normals[k]!, mesh.normals[k + 1]!, mesh.normals[k + 2]!) || 1;
    for (let axis = 0; axis < 3; axis++) mesh.normals[k + axis]! /= length;
    for (let c = 0; c < 4; c++) {
      const own = geometry.colours ? geometry.colours[4 * i + c]! / 255 : 1;
      mesh.colours[4 * (at.vertex + i) + c] = Math.round(own * colour[c]!);
    }
    mesh.features[at.vertex + i] = item;
  }
  // A mirrored part would show its inside.
  const [second, third] = isMirrored(matrix) ? [2, 1] : [1, 2];
  for (let i = 0; i < geometry.indices.length; i += 3) {
    mesh.indices[at.index + i] = at.vertex + geometry.indices[i]!;
    mesh.indices[at.index + i + 1] = at.vertex + geometry.indices[i + second]!;
    mesh.indices[at.index + i + 2] = at.vertex + geometry.indices[i + third]!;
  }
}

/** Cofactors of the matrix's linear part, which transform normals correctly under any scale; column-major 3×3. */
function normalMatrix(m: Mat4): number[] {
  const [a, b, c, d, e, f, g, h, i] = [m[0], m[1], m[2], m[4], m[5], m[6], m[8], m[9], m[10]];
  const sign = isMirrored(m) ? -1 : 1;
  return [
    e * i - f * h,
    f * g - d * i,
    d * h - e * g,
    c * h - b * i,
    a * i - c * g,
    b * g - a * h,
    b * f - c * e,
    c * d - a * f,
    a * e - b * d,
  ].map((value) => sign * value);
}

/** The mesh clamped to `bounds`, which are not relative to `centre`. */
export function clampMesh(mesh: TileMesh, bounds: Bounds, centre: Readonly<Vec3>): TileMesh {
  const positions = mesh.positions.map((value, i) => {
    const axis = i % 3;
    return Math.min(Math.max(value, bounds[axis]! - centre[axis]!), bounds[axis + 3]! - centre[axis]!);
  });
  return { ...mesh, positions };
}

/**
 * The mesh with other triangles and only the vertices that they use, in the order of `remap`: the new place of each old
 * vertex, 0xffffffff for none. `indices` are new places already.
 */
export function rearrange(mesh: TileMesh, indices: Uint32Array, remap: Uint32Array, vertices: number): TileMesh {
  const out = { ...emptyMesh(vertices, 0), indices };
  for (let from = 0; from < remap.length; from++) {
    const to = remap[from]!;
    if (to === 0xffffffff) continue;
    for (let axis = 0; axis < 3; axis++) {
      out.positions[3 * to + axis] = mesh.positions[3 * from + axis]!;
      out.normals[3 * to + axis] = mesh.normals[3 * from + axis]!;
    }
    for (let c = 0; c < 4; c++) out.colours[4 * to + c] = mesh.colours[4 * from + c]!;
    out.features[to] = mesh.features[from]!;
  }
  return out;
}
