import { boundedBytes, type InflateRaw } from '@overlook/shared/archives';
import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Unpacks bytes by the browser's own decoder. Throws MalformedContentError as soon as there are more than `most`. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: 'deflate-raw' | 'gzip',
  most: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  try {
    return await boundedBytes(reader, most, `Unpacked it is larger than ${most} bytes.`);
  } catch (error) {
    const reason = error instanceof RangeError ? error.message : 'Its compressed data are damaged.';
    throw new MalformedContentError(where, reason);
  }
}

/** For archives. */
export const inflateRaw: InflateRaw = (packed, most, where) => inflate(packed, 'deflate-raw', most, where);
