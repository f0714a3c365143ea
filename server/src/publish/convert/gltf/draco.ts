import type { JsonNode } from '@overlook/shared/tiles3d';
import { dracoDecoder } from '../../formats/draco-decoder.ts';
import type { Accessor } from './accessors.ts';

/** The part of the decoder's interface that is used; the package has no types. */
interface Draco {
  readonly HEAPU8: Uint8Array;
  readonly TRIANGULAR_MESH: number;
  readonly DT_INT8: number;
  readonly DT_UINT8: number;
  readonly DT_INT16: number;
  readonly DT_UINT16: number;
  readonly DT_UINT32: number;
  readonly DT_FLOAT32: number;
  Decoder: new () => Decoder;
  DecoderBuffer: new () => { Init(bytes: Int8Array, length: number): void };
  Mesh: new () => Mesh;
  destroy(made: object): void;
  _malloc(bytes: number): number;
  _free(at: number): void;
}
interface Mesh {
  readonly ptr: number;
  num_faces(): number;
  num_points(): number;
}
interface DracoAttribute {
  readonly ptr: number;
  num_components(): number;
}
interface Decoder {
  GetEncodedGeometryType(buffer: object): number;
  DecodeBufferToMesh(buffer: object, mesh: Mesh): { ok(): boolean };
  GetTrianglesUInt32Array(mesh: Mesh, bytes: number, at: number): boolean;
  GetAttributeByUniqueId(mesh: Mesh, id: number): DracoAttribute;
  GetAttributeDataArrayForAllPoints(mesh: Mesh, of: DracoAttribute, type: number, bytes: number, at: number): boolean;
}

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
  const draco = await dracoDecoder<Draco>();
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()];
  const close = () => [mesh, buffer, decoder].forEach((made) => draco.destroy(made));
  buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
  const isMesh = decoder.GetEncodedGeometryType(buffer) === draco.TRIANGULAR_MESH;
  if (!isMesh || !decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) {
    close();
    place.fail('is damaged: its bytes are not what Draco writes for a mesh.');
  }
  /** What `fill` writes to the decoder's memory. */
  const copied = (byteLength: number, fill: (at: number) => void): ArrayBuffer => {
    const at = draco._malloc(byteLength);
    fill(at);
    // The memory may have grown, and moved, in between.
    const out = draco.HEAPU8.slice(at, at + byteLength).buffer;
    draco._free(at);
    return out;
  };
  const vertices = mesh.num_points();
  const cornerBytes = mesh.num_faces() * 12;
  return {
    indices: new Uint32Array(copied(cornerBytes, (at) => decoder.GetTrianglesUInt32Array(mesh, cornerBytes, at))),
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
      const view = new DataView(copied(byteLength, read));
      const { component } = accessor;
      const divisor = accessor.isNormalized ? component.largest : 1;
      return Float32Array.from({ length: vertices * size }, (_, i) =>
        Math.max(component.read(view, i * component.bytes) / divisor, divisor > 1 ? -1 : -Infinity),
      );
    },
    close,
  };
}

function dataType(draco: Draco, componentType: number): number {
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
