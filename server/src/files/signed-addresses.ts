import { createHmac, timingSafeEqual } from 'node:crypto';
import { REQUESTS_MESSAGES } from '@overlook/shared/messages';
import { SIGNED_ADDRESSES } from '@overlook/shared/signed-addresses';
import { AppError } from '../errors/app-error.ts';

/**
 * Signs addresses of the files of a layer, so that a cache in front of the server sees who may read without a request:
 * `/t/<end>/<signature>/<slug>/<layer>/<version>/<path>`. `end` is in Unix seconds, the signature is base64url of
 * HMAC-SHA256 of `<end>/<slug>/<layer>/<version>`. It is the same for everybody within five minutes, so that browsers keep
 * what they have. Who has such an address can read until its end, 10 to 15 minutes after it was made.
 */
export interface AddressSigner {
  /** The address of a file at a path, encoded, below `scope`: `<slug>/<layer>/<version>`. */
  address(scope: string, path: string): string;
  /** Throws `ADDRESS_EXPIRED` after its end, and for a signature of another key. */
  verify(signed: { end: string; signature: string; scope: string }): void;
}

/** `key` has the bytes of `TILE_KEY`; `nowMs` gives Unix milliseconds. */
export function createAddressSigner(key: Uint8Array, nowMs: () => number): AddressSigner {
  const sign = (end: string, scope: string) => createHmac('sha256', key).update(`${end}/${scope}`).digest('base64url');
  return {
    address(scope, path) {
      const { prefix, stepS, lifeS } = SIGNED_ADDRESSES;
      const end = String(Math.floor(nowMs() / 1000 / stepS) * stepS + lifeS);
      return `${prefix}${end}/${sign(end, scope)}/${scope}/${path}`;
    },
    verify({ end, signature, scope }) {
      const [given, right] = [Buffer.from(signature), Buffer.from(sign(end, scope))];
      const isGenuine = given.length === right.length && timingSafeEqual(given, right);
      if (!isGenuine || Number(end) * 1000 <= nowMs())
        throw new AppError('ADDRESS_EXPIRED', REQUESTS_MESSAGES['request.addressExpired']);
    },
  };
}
