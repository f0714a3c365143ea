import { webcrypto } from 'node:crypto';
import { open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { UPLOAD_DIGEST_BYTES, UPLOADS } from '@overlook/shared/config';
import { createBlockDigest } from '@overlook/shared/uploads';
import type { Segment } from './upload-folder.ts';

const READ_BYTES = 1024 * 1024;

/**
 * Whether the bytes on the disk are those that were sent, by the digest at their end; true for a sender who cannot calculate one (zeros).
 * `onBytes` is called with the bytes that were compared.
 */
export async function isUndamaged(
  folder: string,
  segments: readonly Segment[],
  { signal, onBytes }: { signal?: AbortSignal | undefined; onBytes?: (bytes: number) => void } = {},
): Promise<boolean> {
  const digestPiece = segments.at(-1)!;
  const stated = await readFile(path.join(folder, digestPiece.path));
  if (stated.length === UPLOAD_DIGEST_BYTES && stated.every((byte) => byte === 0)) return true;
  const digest = createBlockDigest(webcrypto.subtle, digestPiece.startByte);
  const block = new Uint8Array(UPLOADS.blockBytes);
  let filled = 0;
  let read = 0;
  for await (const bytes of bytesOf(folder, segments.slice(0, -1))) {
    for (let from = 0; from < bytes.length;) {
      const length = Math.min(bytes.length - from, block.length - filled);
      block.set(bytes.subarray(from, from + length), filled);
      from += length;
      filled += length;
      if (filled < block.length) continue;
      signal?.throwIfAborted();
      await digest.add(block);
      filled = 0;
    }
    read += bytes.length;
    onBytes?.(read);
  }
  if (filled > 0) await digest.add(block.slice(0, filled));
  return read === digestPiece.startByte && Buffer.from(await digest.end()).equals(stated);
}

/** The bytes of the pieces in their order; a missing file has none. */
async function* bytesOf(folder: string, segments: readonly Segment[]): AsyncGenerator<Uint8Array> {
  const buffer = new Uint8Array(READ_BYTES);
  for (const { path: name } of segments) {
    const file = await open(path.join(folder, name), 'r').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return null;
      throw error;
    });
    if (!file) continue;
    try {
      for (;;) {
        const { bytesRead } = await file.read(buffer, 0, READ_BYTES);
        if (bytesRead === 0) break;
        yield buffer.subarray(0, bytesRead);
      }
    } finally {
      await file.close();
    }
  }
}
