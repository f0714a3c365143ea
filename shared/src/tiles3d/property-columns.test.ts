import { describe, expect, it } from 'vitest';
import { MalformedContentError } from './content-errors.ts';
import type { ForeignJson } from './json-node.ts';
import { decodeColumn } from './property-columns.ts';
import { readTableColumn } from './property-tables.ts';

/** Browsers and Node have it; the type library of ECMAScript, the only one of this package, does not declare it. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const bytesOf = (values: ArrayBufferView) => new Uint8Array(values.buffer, values.byteOffset, values.byteLength);

/** Decodes a property whose buffers are those of `fields`. */
function decode(
  count: number,
  property: ForeignJson,
  fields: Record<string, ArrayBufferView>,
  { source = {}, enums = {} }: { source?: ForeignJson; enums?: ForeignJson } = {},
): unknown[] {
  const find = (field: string) => (fields[field] ? bytesOf(fields[field]) : null);
  return decodeColumn(count, property, source, enums, find);
}

const scalar = (componentType: string, more: ForeignJson = {}): ForeignJson => ({
  type: 'SCALAR',
  componentType,
  ...more,
});

describe('numbers', () => {
  it.each([
    ['INT8', Int8Array.of(-128, 127), [-128, 127]],
    ['UINT16', Uint16Array.of(0, 65_535), [0, 65_535]],
    ['INT32', Int32Array.of(-2_147_483_648, 1), [-2_147_483_648, 1]],
    ['FLOAT64', Float64Array.of(0.1, -1e300), [0.1, -1e300]],
    ['UINT64', BigUint64Array.of(0n, 9_007_199_254_740_991n), [0, 9_007_199_254_740_991]],
    ['INT64', BigInt64Array.of(-5n, 5n), [-5, 5]],
  ])('of type %s keep their values', (componentType, values, expected) => {
    expect(decode(2, scalar(componentType), { values })).toEqual(expected);
  });

  it('need not begin at a multiple of their size', () => {
    const bytes = new Uint8Array(9);
    new DataView(bytes.buffer).setFloat64(1, 2.5, true);
    expect(decode(1, scalar('FLOAT64'), { values: bytes.subarray(1) })).toEqual([2.5]);
  });

  it('are grouped as vectors and matrices', () => {
    const values = Float32Array.from({ length: 8 }, (_, i) => i);
    const typed = (type: string) => ({ type, componentType: 'FLOAT32' });
    expect(decode(2, typed('VEC3'), { values })).toEqual([
      [0, 1, 2],
      [3, 4, 5],
    ]);
    expect(decode(2, typed('MAT2'), { values })).toEqual([
      [0, 1, 2, 3],
      [4, 5, 6, 7],
    ]);
  });

  it('that are normalised are shares of the largest value, never below −1', () => {
    const signed = scalar('INT8', { normalized: true });
    expect(decode(4, signed, { values: Int8Array.of(-128, -127, 0, 127) })).toEqual([-1, -1, 0, 1]);
    const unsigned = scalar('UINT8', { normalized: true });
    expect(decode(3, unsigned, { values: Uint8Array.of(0, 51, 255) })).toEqual([0, 0.2, 1]);
  });

  it('are multiplied by the scale, then moved by the offset, each component by its own', () => {
    expect(decode(1, scalar('UINT8', { scale: 2, offset: 100 }), { values: Uint8Array.of(7) })).toEqual([114]);
    const vector = { type: 'VEC2', componentType: 'INT16', scale: [0.5, 10], offset: [1, -1] };
    expect(decode(1, vector, { values: Int16Array.of(4, 3) })).toEqual([[3, 29]]);
  });

  it('have the scale and the offset of their table where it states its own', () => {
    const classJson = { properties: { weight: scalar('UINT8', { scale: 2, offset: 100 }) } };
    const weigh = (own: ForeignJson) =>
      readTableColumn(
        { count: 1, json: { properties: { weight: { values: 0, ...own } } }, classJson, enums: {} },
        'weight',
        () => Uint8Array.of(7),
      );
    expect([weigh({}), weigh({ scale: 10 }), weigh({ scale: 10, offset: 1 })]).toEqual([[114], [170], [71]]);
  });

  it('that mean no data are null or the default; the stored value is compared', () => {
    const values = Int16Array.of(-1, 9);
    expect(decode(2, scalar('INT16', { noData: -1, scale: 2 }), { values })).toEqual([null, 18]);
    // After the scale, 9 would be 18 and −1 would be −2.
    expect(decode(2, scalar('INT16', { noData: 18, scale: 2, default: 5 }), { values })).toEqual([-2, 18]);
    expect(decode(2, scalar('INT16', { noData: -1, default: 5 }), { values })).toEqual([5, 9]);
  });
});

