import type { FileSource } from 'tus-js-client';
import { UPLOAD_DIGEST_BYTES } from '@overlook/shared/config';

/** The bytes of a delivery as tus reads them: the stream, and after it the digest, which the last slice waits for. */
export function deliverySource(stream: Blob, digest: () => Promise<Uint8Array<ArrayBuffer>>): FileSource {
  const size = stream.size + UPLOAD_DIGEST_BYTES;
  return {
    size,
    async slice(start, end) {
      const done = end >= size;
      if (end <= stream.size) return { value: stream.slice(start, end), done };
      const tail = (await digest()).subarray(Math.max(start - stream.size, 0), end - stream.size);
      return { value: new Blob([stream.slice(Math.min(start, stream.size)), tail]), done };
    },
    close: () => undefined,
  };
}
