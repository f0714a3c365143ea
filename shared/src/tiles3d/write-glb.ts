/** Browsers and Node have it; the type library of ECMAScript, the only one of this package, does not declare it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const roundUp8 = (byteLength: number): number => Math.ceil(byteLength / 8) * 8;

/**
 * A binary glTF 2.0 (§4.4) of a document and its binary chunk, without that chunk where `bin` has no bytes. Both chunks are
 * padded, so that the file's length and the chunk's place are multiples of 8, as 3D Tiles want it.
 */
export function writeGlb(json: object, bin: Uint8Array = new Uint8Array()): Uint8Array<ArrayBuffer> {
  const text = new TextEncoder().encode(JSON.stringify(json));
  // With the BIN chunk there are 28 bytes of headers, without it 20: the JSON ends 4 past a multiple of 8.
  const jsonLength = roundUp8(text.length + 4) - 4;
  const binLength = roundUp8(bin.length);
  const total = 20 + jsonLength + (binLength > 0 ? 8 + binLength : 0);
  const out = new Uint8Array(total).fill(0x20, 20, 20 + jsonLength);
  const view = new DataView(out.buffer);
  [0x46546c67, 2, total, jsonLength, 0x4e4f534a].forEach((value, i) => view.setUint32(4 * i, value, true));
  out.set(text, 20);
  if (binLength === 0) return out;
  view.setUint32(20 + jsonLength, binLength, true);
  view.setUint32(24 + jsonLength, 0x004e4942, true);
  out.set(bin, 28 + jsonLength);
  return out;
}
