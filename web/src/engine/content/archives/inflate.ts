import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Unpacks bytes by the browser's own decoder. Throws MalformedContentError as soon as there are more than `most`. */
export async function inflate(
  packed: Uint8Array<ArrayBuffer>,
  format: 'deflate-raw' | 'gzip',
  most: number,
  where: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const reader = new Blob([packed]).stream().pipeThrough(new DecompressionStream(format)).getReader();
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      bytes += value.byteLength;
      if (bytes > most) throw new RangeError(`Unpacked it is larger than ${most} bytes.`);
      pieces.push(value);
    }
  } catch (error) {
    await reader.cancel().catch(() => undefined);
    const reason = error instanceof RangeError ? error.message : 'Its compressed data are damaged.';
    throw new MalformedContentError(where, reason);
  }
  const all = new Uint8Array(bytes);
  let at = 0;
  for (const piece of pieces) {
    all.set(piece, at);
    at += piece.byteLength;
  }
  return all;
}
