import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const gzipAsync = promisify(gzip);
const brotliAsync = promisify(brotliCompress);

/** Kinds of files that are offered compressed. Pictures and point clouds of other kinds are packed already. */
const COMPRESSIBLE = /\.(json|gltf|glb|bin|b3dm|i3dm|pnts|cmpt|subtree)$/i;
/** Smaller files save less than the headers cost; larger ones take too much memory. Bytes. */
const SMALLEST = 256;
const LARGEST = 96 * 1024 * 1024;
/** The compressed form has to be at most this share of the plain one. */
const WORTHWHILE = 0.9;
/** It saves nearly as much as level 11, in a fraction of the time. */
const BROTLI_QUALITY = 5;

export interface CompressedForms {
  gz: Uint8Array | null;
  br: Uint8Array | null;
}

/** What follows the names of compressed forms. */
export const COMPRESSED_ENDINGS = ['gz', 'br'] as const satisfies readonly (keyof CompressedForms)[];

/** The compressed forms of a file that save more than a tenth, made off the main thread. */
export async function compressedForms(fileName: string, bytes: Uint8Array): Promise<CompressedForms> {
  const none = { gz: null, br: null };
  if (!COMPRESSIBLE.test(fileName) || bytes.byteLength < SMALLEST || bytes.byteLength > LARGEST) return none;
  const isWorthwhile = (packed: Uint8Array) => packed.byteLength <= bytes.byteLength * WORTHWHILE;
  const gz = await gzipAsync(bytes, { level: 6 });
  // What gzip cannot shrink (compressed textures, Draco) brotli cannot shrink either, and it takes longer.
  if (!isWorthwhile(gz)) return none;
  const br = await brotliAsync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.byteLength,
    },
  });
  return { gz, br: isWorthwhile(br) ? br : null };
}
