import { MalformedContentError } from '@overlook/shared/tiles3d';

/** Which of a row of things exist: one answer for all, or a bit each, lowest bit of the first byte first. */
export interface Availability {
  constant: boolean | null;
  bits: Uint8Array | null;
}

/** Whether thing number `index` exists. Throws MalformedContentError when the bits end before it. */
export function isAvailable({ constant, bits }: Availability, index: number): boolean {
  if (constant !== null || !bits) return constant === true;
  const byte = bits[Math.floor(index / 8)];
  if (byte === undefined)
    throw new MalformedContentError('subtree', `has ${bits.length * 8} availability bits, not ${index + 1}.`);
  return ((byte >> (index % 8)) & 1) === 1;
}
