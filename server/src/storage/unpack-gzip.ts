import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { MalformedContentError } from '@overlook/shared/tiles3d';

const gunzipAsync = promisify(gunzip);

/** Whether bytes are packed with gzip, by the first two of them: some programs store tiles so, without another ending. */
export const isGzip = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** The bytes of a file, unpacked where they are gzip, at most `most` of them. Throws `ContentError`. */
export async function unpackedGzip(bytes: Uint8Array, most: number, place: string): Promise<Uint8Array> {
  if (!isGzip(bytes)) return bytes;
  try {
    return await gunzipAsync(bytes, { maxOutputLength: most });
  } catch (error) {
    const isTooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE';
    throw new MalformedContentError(
      place,
      isTooLarge ? `is larger than ${most} bytes when it is unpacked.` : 'is packed with gzip, and damaged.',
    );
  }
}
