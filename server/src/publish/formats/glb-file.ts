/**
 * A binary glTF 2.0 of a document and its binary chunk, which must be a multiple of 8 bytes long. The file's length is
 * a multiple of 8 too, as 3D Tiles want it: 12 bytes of header and 8 before each chunk, so the JSON is padded to 4 past
 * a multiple of 8.
 */
export function glbFile(json: object, bin: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = Math.ceil((text.length + 4) / 8) * 8 - 4;
  const total = 12 + 8 + jsonLength + 8 + bin.length;
  const out = new Uint8Array(total).fill(0x20, 0, 20 + jsonLength);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, total, jsonLength, 0x4e4f534a].forEach((value, i) => view.setUint32(4 * i, value, true));
  out.set(text, 20);
  view.setUint32(20 + jsonLength, bin.length, true);
  view.setUint32(24 + jsonLength, 0x004e4942, true);
  out.set(bin, 28 + jsonLength);
  return out;
}
