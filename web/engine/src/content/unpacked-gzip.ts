import { inflate } from './archives/inflate.ts';

/** Bytes: the largest content that a browser could show (server/src/storage/source-folder.ts). */
const MOST_BYTES = 512 * 1024 * 1024;

/**
 * The bytes of a file, unpacked where the first two are those of gzip: some programs store tiles so, and not every server says it in
 * a header. Throws MalformedContentError for damaged ones, and for ones that are too large.
 */
export async function unpackedGzip(bytes: Uint8Array, name: string): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  return inflate(Uint8Array.from(bytes), 'gzip', MOST_BYTES, name);
}