describe('other values', () => {
  it('booleans are bits, the lowest of a byte first', () => {
    const found = decode(10, { type: 'BOOLEAN' }, { values: Uint8Array.of(0b0000_0101, 0b0000_0010) });
    expect(found).toEqual([true, false, true, false, false, false, false, false, false, true]);
  });

  it('texts lie between their offsets, which count bytes of UTF-8', () => {
    const values = new TextEncoder().encode('KühlerP-101');
    const stringOffsets = Uint32Array.of(0, 7, 7, 12);
    expect(decode(3, { type: 'STRING' }, { values, stringOffsets })).toEqual(['Kühler', '', 'P-101']);
    const small = { values, stringOffsets: Uint8Array.of(0, 7, 7, 12) };
    expect(decode(3, { type: 'STRING' }, small, { source: { stringOffsetType: 'UINT8' } })).toEqual([
      'Kühler',
      '',
      'P-101',
    ]);
  });

  it('enums have the names of their values; a value without a name stays a number', () => {
    const property = { type: 'ENUM', enumType: 'state' };
    const named = [
      { name: 'open', value: 1 },
      { name: 'shut', value: 4 },
    ];
    expect(decode(3, property, { values: Uint16Array.of(4, 1, 3) }, { enums: { state: { values: named } } })).toEqual([
      'shut',
      'open',
      3,
    ]);
    const ofBytes = { state: { valueType: 'INT8', values: named } };
    expect(decode(2, property, { values: Int8Array.of(1, 4) }, { enums: ofBytes })).toEqual(['open', 'shut']);
  });
});

describe('arrays', () => {
  it('of a fixed length follow each other', () => {
    const values = Uint8Array.of(1, 2, 3, 4, 5, 6);
    expect(decode(2, scalar('UINT8', { array: true, count: 3 }), { values })).toEqual([
      [1, 2, 3],
      [4, 5, 6],
    ]);
  });

  it('of any length lie between their offsets', () => {
    const fields = { values: Uint8Array.of(1, 2, 3), arrayOffsets: Uint32Array.of(0, 2, 2, 3) };
    expect(decode(3, scalar('UINT8', { array: true }), fields)).toEqual([[1, 2], [], [3]]);
  });

  it('of texts have offsets of their own', () => {
    const fields = {
      values: new TextEncoder().encode('abc'),
      arrayOffsets: Uint32Array.of(0, 2, 3),
      stringOffsets: Uint32Array.of(0, 1, 1, 3),
    };
    expect(decode(2, { type: 'STRING', array: true }, fields)).toEqual([['a', ''], ['bc']]);
  });

  it('may mean no data as a whole', () => {
    const property = scalar('UINT8', { array: true, count: 2, noData: [0, 0], default: [7, 7] });
    expect(decode(2, property, { values: Uint8Array.of(0, 0, 0, 1) })).toEqual([
      [7, 7],
      [0, 1],
    ]);
  });
});

describe('a damaged property is refused', () => {
  const values = Uint8Array.of(1, 2, 3);
  it.each<[string, number, ForeignJson, Record<string, ArrayBufferView>]>([
    ['without values', 1, scalar('UINT8'), {}],
    ['with fewer numbers than rows', 4, scalar('UINT8'), { values }],
    ['with fewer bits than rows', 25, { type: 'BOOLEAN' }, { values }],
    ['of an unknown type', 1, { type: 'VEC5', componentType: 'UINT8' }, { values }],
    ['of an unknown component type', 1, scalar('UINT128'), { values }],
    ['of a component type that is a name of every object', 1, scalar('constructor'), { values }],
    ['of text without offsets', 1, { type: 'STRING' }, { values }],
    ['of text with too few offsets', 2, { type: 'STRING' }, { values, stringOffsets: Uint32Array.of(0, 1) }],
    ['with offsets that descend', 2, { type: 'STRING' }, { values, stringOffsets: Uint32Array.of(0, 3, 1) }],
    [
      'with arrays beyond its values',
      1,
      scalar('UINT8', { array: true }),
      { values, arrayOffsets: Uint32Array.of(0, 9) },
    ],
  ])('%s', (_, count, property, fields) => {
    expect(() => decode(count, property, fields)).toThrow(MalformedContentError);
  });
});
