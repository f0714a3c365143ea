import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  ContentError,
  contentKind,
  GlbBuilder,
  parseJsonBytes,
  readComposite,
  readGlb,
  readSubtree,
  readTableTile,
} from './index.ts';
import { type BasisModule, withKtx2 } from './ktx2.ts';
import { writeGlb } from './testing/index.ts';

const text = (words: string) => Uint8Array.from(words, (letter) => letter.charCodeAt(0));
const uint32s = (...values: number[]) => new Uint8Array(Uint32Array.from(values).buffer);
const joined = (...parts: Uint8Array[]) => Uint8Array.from(parts.flatMap((part) => [...part]));

const JSON_BYTES = text('{"a":1}\0');
const b3dm = joined(text('b3dm'), uint32s(1, 40, 8, 0, 0, 0), JSON_BYTES, text('body'));
const i3dm = joined(text('i3dm'), uint32s(1, 44, 8, 0, 0, 0, 0), JSON_BYTES, text('a.gl'));
const cmpt = joined(text('cmpt'), uint32s(1, 16 + 40 + 44, 2), b3dm, i3dm);
const glb = joined(text('glTF'), uint32s(2, 40, 8, 0x4e4f534a), JSON_BYTES, uint32s(4, 0x004e4942), text('data'));
const subtree = joined(text('subt'), uint32s(1, 8, 0, 4, 0), JSON_BYTES, text('bits'));

const READERS: readonly (readonly [string, Uint8Array, (bytes: Uint8Array) => unknown])[] = [
  ['b3dm', b3dm, (bytes) => readTableTile(bytes, 'b3dm')],
  ['i3dm', i3dm, (bytes) => readTableTile(bytes, 'i3dm')],
  ['cmpt', cmpt, (bytes) => readComposite(bytes)],
  ['glTF', glb, (bytes) => readGlb(bytes)],
  ['subtree', subtree, (bytes) => readSubtree(bytes)],
];

describe('a GLB that is written', () => {
  it('is read again, its parts at multiples of 8', () => {
    for (const name of ['', 'a', 'ab', 'abcdefg'])
      for (const bin of [new Uint8Array(), text('data'), text('data of 9')]) {
        const written = writeGlb({ name }, bin);
        const read = readGlb(written);
        expect(read.json).toEqual({ name });
        expect(written.length % 8).toBe(0);
        expect(read.chunks.slice(1).map(({ offset }) => offset % 8)).toEqual(bin.length > 0 ? [0] : []);
        expect(read.bin?.subarray(0, bin.length) ?? new Uint8Array()).toEqual(bin);
      }
  });

  it('has the arrays that were added, each at its place', () => {
    const glb = new GlbBuilder();
    expect(glb.attribute(Uint8Array.of(1, 2, 3), 'SCALAR', { isNormalized: true })).toBe(0);
    expect(glb.positions(Float32Array.of(1, 2, 3, -4, 5, 6))).toBe(1);
    expect(glb.indices([0, 1], 65535)).toBe(2);
    expect(glb.indices([0, 65535], 65536)).toBe(3);
    const { json, bin } = glb.document({ asset: { version: '2.0' } });
    expect(json.accessors).toEqual([
      { bufferView: 0, componentType: 5121, normalized: true, count: 3, type: 'SCALAR' },
      { bufferView: 1, componentType: 5126, count: 2, type: 'VEC3', min: [-4, 2, 3], max: [1, 5, 6] },
      { bufferView: 2, componentType: 5123, count: 2, type: 'SCALAR' },
      { bufferView: 3, componentType: 5125, count: 2, type: 'SCALAR' },
    ]);
    expect(json.bufferViews.map(({ byteOffset }) => byteOffset)).toEqual([0, 4, 28, 32]);
    expect(new Float32Array(bin.buffer, 4, 6)).toEqual(Float32Array.of(1, 2, 3, -4, 5, 6));
    expect(json.buffers).toEqual([{ byteLength: 40 }]);
    expect(readGlb(glb.finish({}))).toMatchObject({ bin });
  });
});

