import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BitColumn } from './bit-column.ts';
import type { E57Field } from './e57-fields.ts';

describe('the stream of bits of a field', () => {
  it('gives back values of any width from a stream in pieces', () => {
    const field = fc.integer({ min: 1, max: 64 }).chain((bits) =>
      fc.record({
        bits: fc.constant(bits),
        least: fc.bigInt({ min: -(2n ** 52n), max: 2n ** 52n }),
        shares: fc.array(fc.bigInt({ min: 0n, max: 2n ** BigInt(Math.min(bits, 51)) - 1n }), { maxLength: 80 }),
        pieces: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 }),
      }),
    );
    fc.assert(
      fc.property(field, ({ bits, least, shares, pieces }) => {
        const values = shares.map((share) => least + share);
        const stream = packed(bits, least, values);
        const taken = takeAll(new BitColumn(integers(bits, least)), stream, pieces, values.length);
        expect(taken).toEqual(values.map(Number));
      }),
      { numRuns: 2000, seed: 57 },
    );
  });

  it('gives back floating-point numbers', () => {
    const doubles = [1e-300, -0, 12.5, NaN, Infinity];
    const column = (kind: 'single' | 'double', bits: number) => new BitColumn({ ...integers(bits, 0n), kind });
    expect(takeAll(column('double', 64), bytesOf(Float64Array.from(doubles)), [3, 7], 5)).toEqual(doubles);
    const singles = doubles.map(Math.fround);
    expect(takeAll(column('single', 32), bytesOf(Float32Array.from(doubles)), [3, 1], 5)).toEqual(singles);
  });

  it('gives one value where there is only one, and reads integers of 64 bits exactly', () => {
    expect(takeAll(new BitColumn(integers(0, -7n)), new Uint8Array(0), [1], 3)).toEqual([-7, -7, -7]);
    const values = [-9_007_199_254_740_991n, 9_007_199_254_740_991n, 0n];
    const stream = packed(64, -(2n ** 63n), values);
    expect(takeAll(new BitColumn(integers(64, -(2n ** 63n))), stream, [5], 3)).toEqual(values.map(Number));
  });

  it('accepts no more bytes than it may be ahead', () => {
    const column = new BitColumn(integers(8, 0n));
    let pushed = 0;
    while (column.push(new Uint8Array(60_000))) pushed += 60_000;
    expect(pushed).toBeGreaterThan(8_000_000);
    expect(pushed).toBeLessThan(9_000_000);
  });
});

const integers = (bits: number, least: bigint): E57Field => ({
  name: 'made',
  kind: 'integer',
  bits,
  least: { high: Number(least >> 32n), low: Number(BigInt.asUintN(32, least)) },
  scale: 1,
  offset: 0,
  range: null,
});

/** Values as differences from `least`, one after another from the lowest bit of the first byte on. */
function packed(bits: number, least: bigint, values: readonly bigint[]): Uint8Array {
  let all = 0n;
  for (const value of values.toReversed()) all = (all << BigInt(bits)) | (value - least);
  const bytes = new Uint8Array(Math.ceil((bits * values.length) / 8));
  for (let i = 0; i < bytes.length; i++) bytes[i] = Number((all >> BigInt(8 * i)) & 255n);
  return bytes;
}

const bytesOf = ({ buffer }: Float32Array | Float64Array): Uint8Array => new Uint8Array(buffer);

/** Pushes the stream in pieces of these lengths, over and over, and reads all available values after each piece. */
function takeAll(column: BitColumn, stream: Uint8Array, pieces: readonly number[], count: number): number[] {
  const taken: number[] = [];
  const out = new Float64Array(count);
  const take = () => {
    const now = Math.min(column.available, count - taken.length);
    column.take(now, out);
    taken.push(...out.subarray(0, now));
  };
  for (let at = 0, i = 0; at < stream.length; i++) {
    const length = pieces[i % pieces.length]! + (i % 2);
    column.push(stream.subarray(at, at + length));
    at += length;
    take();
  }
  take();
  return taken;
}
