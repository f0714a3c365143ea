import { GlbBuilder } from '@overlook/shared/tiles3d';
import { cross, length, normalize, subtract, type Vec3 } from '@overlook/shared/maths';
import { yUp } from '../../publish/formats/y-up.ts';
import type { MeshBuffer } from './mesh-buffer.ts';
import { linearColours } from '../../publish/formats/linear-colours.ts';

/** How a mesh is written. Every mesh of the demo is one primitive with one material. */
export interface MeshOptions {
  /** JPEG file for the base colour texture. */
  readonly image?: Uint8Array;
  /** Unlit: the vertex colours hold the light already. */
  readonly isUnlit: boolean;
  /** Write `_BATCHID` per vertex (3D Tiles 1.0, batched model). */
  readonly hasFeatures?: boolean;
}

/**
 * A binary glTF 2.0 file with one mesh. Positions turn from z-up to glTF's y-up; 3D Tiles readers turn them back.
 * Its length is a multiple of 8, as a batched model requires.
 */
export function writeMesh(mesh: MeshBuffer, options: MeshOptions): Uint8Array {
  const glb = new GlbBuilder();
  const attributes: Record<string, number> = { POSITION: glb.positions(yUp(mesh.positions.filled)) };
  if (mesh.normals.length > 0) attributes['NORMAL'] = glb.attribute(yUp(unitNormals(mesh)), 'VEC3');
  if (options.image) attributes['TEXCOORD_0'] = glb.attribute(mesh.texcoords.filled, 'VEC2');
  attributes['COLOR_0'] = glb.attribute(linearColours(mesh.colours.filled), 'VEC4', { isNormalized: true });
  if (options.hasFeatures) attributes['_BATCHID'] = glb.attribute(mesh.features.filled, 'SCALAR');
  const indices = glb.indices(mesh.indices.filled, mesh.vertexCount);
  const image = options.image && glb.view(options.image);
  return glb.finish({
    asset: { version: '2.0', generator: 'Overlook demo site' },
    ...(options.isUnlit && { extensionsUsed: ['KHR_materials_unlit'] }),
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes, indices, material: 0, mode: 4 }] }],
    materials: [
      {
        pbrMetallicRoughness: {
          metallicFactor: 0,
          roughnessFactor: options.isUnlit ? 1 : 0.8,
          ...(image !== undefined && { baseColorTexture: { index: 0 } }),
        },
        ...(options.isUnlit && { extensions: { KHR_materials_unlit: {} } }),
      },
    ],
    ...(image !== undefined && {
      textures: [{ source: 0, sampler: 0 }],
      images: [{ bufferView: image, mimeType: 'image/jpeg' }],
      samplers: [{ magFilter: 9729, minFilter: 9987, wrapS: 33071, wrapT: 33071 }],
    }),
  });
}

/**
 * The normals of a mesh, flat xyz. A surface has no normal at a tip (that of a cone): such a vertex gets the normal of
 * one of its triangles, because glTF requires normals of length 1.
 */
function unitNormals({ normals, positions, indices }: MeshBuffer): Float32Array {
  const out = normals.filled.slice();
  const at = (array: Float32Array, vertex: number): Vec3 => [
    array[3 * vertex]!,
    array[3 * vertex + 1]!,
    array[3 * vertex + 2]!,
  ];
  const hasNormal = (vertex: number) => length(at(out, vertex)) > 0;
  for (let i = 0; i < indices.length; i += 3) {
    const corners = indices.filled.subarray(i, i + 3);
    if (corners.every(hasNormal)) continue;
    const [a, b, c] = Array.from(corners, (vertex) => at(positions.filled, vertex)) as [Vec3, Vec3, Vec3];
    const across = normalize(cross(subtract(b, a), subtract(c, a)));
    for (const vertex of corners) if (!hasNormal(vertex)) out.set(across, 3 * vertex);
  }
  // A vertex of no triangle is not drawn.
  for (let vertex = 0; 3 * vertex < out.length; vertex++) if (!hasNormal(vertex)) out.set([0, 0, 1], 3 * vertex);
  return out;
}