describe('containers', () => {
  it('of a GLB whose JSON is not padded is read', () => {
    const unpadded = joined(text('glTF'), uint32s(2, 35, 7, 0x4e4f534a), text('{"a":1}'), uint32s(0, 0x004e4942));
    expect(readGlb(unpadded)).toMatchObject({ json: { a: 1 }, bin: new Uint8Array() });
  });

  it('are taken apart', () => {
    const tile = readTableTile(b3dm, 'b3dm');
    expect(parseJsonBytes(tile.featureTable.json)).toEqual({ a: 1 });
    expect(tile).toMatchObject({ byteLength: 40, bodyOffset: 36, body: text('body'), batchLength: null });
    expect(readTableTile(i3dm, 'i3dm')).toMatchObject({ gltfFormat: 0, body: text('a.gl') });
    expect(readComposite(cmpt).tiles).toEqual([
      { bytes: b3dm, offset: 16 },
      { bytes: i3dm, offset: 56 },
    ]);
    expect(readGlb(glb)).toMatchObject({ json: { a: 1 }, bin: text('data'), byteLength: 40 });
    expect(readSubtree(subtree)).toEqual({ json: { a: 1 }, binary: text('bits') });
    expect(readSubtree(text(' {"a":1}'))).toEqual({ json: { a: 1 }, binary: null });
  });

  it('of either header from before 3D Tiles 1.0 too', () => {
    const glTF = uint32s(0x46546c67, 2);
    const first = joined(text('b3dm'), uint32s(1, 36, 5, 8), JSON_BYTES, glTF);
    expect(readTableTile(first, 'b3dm')).toMatchObject({ batchLength: 5, bodyOffset: 28 });
    const second = joined(text('b3dm'), uint32s(1, 40, 8, 0, 7), JSON_BYTES, glTF);
    expect(readTableTile(second, 'b3dm')).toMatchObject({ batchLength: 7, bodyOffset: 32 });
  });

  it.each(READERS)('%s: any cut is refused and any change is read or refused, with its place', (_, good, read) => {
    for (let length = 0; length < good.length; length++)
      expect(() => read(good.subarray(0, length))).toThrow(ContentError);
    const change = fc.record({ at: fc.nat(good.length - 1), value: fc.integer({ min: 0, max: 255 }) });
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const bytes = Uint8Array.from(good);
        for (const { at, value } of changes) bytes[at] = value;
        try {
          read(bytes);
        } catch (error) {
          expect(error).toBeInstanceOf(ContentError);
          expect((error as ContentError).place).toMatch(/^byte \d+$|^document$/);
        }
      }),
      { numRuns: 500 },
    );
  });
});

it.each([
  ['nothing', new Uint8Array(), 'is empty'],
  ['a web page', text('<!doctype html>'), 'it begins with “<!do”'],
  ['a gzip file', Uint8Array.of(0x1f, 0x8b, 8, 0), 'unpack it first'],
])('%s is no content', (_, bytes, reason) => expect(() => contentKind(bytes)).toThrow(reason));

it('a composite does not contain JSON', () => {
  const composite = joined(text('cmpt'), uint32s(1, 32, 1), text('{"asset": {}   }'));
  expect(() => readComposite(composite)).toThrow('is JSON, which a composite cannot hold');
});

it.each([
  ['padding is not part of it', text('{"a":1}  \0\0'), { a: 1 }],
  ['nothing is an empty object', text('   \0'), {}],
  ['a byte order mark is skipped', Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d), {}],
])('JSON: %s', (_, bytes, value) => expect(parseJsonBytes(bytes)).toEqual(value));

it.each([
  [Uint8Array.of(0x22, 0xff, 0x22), 'is not UTF-8 text'],
  [text('{"a":'), 'is not valid JSON'],
])('JSON that is none is refused', (bytes, reason) => expect(() => parseJsonBytes(bytes)).toThrow(reason));

describe('a KTX2 picture', () => {
  const ended: string[] = [];
  const basis = (isValid: boolean) => ({
    KTX2File: class {
      isValid = () => isValid;
      startTranscoding = () => true;
      close = () => ended.push('close');
      delete = () => ended.push('delete');
    } as unknown as BasisModule['KTX2File'],
  });

  it.each([
    ['was read', true, () => 'read'],
    ['is damaged', false, () => 'read'],
    [
      'cannot be read to its end',
      true,
      () => {
        throw new Error('no room');
      },
    ],
  ])('frees the memory of the transcoder when it %s', (_, isValid, read) => {
    ended.length = 0;
    try {
      withKtx2(basis(isValid), new Uint8Array(1), read);
    } catch {
      // Only what is freed counts here.
    }
    expect(ended).toEqual(['close', 'delete']);
  });
});
