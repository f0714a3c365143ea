import { expect, it } from 'vitest';
import { COMPONENT } from './component-types.ts';
import { normalizedRange, readComponents } from './index.ts';

it('unaligned and padded elements come out packed, in a buffer of their own', () => {
  const bytes = Uint8Array.of(9, 1, 0, 2, 0, 9, 9, 3, 0, 4, 0);
  const value = readComponents(bytes, { componentType: 5123, count: 2, size: 2, byteOffset: 1, byteStride: 6 }, 'x');
  expect(value).toEqual(Uint16Array.of(1, 2, 3, 4));
  expect(value.buffer.byteLength).toBe(8);
});

it('padded elements that are aligned come out the same', () => {
  const bytes = new Uint8Array(Uint16Array.of(0, 1, 2, 9, 3, 4).buffer);
  const value = readComponents(bytes, { componentType: 5123, count: 2, size: 2, byteOffset: 2, byteStride: 6 }, 'x');
  expect(value).toEqual(Uint16Array.of(1, 2, 3, 4));
});

it.each([
  ['beyond the bytes', { count: 3, byteOffset: 0 }],
  ['of half an element', { count: 0.5, byteOffset: 0 }],
  ['before the bytes', { count: 1, byteOffset: -2 }],
  ['that overlap', { count: 2, byteOffset: 0, byteStride: 2 }],
])('elements %s are refused', (_, range) =>
  expect(() => readComponents(new Uint8Array(8), { componentType: 5123, size: 2, ...range }, 'accessor 0')).toThrow(
    /^accessor 0: .* beyond the 8/,
  ),
);

/** Its slices share its memory, as those of Node's buffers do. */
class SharingBytes extends Uint8Array {
  override slice(start?: number, end?: number): this {
    return this.subarray(start, end) as this;
  }
}

it('elements of a Node buffer are copied too', () => {
  const bytes = SharingBytes.of(1, 2);
  const value = readComponents(bytes, { componentType: 5121, count: 2, size: 1, byteOffset: 0 }, 'x');
  bytes[0] = 9;
  expect(value).toEqual(Uint8Array.of(1, 2));
});

it.each([
  [COMPONENT.BYTE, 127],
  [COMPONENT.UNSIGNED_BYTE, 255],
  [COMPONENT.SHORT, 32767],
  [COMPONENT.UNSIGNED_SHORT, 65535],
  [COMPONENT.FLOAT, 1],
])('integers of component type %i are normalized by %i', (type, range) => expect(normalizedRange(type)).toBe(range));
