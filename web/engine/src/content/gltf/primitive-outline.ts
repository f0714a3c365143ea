/**
 * CESIUM_primitive_outline: which edges of a primitive's triangles are edges of the shown object. They become a
 * primitive of lines with the vertices of the triangles, so that sections, filters and picks treat both alike.
 */
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { toIndexArray } from '../accessors.ts';
import type { IndexArray, MeshPrimitive } from '../content.ts';
import type { GltfDocument } from './gltf-document.ts';
import type { GltfPrimitive } from './gltf-schema.ts';
import type { UnplacedPrimitive } from './primitives.ts';
import { MODE } from './topology.ts';

/** Linear factors: nearly black, as the edges that the viewer finds itself (render/edges.ts). */
const COLOR: MeshPrimitive['material']['baseColor'] = [0.0006, 0.0009, 0.0012, 1];

/**
 * A primitive, and after it its outline where the file has one. Throws MalformedContentError for an outline that is not of pairs of
 * its vertices.
 */
export function withOutline(
  document: GltfDocument,
  json: GltfPrimitive,
  primitive: UnplacedPrimitive,
): UnplacedPrimitive[] {
  const accessor: unknown = json.extensions?.['CESIUM_primitive_outline']?.indices;
  if (accessor === undefined || primitive.kind === 'points' || primitive.mode !== MODE.triangles) return [primitive];
  const indices = readPairs(document, accessor as number, primitive.positions.value.length / 3);
  if (indices.length === 0) return [primitive];
  const { positions, featureIds, min, max, material } = primitive;
  const outline: UnplacedPrimitive = {
    kind: 'mesh',
    positions,
    featureIds,
    min,
    max,
    colors: null,
    normals: null,
    uvs: null,
    secondUvs: null,
    mode: MODE.lines,
    indices,
    material: { ...material, baseColor: COLOR, texture: null, alphaMode: 'OPAQUE', unlit: true, finish: null },
  };
  return [{ ...primitive, isOutlined: true }, outline];
}

function readPairs(document: GltfDocument, accessor: number, vertexCount: number): IndexArray {
  const where = `${document.context.name}, outline`;
  const indices = toIndexArray(document.accessor(accessor).value, where);
  if (indices.length % 2 === 1) throw new MalformedContentError(where, `${indices.length} ends are no pairs.`);
  for (const index of indices) {
    if (index >= vertexCount) throw new MalformedContentError(where, `index ${index} of ${vertexCount} vertices.`);
  }
  return indices;
}
