import { UPLOAD_DIGEST_BYTES, UPLOADS } from '@overlook/shared/config';
import { createBlockDigest } from '@overlook/shared/uploads';

/**
 * The digest of the bytes of a delivery, which are read one block at a time; zeros where the page may not calculate one, because it
 * did not come by https. Rejects when the files cannot be read any more, and with the reason of the signal.
 */
export async function streamDigest(stream: Blob, signal: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
  // The types do not say that it is absent in pages without https.
  const subtle = (crypto as { subtle?: SubtleCrypto }).subtle;
  if (!subtle) return new Uint8Array(UPLOAD_DIGEST_BYTES);
  const digest = createBlockDigest(subtle, stream.size);
  for (let at = 0; at < stream.size; at += UPLOADS.blockBytes) {
    signal.throwIfAborted();
    await digest.add(new Uint8Array(await stream.slice(at, at + UPLOADS.blockBytes).arrayBuffer()));
  }
  return digest.end();
}
