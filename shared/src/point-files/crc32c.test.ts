import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from './crc32c.ts';

/** Computed bit by bit, from the definition. */
function crcByBits(bytes: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

describe('CRC-32C', () => {
  it('gives the sums of RFC 3720, appendix B.4', () => {
    expect(crc32c(new Uint8Array(32))).toBe(0x8a9136aa);
    expect(crc32c(new Uint8Array(32).fill(255))).toBe(0x62a8ab43);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, at) => at))).toBe(0x46dd794e);
    expect(crc32c(Uint8Array.from({ length: 32 }, (_, at) => 31 - at))).toBe(0x113fdb5c);
  });

  it('gives the check value of the catalogue of CRCs and 0 for nothing', () => {
    expect(crc32c(Uint8Array.from('123456789', (digit) => 48 + Number(digit)))).toBe(0xe3069283);
    expect(crc32c(new Uint8Array(0))).toBe(0);
  });

  it('is the definition for any bytes, whole or in parts', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), fc.nat(), (bytes, cut) => {
        const middle = bytes.length === 0 ? 0 : cut % bytes.length;
        expect(crc32c(bytes)).toBe(crcByBits(bytes));
        expect(crc32c(bytes.subarray(middle), crc32c(bytes.subarray(0, middle)))).toBe(crcByBits(bytes));
      }),
    );
  });
});
