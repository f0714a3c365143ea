import { dracoDecoder, readFromDraco } from './draco-decoder.ts';

/** The positions of a mesh that Draco packs: flat xyz, of the attribute with this id. Null where they cannot be unpacked. */
export async function dracoPositions(bytes: Uint8Array, attribute: number): Promise<Float32Array | null> {
  const draco = await dracoDecoder();
  const [decoder, buffer, mesh] = [new draco.Decoder(), new draco.DecoderBuffer(), new draco.Mesh()];
  try {
    buffer.Init(new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength), bytes.byteLength);
    const isMesh = decoder.GetEncodedGeometryType(buffer) === draco.TRIANGULAR_MESH;
    if (!isMesh || !decoder.DecodeBufferToMesh(buffer, mesh).ok() || mesh.ptr === 0) return null;
    const found = decoder.GetAttributeByUniqueId(mesh, attribute);
    if (found.ptr === 0 || found.num_components() !== 3) return null;
    const byteLength = mesh.num_points() * 12;
    const read = readFromDraco(draco, byteLength, (at) =>
      decoder.GetAttributeDataArrayForAllPoints(mesh, found, draco.DT_FLOAT32, byteLength, at),
    );
    return read && new Float32Array(read);
  } finally {
    for (const made of [mesh, buffer, decoder]) draco.destroy(made);
  }
}
