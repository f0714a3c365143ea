import { describe, expect, it } from 'vitest';
import { COMPONENT, JsonNode } from '../tiles3d/index.ts';
import { bytesOf, GltfData, listsOf, type MeshoptDecoder, usesMeshopt } from './index.ts';

const { FLOAT, SHORT, UNSIGNED_BYTE, UNSIGNED_SHORT } = COMPONENT;

/** A document whose only buffer has these bytes, or floats. */
function dataOf(json: object, bytes: Uint8Array | readonly number[], meshopt: MeshoptDecoder | null = null): GltfData {
  const buffer = bytes instanceof Uint8Array ? bytes : new Uint8Array(Float32Array.from(bytes).buffer);
  const lists = listsOf(new JsonNode({ buffers: [{}], ...json }, null, 'glTF'));
  return new GltfData(lists, { bytes: bytesOf([buffer]), meshopt });
}

const accessorOf = (data: GltfData) => data.accessor(new JsonNode(0, null, 'it'));
const valuesOf = (data: GltfData) => data.values(accessorOf(data));

const view = (byteLength: number, more: object = {}) => ({ buffer: 0, byteLength, ...more });
const accessor = (more: object = {}) => ({ bufferView: 0, componentType: FLOAT, type: 'VEC2', count: 2, ...more });

describe('values of an accessor', () => {
  it('are packed out of views that several share', () => {
    const json = { bufferViews: [view(16, { byteOffset: 4, byteStride: 8 })] };
    const of = (more: object) =>
      dataOf({ ...json, accessors: [accessor({ type: 'SCALAR', ...more })] }, [0, 1, 2, 3, 4]);
    expect(valuesOf(of({}))).toEqual(Float32Array.of(1, 3));
    expect(valuesOf(of({ byteOffset: 4 }))).toEqual(Float32Array.of(2, 4));
  });

  it('are zeros without a view, but for those of a sparse list', () => {
    const sparse = {
      count: 2,
      indices: { bufferView: 0, componentType: UNSIGNED_BYTE },
      values: { bufferView: 0, byteOffset: 4 },
    };
    const json = { bufferViews: [view(20)], accessors: [accessor({ bufferView: undefined, count: 3, sparse })] };
    const bytes = new Uint8Array(Float32Array.of(0, 1, 2, 3, 4).buffer);
    bytes.set([2, 0]);
    expect(valuesOf(dataOf(json, bytes))).toEqual(Float32Array.of(3, 4, 0, 0, 1, 2));
    bytes.set([3]);
    expect(() => valuesOf(dataOf(json, bytes))).toThrow('glTF.accessors[0].sparse.indices: names element 3 of 3.');
  });

  it('are numbers from −1 to 1, or from 0, where they are normalised', () => {
    const of = (
      componentType: number,
      isNormalized: boolean,
      stored: Int16Array<ArrayBuffer> | Uint16Array<ArrayBuffer>,
    ) => {
      const one = accessor({ componentType, type: 'SCALAR', count: stored.length, normalized: isNormalized });
      const data = dataOf({ bufferViews: [view(stored.byteLength)], accessors: [one] }, new Uint8Array(stored.buffer));
      return data.floats(accessorOf(data));
    };
    expect(of(SHORT, true, Int16Array.of(32_767, -32_767, -32_768))).toEqual(Float32Array.of(1, -1, -1));
    expect(of(UNSIGNED_SHORT, true, Uint16Array.of(65_535, 0))).toEqual(Float32Array.of(1, 0));
    expect(of(SHORT, false, Int16Array.of(32_767, -3))).toEqual(Float32Array.of(32_767, -3));
  });

  it.each([
    ['beyond its view', { count: 3 }, 'glTF.accessors[0]: needs 24 bytes of a buffer view that has 16.'],
    [
      'of more zeros than memory',
      { bufferView: undefined, count: 4e9 },
      'glTF.accessors[0]: declares 4000000000 elements.',
    ],
    [
      'of a view that is not there',
      { bufferView: 1 },
      'glTF.accessors[0].bufferView: is 1, but there are only 1 buffer views.',
    ],
    [
      'of doubles',
      { componentType: COMPONENT.DOUBLE },
      'glTF.accessors[0].componentType: is 5130, which is no component type of an accessor.',
    ],
    ['of no type', { type: 'VEC9' }, 'glTF.accessors[0].type: is "VEC9", which is no type of an accessor.'],
    ['of half an element', { count: 0.5 }, 'glTF.accessors[0].count: should be a whole number of at least 0.'],
  ])('%s are refused', (_, more, message) => {
    const data = dataOf({ bufferViews: [view(16)], accessors: [accessor(more)] }, [1, 2, 3, 4]);
    expect(() => valuesOf(data)).toThrow(message);
  });
});

describe('the bytes of a buffer view', () => {
  it.each([
    ['beyond its buffer', view(17), 'glTF.bufferViews[0]: reaches byte 17 of buffer 0, which has 16.'],
    [
      'of a buffer that is not there',
      view(4, { buffer: 1 }),
      'glTF.bufferViews[0].buffer: is 1, but there are only 1 buffers.',
    ],
    [
      'before the buffer',
      view(4, { byteOffset: -4 }),
      'glTF.bufferViews[0].byteOffset: should be a whole number of at least 0.',
    ],
  ])('%s are refused', (_, one, message) => {
    const data = dataOf({ bufferViews: [one] }, [1, 2, 3, 4]);
    expect(() => data.namedView(new JsonNode(0, null, 'it'))).toThrow(message);
  });

  const packed = (more: object = {}) => {
    const meshopt = { buffer: 0, byteOffset: 4, byteLength: 2, count: 3, byteStride: 2, mode: 'ATTRIBUTES', ...more };
    return { bufferViews: [view(6, { buffer: 0, extensions: { EXT_meshopt_compression: meshopt } })] };
  };
  const decoder: MeshoptDecoder = {
    decodeGltfBuffer(target, count, stride, source) {
      if (source[0] === 0) throw new Error('damaged');
      for (let i = 0; i < count * stride; i++) target[i] = source[i % source.length]!;
    },
  };
  const unpacked = (json: object, bytes: readonly number[]) =>
    dataOf(json, Uint8Array.from(bytes), decoder).namedView(new JsonNode(0, null, 'it'));

  it('are unpacked by meshopt', () => {
    expect(usesMeshopt(dataOf(packed(), []).lists)).toBe(true);
    expect(unpacked(packed(), [0, 0, 0, 0, 7, 8])).toEqual(Uint8Array.of(7, 8, 7, 8, 7, 8));
  });

  it.each([
    ['damaged', {}, [0, 0, 0, 0, 0, 8], 'is damaged: its bytes are not what meshopt writes.'],
    ['cut off', {}, [0, 0, 0, 0, 7], 'reaches byte 6 of buffer 0, which has 5.'],
    ['longer than their view', { count: 4 }, [0, 0, 0, 0, 7, 8], 'makes more than the 6 bytes of its buffer view.'],
  ])('are refused where what is packed is %s', (_, more, bytes, message) => {
    expect(() => unpacked(packed(more), bytes)).toThrow(
      `glTF.bufferViews[0].extensions.EXT_meshopt_compression: ${message}`,
    );
  });
});
