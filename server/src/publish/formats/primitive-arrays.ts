import type { GltfData } from '@overlook/shared/gltf';
import { COMPONENT, type JsonNode } from '@overlook/shared/tiles3d';
import { type AttributeValues, dracoOf, readDracoMesh } from './draco-mesh.ts';

/** The arrays of a primitive with every compression undone, which must not be changed: primitives share them. */
export interface PrimitiveArrays {
  /** Number of vertices. */
  readonly vertices: number;
  /** The corners in the order of the primitive's mode. */
  corners(): Uint32Array;
  /** An attribute by name; null where there is none. Throws `ContentError`. */
  attribute(name: string): AttributeValues | null;
}

/** Reads a primitive with positions. Of what Draco packs, only attributes that are `wanted`; by default all. Throws `ContentError`. */
export async function readArrays(
  primitive: JsonNode,
  data: GltfData,
  wanted?: readonly string[],
): Promise<PrimitiveArrays> {
  const packed = dracoOf(primitive) && (await readDracoMesh(primitive, data, wanted));
  const attributes = primitive.get('attributes');
  const vertices = packed?.vertices ?? data.accessor(attributes.get('POSITION')).count;
  return {
    vertices,
    corners: () => packed?.indices ?? cornersOf(primitive, data, vertices),
    attribute(name) {
      const known = packed?.attributes.get(name);
      const reference = attributes.optional(name);
      if (known || !reference) return known ?? null;
      const accessor = data.accessor(reference);
      return { values: data.floats(accessor), size: accessor.size, accessor };
    },
  };
}

function cornersOf(primitive: JsonNode, data: GltfData, vertices: number): Uint32Array {
  const reference = primitive.optional('indices');
  if (!reference) return Uint32Array.from({ length: vertices }, (_, i) => i);
  const accessor = data.accessor(reference);
  if (accessor.size !== 1 || accessor.componentType === COMPONENT.FLOAT) accessor.json.fail('is no list of indices.');
  return Uint32Array.from(data.values(accessor));
}

/** The values of an attribute with `size` components a vertex; a fourth one that is missing is 1. */
export function resized({ values, size: own }: AttributeValues, size: number): Float32Array {
  if (own === size) return values;
  const count = values.length / own;
  const out = new Float32Array(count * size).fill(1);
  for (let i = 0; i < count; i++)
    for (let c = 0; c < Math.min(size, own); c++) out[i * size + c] = values[i * own + c]!;
  return out;
}
