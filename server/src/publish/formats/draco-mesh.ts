import { decodedFloats, type GltfAccessor, type GltfData } from '@overlook/shared/gltf';
import { componentArray, type JsonNode } from '@overlook/shared/tiles3d';
import { dracoDecoder, type DracoModule, readFromDraco } from './draco-decoder.ts';

/** Values of an attribute, flat, as numbers after normalisation. */
export interface AttributeValues {
  readonly values: Float32Array;
  /** Components of a vertex. */
  readonly size: number;
  readonly accessor: GltfAccessor;
}

/** A primitive that KHR_draco_mesh_compression packs; all attributes have as many elements. */
export interface DracoMesh {
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
  readonly vertices: number;
  readonly attributes: ReadonlyMap<string, AttributeValues>;
}

/** The extension of a primitive; null without it. */
export const dracoOf = (primitive: JsonNode): JsonNode | null =>
  primitive.optional('extensions')?.optional('KHR_draco_mesh_compression') ?? null;

/** Unpacks a primitive that has the extension, and those of its attributes that are `wanted`; by default all. Throws `ContentError`. */
export async function readDracoMesh(
  primitive: JsonNode,
  data: GltfData,
  wanted?: readonly string[],
): Promise<DracoMesh> {
  const place = dracoOf(primitive)!;
  const bytes = data.namedView(place.get('bufferView'));
  const draco = await dracoDecoder();
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()];
  const damaged = () => place.fail('is damaged: its bytes are not what Draco writes for a mesh.');
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
    const isMesh = decoder.GetEncodedGeometryType(buffer) === draco.TRIANGULAR_MESH;
    if (!isMesh || !decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) damaged();
    const vertices = mesh.num_points();
    const cornerBytes = mesh.num_faces() * 12;
    const corners = readFromDraco(draco, cornerBytes, (at) => decoder.GetTrianglesUInt32Array(mesh, cornerBytes, at));
    const [ids, accessors] = [place.get('attributes'), primitive.get('attributes')];
    const read = (name: string): readonly [string, AttributeValues] => {
      const accessor = data.accessor(accessors.get(name));
      const { componentType, isNormalized, json, size } = accessor;
      const found = decoder.GetAttributeByUniqueId(mesh, ids.get(name).integer());
      if (found.ptr === 0) ids.get(name).fail('names an attribute that the compressed mesh does not have.');
      if (size !== found.num_components())
        json.fail(`has ${size} components; the compressed mesh has ${found.num_components()}.`);
      const type = dataType(draco, componentType);
      const array = componentArray(componentType)!;
      const byteLength = vertices * size * array.BYTES_PER_ELEMENT;
      const stored = readFromDraco(draco, byteLength, (at) =>
        decoder.GetAttributeDataArrayForAllPoints(mesh, found, type, byteLength, at),
      );
      const values = decodedFloats(new array(stored ?? damaged()), isNormalized);
      return [name, { values, size, accessor }];
    };
    const names = ids.keys().filter((name) => accessors.optional(name) && (wanted?.includes(name) ?? true));
    return { indices: new Uint32Array(corners ?? damaged()), vertices, attributes: new Map(names.map(read)) };
  } finally {
    for (const made of [mesh, buffer, decoder]) draco.destroy(made);
  }
}

function dataType(draco: DracoModule, componentType: number): number {
  const types: Readonly<Record<number, number>> = {
    5120: draco.DT_INT8,
    5121: draco.DT_UINT8,
    5122: draco.DT_INT16,
    5123: draco.DT_UINT16,
    5125: draco.DT_UINT32,
    5126: draco.DT_FLOAT32,
  };
  return types[componentType]!;
}
