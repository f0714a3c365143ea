import { MalformedContentError, UnsupportedContentError } from './content-errors.ts';
import { parseJsonBytes } from './json-bytes.ts';

const MAGIC_GLTF = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;

export interface GlbChunk {
  readonly type: number;
  /** Byte offset of the chunk's data from the start of the GLB. */
  readonly offset: number;
  readonly byteLength: number;
}

/** The parts of a binary glTF 2.0 (§4.4). */
export interface GlbParts {
  /** Parsed, without further checks. */
  readonly json: unknown;
  /** A view of the bytes given; null without a BIN chunk. */
  readonly bin: Uint8Array | null;
  readonly chunks: readonly GlbChunk[];
  readonly byteLength: number;
}

/**
 * Splits a GLB into its parts and checks every length. `baseOffset` is where it begins in its file. Throws
 * `ContentError`.
 */
export function readGlb(bytes: Uint8Array, baseOffset = 0): GlbParts {
  const at = (offset: number) => `byte ${baseOffset + offset}`;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.byteLength < 20)
    throw new MalformedContentError(at(0), `is too short for a GLB (${bytes.byteLength} bytes).`);
  if (view.getUint32(0, true) !== MAGIC_GLTF) throw new MalformedContentError(at(0), 'does not begin with "glTF".');
  const version = view.getUint32(4, true);
  if (version !== 2) throw new UnsupportedContentError(at(4), `is glTF ${version}; only glTF 2.0 can be shown.`);
  const byteLength = view.getUint32(8, true);
  if (byteLength > bytes.byteLength)
    throw new MalformedContentError(
      at(8),
      `is cut off: its header says ${byteLength} bytes, there are ${bytes.byteLength}.`,
    );

  const chunks = readChunks(view, byteLength, at);
  const [first, second] = chunks;
  if (first?.type !== CHUNK_JSON) throw new MalformedContentError(at(12), 'does not begin with a JSON chunk.');
  const part = (chunk: GlbChunk) => bytes.subarray(chunk.offset, chunk.offset + chunk.byteLength);
  return {
    json: parseJsonBytes(part(first), at(first.offset)),
    bin: second?.type === CHUNK_BIN ? part(second) : null,
    chunks,
    byteLength,
  };
}

function readChunks(view: DataView, byteLength: number, at: (offset: number) => string): GlbChunk[] {
  const chunks: GlbChunk[] = [];
  // A tile may pad its GLB to 8 bytes, so up to seven bytes after the last chunk are not a chunk.
  for (let offset = 12; offset + 8 <= byteLength;) {
    const length = view.getUint32(offset, true);
    if (offset + 8 + length > byteLength)
      throw new MalformedContentError(at(offset), `has a chunk of ${length} bytes that runs past the end of the GLB.`);
    chunks.push({ type: view.getUint32(offset + 4, true), offset: offset + 8, byteLength: length });
    offset += 8 + length;
  }
  return chunks;
}
