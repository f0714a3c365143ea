import { expect, it } from 'vitest';
import { boundedBytes, type ByteReader } from './bounded-bytes.ts';

/** A stream of three bytes at a time. */
function reader(pieces: number): ByteReader & { isStopped: boolean } {
  let given = 0;
  return {
    isStopped: false,
    read: async () => (given++ < pieces ? { done: false, value: Uint8Array.of(given, 2, 3) } : { done: true }),
    async cancel() {
      this.isStopped = true;
    },
  };
}

it('a stream is read up to a number of bytes, and stopped beyond it', async () => {
  expect(await boundedBytes(reader(2), 6)).toEqual(Uint8Array.of(1, 2, 3, 2, 2, 3));
  expect(await boundedBytes(reader(0), 0)).toEqual(new Uint8Array());
  const endless = reader(Infinity);
  await expect(boundedBytes(endless, 8, 'It is too large.')).rejects.toThrow(new RangeError('It is too large.'));
  expect(endless.isStopped).toBe(true);
});
