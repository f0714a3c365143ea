import { UPLOAD_DIGEST_BYTES, UPLOADS } from '../config/uploads.ts';

/**
 * The digest of a delivery: SHA-256 of the SHA-256 digests of its blocks of `UPLOADS.blockBytes`, so that no side
 * holds more than one block. Blocks come in their order, the last one may be shorter.
 */
export interface BlockDigest {
  add(block: Uint8Array<ArrayBuffer>): Promise<void>;
  end(): Promise<Uint8Array<ArrayBuffer>>;
}

/** The part of `SubtleCrypto` that is used: browsers and Node both have it. */
export interface Digester {
  digest(algorithm: 'SHA-256', data: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer>;
}

/** `subtle` is the platform's, which calculates beside the main thread; pages have it in secure contexts only. */
export function createBlockDigest(subtle: Digester, sizeBytes: number): BlockDigest {
  const digests = new Uint8Array(Math.ceil(sizeBytes / UPLOADS.blockBytes) * UPLOAD_DIGEST_BYTES);
  let at = 0;
  return {
    async add(block) {
      const from = at;
      at += UPLOAD_DIGEST_BYTES;
      digests.set(new Uint8Array(await subtle.digest('SHA-256', block)), from);
    },
    end: async () => new Uint8Array(await subtle.digest('SHA-256', digests)),
  };
}
