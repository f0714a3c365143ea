import { ByteReader, magicOf, parseJsonBytes } from '../byte-reader.ts';
import { UnsupportedContent } from '../content.ts';
import type { GltfJson } from './gltf-schema.ts';

const JSON_CHUNK = 0x4e4f534a;
const BINARY_CHUNK = 0x004e4942;

/** Splits a binary glTF (glTF 2.0 §4.4); `binary` is a view into `bytes`, null without a BIN chunk. */
export function splitGlb(bytes: Uint8Array, name: string): { json: GltfJson; binary: Uint8Array | null } {
  const reader = new ByteReader(bytes, name);
  reader.take(4, 'the glTF magic');
  const version = reader.uint32('the glTF version');
  if (version !== 2)
    throw new UnsupportedContent(`${name} is binary glTF version ${version}; only version 2 is supported.`);
  const length = reader.uint32('the glTF length');
  const chunks = new ByteReader(new ByteReader(bytes, name).take(length, 'the glTF file'), name);
  chunks.take(Math.min(12, length), 'the glTF header');
  let json: GltfJson | null = null;
  let binary: Uint8Array | null = null;
  // Fewer than eight bytes hold no chunk: some writers pad the file.
  while (chunks.remaining >= 8 && !binary) {
    const size = chunks.uint32('a glTF chunk length');
    const type = chunks.uint32('a glTF chunk type');
    const data = chunks.take(size, 'a glTF chunk');
    if (type === JSON_CHUNK) json ??= parseJsonBytes(data, name, 'the glTF JSON') as GltfJson;
    else if (type === BINARY_CHUNK) binary = data;
  }
  if (!json) throw new UnsupportedContent(`${name}: binary glTF (${magicOf(bytes)}) without a JSON chunk.`);
  return { json, binary };
}
