import { type Mat4, multiply } from '@overlook/shared/maths';
import { type GltfNode, type GltfPrimitive, visitMeshes } from '../formats/gltf.ts';
import type { PrimitiveArrays } from '../formats/primitive-arrays.ts';
import { triangleCorners } from '../formats/triangle-corners.ts';
import type { ContentModel } from './content-models.ts';
import { instancesOf } from './content-positions.ts';

/** A primitive with positions, and the places where a node shows it. */
export interface PlacedPrimitive {
  readonly primitive: GltfPrimitive;
  readonly arrays: PrimitiveArrays;
  readonly node: GltfNode;
  /** To the glTF's own frame: one matrix, or one per instance. */
  readonly toModel: readonly Mat4[];
}

/** The drawn primitives of a model in the order of its nodes. */
export function placedPrimitives({ loaded: { gltf, data }, arrays }: ContentModel): PlacedPrimitive[] {
  const placed: PlacedPrimitive[] = [];
  visitMeshes(gltf, (primitives, toGltf, node) => {
    const toModel = instancesOf(node, data).map((instance) => multiply(toGltf, instance));
    for (const primitive of primitives) {
      const own = arrays.get(primitive);
      if (own) placed.push({ primitive, arrays: own, node, toModel });
    }
  });
  return placed;
}

/**
 * Three vertices per triangle; null for points and lines, without a triangle, and where a corner is beyond the
 * vertices.
 */
export function trianglesOf({ mode }: GltfPrimitive, arrays: PrimitiveArrays): Uint32Array | null {
  const corners = triangleCorners(mode, arrays.corners());
  if (!corners || corners.length === 0 || corners.some((corner) => corner >= arrays.vertices)) return null;
  return corners;
}
