import { describe, expect, it } from 'vitest';
import { lasHead, type LasHeadFacts, lasRecordBytes } from './index.ts';

const FACTS: LasHeadFacts = {
  hasColors: true,
  grid: { scale: [0.001, 0.002, 0.003], offset: [500_000, 6_000_000, 30] },
  minimum: [500_001, 6_000_002, 31],
  maximum: [500_011, 6_000_012, 41],
  points: 5_000_000_000,
  returns: [4_999_999_999, 1],
  wkt: 'PROJCS["a"]',
  software: 'A program whose name is longer than thirty-two bytes',
};

const read = (bytes: Uint8Array) => ({
  view: new DataView(bytes.buffer, bytes.byteOffset),
  text: (at: number, length: number) => String.fromCharCode(...bytes.slice(at, at + length)).replace(/\0+$/, ''),
});

describe('the head of a LAS file', () => {
  it('has each value at the place that the standard gives it', () => {
    const bytes = lasHead(FACTS);
    const { view, text } = read(bytes);
    expect(text(0, 4)).toBe('LASF');
    expect([view.getUint8(24), view.getUint8(25), view.getUint16(94, true)]).toEqual([1, 4, 375]);
    expect(text(58, 32)).toBe(FACTS.software.slice(0, 32));
    expect([view.getUint8(104), view.getUint16(105, true)]).toEqual([7, 36]);
    expect(view.getUint32(96, true)).toBe(bytes.length);
    const doubles = (at: number, count: number) =>
      Array.from({ length: count }, (_, i) => view.getFloat64(at + 8 * i, true));
    expect(doubles(131, 6)).toEqual([...FACTS.grid.scale, ...FACTS.grid.offset]);
    expect(doubles(179, 6)).toEqual([500_011, 500_001, 6_000_012, 6_000_002, 41, 31]);
    expect(view.getBigUint64(247, true)).toBe(5_000_000_000n);
    expect([view.getBigUint64(255, true), view.getBigUint64(263, true), view.getBigUint64(271, true)]).toEqual([
      4_999_999_999n,
      1n,
      0n,
    ]);
  });

  it('states the coordinate system in a record of its own, and sets the flag for it', () => {
    const { view, text } = read(lasHead(FACTS));
    expect(view.getUint16(6, true)).toBe(16);
    expect(view.getUint32(100, true)).toBe(1);
    expect(text(377, 16)).toBe('LASF_Projection');
    expect(view.getUint16(393, true)).toBe(2112);
    expect(text(429, view.getUint16(395, true))).toBe(FACTS.wkt);
  });

  it('is the header alone without a coordinate system, and format 6 without colours', () => {
    const bytes = lasHead({ ...FACTS, wkt: null, hasColors: false });
    const { view } = read(bytes);
    expect(bytes).toHaveLength(375);
    expect([view.getUint32(100, true), view.getUint8(104), view.getUint16(105, true)]).toEqual([0, 6, 30]);
    expect(lasRecordBytes(false)).toBe(30);
  });
});
