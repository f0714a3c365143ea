import { expect, it } from 'vitest';
import { chooseGridBits } from './choose-grid-bits.ts';

const filled = (bits: number, cells: number, points: number) => {
  const counts = new Uint32Array(8 ** bits).fill(points, 0, cells);
  return { bits, counts };
};

it.each([
  ['surfaces are counted in 512 cells a side', filled(7, 60_000, 20_000), 9],
  ['a few points anywhere are, too', filled(7, 2 ** 21, 2), 9],
  ['space that is half full is counted in 256', filled(7, 2 ** 19, 1000), 8],
  ['space that is full is counted in 128', filled(7, 2 ** 21, 1000), 7],
  ['a full cube whose side is short has the same limit', filled(1, 8, 20_000_000), 7],
])('%s', (_, counted, bits) => {
  expect(chooseGridBits(counted)).toBe(bits);
});
