import { toMat4 } from '../maths/matrix.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type CountGrid, decodeCountGrid, encodeCountGrid } from './count-grid.ts';

const cellArbitrary = (most: number) => fc.tuple(fc.nat(most), fc.nat(most), fc.nat(most));
const gridArbitrary = fc
  .record({ axisBits: fc.integer({ min: 1, max: 16 }), densities: fc.integer({ min: 1, max: 4 }) })
  .chain(({ axisBits, densities }) =>
    fc.record({
      cells: fc.uniqueArray(cellArbitrary(2 ** axisBits - 1), { maxLength: 40, selector: (cell) => cell.join() }),
      counts: fc.array(fc.array(fc.nat(0xffffffff), { minLength: 40, maxLength: 40 }), {
        minLength: densities,
        maxLength: densities,
      }),
      cellM: fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
    }),
  )
  .map(({ cells, counts, cellM }): CountGrid => {
    const sorted = cells.sort((a, b) => a[2] - b[2] || a[1] - b[1] || a[0] - b[0]);
    const axis = (at: 0 | 1 | 2) => Uint16Array.from(sorted, (cell) => cell[at]);
    return {
      ecefToCell: toMat4(Array.from({ length: 16 }, (_, at) => Math.sin(at) * 1e6)),
      cellM,
      densities: counts.map((_, at) => 0.01 * (at + 1)),
      x: axis(0),
      y: axis(1),
      z: axis(2),
      counts: counts.map((column) => Uint32Array.from(column.slice(0, sorted.length))),
    };
  });

const SMALL: CountGrid = {
  ecefToCell: toMat4(new Float64Array(16)),
  cellM: 0.5,
  densities: [0.01, 0.1],
  x: Uint16Array.of(3, 1),
  y: Uint16Array.of(0, 511),
  z: Uint16Array.of(2, 300),
  counts: [Uint32Array.of(5, 100_000), Uint32Array.of(1, 400)],
};

describe('the file of a count grid', () => {
  it('gives back any grid', () => {
    fc.assert(fc.property(gridArbitrary, (grid) => void expect(decodeCountGrid(encodeCountGrid(grid))).toEqual(grid)));
  });

  it('is refused when it is cut off anywhere or continues after its end', () => {
    const bytes = encodeCountGrid(SMALL);
    for (let end = 0; end < bytes.length; end++) {
      expect(() => decodeCountGrid(bytes.subarray(0, end))).toThrow('The count grid is cut off.');
    }
    expect(() => decodeCountGrid(Uint8Array.of(...bytes, 0))).toThrow('The count grid goes on after its end.');
  });

  it('is refused when its head is wrong, without allocating what it claims', () => {
    const changed = (at: number, value: number) => {
      const bytes = encodeCountGrid(SMALL);
      new DataView(bytes.buffer).setUint32(at, value, true);
      return () => decodeCountGrid(bytes);
    };
    expect(changed(0, 1)).toThrow('This is no count grid.');
    expect(changed(4, 9)).toThrow('version 9');
    for (const bits of [0, 17, 0xffffffff]) expect(changed(8, bits)).toThrow('head of the count grid is damaged');
    for (const densities of [0, 33, 0xffffffff])
      expect(changed(12, densities)).toThrow('head of the count grid is damaged');
    for (const cells of [8, 0xffffffff]) expect(changed(16, cells)).toThrow('The count grid is cut off.');
    expect(changed(28, 0x7ff00000)).toThrow('head of the count grid is damaged');
    expect(changed(8, 2)).toThrow('A cell of the count grid is outside it.');
  });

  it('reads any bytes without hanging or failing in another way', () => {
    const head = encodeCountGrid(SMALL);
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(head.length - 1), fc.nat(255)), { maxLength: 6 }), (changes) => {
        const bytes = head.slice();
        for (const [at, value] of changes) bytes[at] = value;
        try {
          decodeCountGrid(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
});
