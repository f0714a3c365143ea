import { describe, expect, it } from 'vitest';
import { readPointColors } from './point-colors.ts';
import { readTable } from './tile-tables.ts';

/** Two points: their RGBA, RGB and RGB565 lie one after another in the body. */
const BODY = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 11, 12, 13, 14, 15, 16, 0x00, 0xf8, 0xe0, 0x07);
const RGBA = { RGBA: { byteOffset: 0 } };
const RGB = { RGB: { byteOffset: 8 } };
const RGB565 = { RGB565: { byteOffset: 14 } };

function read(json: object, binary = BODY) {
  const text = Uint8Array.from([...JSON.stringify(json)], (letter) => letter.charCodeAt(0));
  return readPointColors(readTable({ json: text, jsonOffset: 28, binary, binaryOffset: 28 + text.length }, 'feature table', 'byte 28'), 2); // prettier-ignore
}

describe('the colours of a point cloud', () => {
  it('are RGBA before RGB, RGB before RGB565, and that before a constant', () => {
    const constant = { CONSTANT_RGBA: [9, 8, 7, 6] };
    expect(read({ ...RGBA, ...RGB, ...RGB565, ...constant })).toEqual({ value: BODY.slice(0, 8), size: 4 });
    expect(read({ ...RGB, ...RGB565, ...constant })).toEqual({ value: BODY.slice(8, 14), size: 3 });
    expect(read({ ...RGB565, ...constant })).toEqual({ value: Uint8Array.of(255, 0, 0, 0, 255, 0), size: 3 });
    expect(read(constant)).toEqual({ value: Uint8Array.of(9, 8, 7, 6, 9, 8, 7, 6), size: 4 });
    expect(read({})).toBeNull();
  });

  it('of 5 and 6 bits reach from 0 to 255', () => {
    const colorOf = (bits: number) => [...read({ RGB565: { byteOffset: 0 } }, new Uint8Array(Uint16Array.of(bits, 0).buffer))!.value.subarray(0, 3)]; // prettier-ignore
    expect(colorOf(0xffff)).toEqual([255, 255, 255]);
    expect(colorOf(0)).toEqual([0, 0, 0]);
    expect(colorOf((16 << 11) | (32 << 5) | 1)).toEqual([132, 130, 8]);
    for (let red = 0; red < 32; red++) expect(colorOf(red << 11)[0]).toBe(Math.round((red * 255) / 31));
  });

  it('may be a constant in the body', () => {
    expect(read({ CONSTANT_RGBA: { byteOffset: 4 } })!.value).toEqual(Uint8Array.of(5, 6, 7, 8, 5, 6, 7, 8));
  });
});
