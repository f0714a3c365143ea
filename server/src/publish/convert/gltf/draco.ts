import type { JsonNode } from '@overlook/shared/tiles3d';
import { dracoDecoder, type DracoModule, readFromDraco } from '../../formats/draco-decoder.ts';
import type { Accessor } from './accessors.ts';

/** Triangles and attributes of a primitive that KHR_draco_mesh_compression holds, all with as many elements. */
export interface DracoMesh {
  readonly indices: Uint32Array;
  readonly vertices: number;
  /** Values of the attribute of that id, flat, as numbers after normalization. */
  attribute(id: JsonNode, accessor: Accessor): Float32Array;
  close(): void;
}

/** Decodes `bytes`. `place` is the primitive's extension, for errors. Throws `ContentError`. */
export async function decodeDraco(bytes: Uint8Array, place: JsonNode): Promise<DracoMesh> {
  const draco = await dracoDecoder();
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()];
  const close = () => [mesh, buffer, decoder].forEach((made) => draco.destroy(made));
  buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
  const damaged = () => place.fail('is damaged: its bytes are not what Draco writes for a mesh.');
  const isMesh = decoder.GetEncodedGeometryType(buffer) === draco.TRIANGULAR_MESH;
  if (!isMesh || !decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) {
    close();
    damaged();
  }
  const vertices = mesh.num_points();
  const cornerBytes = mesh.num_faces() * 12;
  return {
    indices: new Uint32Array(
      readFromDraco(draco, cornerBytes, (at) => decoder.GetTrianglesUInt32Array(mesh, cornerBytes, at)) ?? damaged(),
    ),
    vertices,
    attribute(id, accessor) {
      const found = decoder.GetAttributeByUniqueId(mesh, id.integer());
      if (found.ptr === 0) id.fail('names an attribute that the compressed mesh does not have.');
      const size = found.num_components();
      if (size !== accessor.size)
        accessor.json.fail(`has ${accessor.size} components; the compressed mesh has ${size}.`);
      const byteLength = vertices * size * accessor.component.bytes;
      const type = dataType(draco, accessor.componentType);
      const read = (at: number) => decoder.GetAttributeDataArrayForAllPoints(mesh, found, type, byteLength, at);
      const view = new DataView(readFromDraco(draco, byteLength, read) ?? damaged());
      const { component } = accessor;
      const divisor = accessor.isNormalized ? component.largest : 1;
      return Float32Array.from({ length: vertices * size }, (_, i) =>
        Math.max(component.read(view, i * component.bytes) / divisor, divisor > 1 ? -1 : -Infinity),
      );
    },
    close,
  };
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
