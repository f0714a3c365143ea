import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { writeGlb } from '@overlook/shared/tiles3d/testing';
import {
  type Accessors,
  concat,
  glbWith,
  makeComposite,
  makeTile,
  text,
  TRIANGLE,
  triangleGlb,
  u32,
} from './testing/make-files.ts';
import { ContentHttpError } from './content-errors.ts';
import { nodePlatform, parseBytes } from './testing/node-platform.ts';

const b3dm = makeTile('b3dm', { feature: { BATCH_LENGTH: 2 }, batch: { name: ['a', 'b'] } }, triangleGlb());
const pnts = makeTile('pnts', {
  feature: { POINTS_LENGTH: 2, POSITION: { byteOffset: 0 }, RGB: { byteOffset: 24 } },
  featureBinary: new Uint8Array(30),
});
const i3dm = makeTile(
  'i3dm',
  { feature: { INSTANCES_LENGTH: 1, POSITION: { byteOffset: 0 } }, featureBinary: new Uint8Array(12) },
  triangleGlb(),
  u32(1),
);
const WHOLE = { b3dm, pnts, i3dm, glb: triangleGlb(), cmpt: makeComposite(b3dm, pnts) };
/** No further files, so that a fuzzed uri touches nothing. */
const offline = { ...nodePlatform, fetchBytes: (url: string) => Promise.reject(new ContentHttpError(url, 404)) };

const withNodes = (nodes: object[]) => writeGlb({ asset: { version: '2.0' }, nodes, scenes: [{ nodes: [0] }] });
const points = (feature: object, bytes = 0) =>
  makeTile('pnts', { feature: { POINTS_LENGTH: 2, ...feature }, featureBinary: new Uint8Array(bytes) });

describe('damaged files give the fault and its place', () => {
  test.each([
    ['nothing at all', new Uint8Array(), /is empty/],
    ['a b3dm cut in its header', b3dm.subarray(0, 10), /tile\.bin, byte 0: is cut off: 10 bytes are too few/],
    [
      'a b3dm cut in its glTF',
      b3dm.subarray(0, b3dm.length - 20),
      /byte 8: is cut off: its header says \d+ bytes, there are \d+/,
    ],
    ['a glb cut in its binary', WHOLE.glb.subarray(0, WHOLE.glb.length - 4), /byte 8: is cut off/],
    [
      'a table longer than the file',
      concat(text('pnts'), u32(1, 28, 999, 0, 0, 0)),
      /byte 28: has a feature table that runs past the end/,
    ],
    [
      'JSON that is none',
      makeTile(
        'b3dm',
        {},
        writeGlb({}).map((byte) => (byte === 0x7b ? 0x3f : byte)),
      ),
      /not valid JSON/,
    ],
    ['points without their number', points({ POINTS_LENGTH: undefined }), /POINTS_LENGTH: is missing/],
    ['points without positions', points({}), /POSITION: is missing/],
    [
      'points beyond the table',
      points({ POSITION: { byteOffset: 0 } }, 20),
      /POSITION: 2 elements from byte 0 end at byte 24/,
    ],
    [
      '4 billion points',
      points({ POINTS_LENGTH: 2 ** 32 - 1, POSITION: { byteOffset: 0 } }, 24),
      /4294967295 elements/,
    ],
    ['an offset that is no number', points({ POSITION: { byteOffset: 'x' } }, 24), /POSITION/],
    [
      'an inner tile without length',
      concat(text('cmpt'), u32(1, 28, 1), text('b3dm'), u32(1, 0)),
      /byte 16: says that it has only 0 bytes/,
    ],
    [
      'composites without end',
      Array.from({ length: 9 }).reduce<Uint8Array>((tile) => makeComposite(tile), b3dm),
      /8 deep/,
    ],
    [
      '4 billion features',
      makeTile('b3dm', { feature: { BATCH_LENGTH: 2 ** 32 - 1 } }, triangleGlb()),
      /BATCH_LENGTH: is/,
    ],
    [
      '4 billion features inside a composite',
      makeComposite(makeTile('b3dm', { feature: { BATCH_LENGTH: 2 ** 32 - 1 }, batch: { name: [] } }, triangleGlb())),
      /BATCH_LENGTH: is 4294967295; at most 16777216/,
    ],
    [
      'too many features together',
      makeComposite(
        ...Array.from({ length: 3 }, () =>
          makeTile('b3dm', { feature: { BATCH_LENGTH: 2 ** 23 }, batch: { name: [] } }, triangleGlb()),
        ),
      ),
      /25165824 features/,
    ],
    ['nodes in a circle', withNodes([{ children: [1] }, { children: [0] }]), /glTF\.nodes\[0\]: has two parents/],
    [
      'a node placed by a word',
      withNodes([{ mesh: 0, translation: ['x', 0, 0] }]),
      /glTF\.nodes\[0\]\.translation\[0\]: should be a finite number/,
    ],
    [
      'a node that is not there',
      withNodes([{ children: [7] }]),
      /glTF\.nodes\[0\]\.children\[0\]: is 7, but there are only 1 nodes/,
    ],
  ])('%s', async (_, bytes, message) => {
    await expect(parseBytes(bytes, 'tile.bin')).rejects.toThrow(message);
    await expect(parseBytes(bytes, 'tile.bin')).rejects.toMatchObject({
      name: 'MalformedContentError',
      message: expect.stringContaining('tile.bin'),
    });
  });

  test.each([
    ['an accessor beyond its view', { count: 4 }, /glTF\.accessors\[0\]: needs 48 bytes of a buffer view that has 36/],
    ['an accessor of no count', { count: -1 }, /glTF\.accessors\[0\]\.count: should be a whole number/],
    ['an accessor of a billion zeros', { count: 1e9, bufferView: undefined }, /declares 1000000000/],
    [
      'a view that is not there',
      { bufferView: 3 },
      /glTF\.accessors\[0\]\.bufferView: is 3, but there are only 1 buffer views/,
    ],
    ['a component type that is not there', { componentType: 5130 }, /glTF\.accessors\[0\]\.componentType: is 5130/],
    ['a type that is not there', { type: 'VEC9' }, /VEC9/],
  ])('%s', async (_, change, message) => {
    const bytes = glbWith({ position: { data: TRIANGLE, type: 'VEC3' } }, () => ({
      accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', ...change } as never],
      meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    }));
    await expect(parseBytes(bytes, 'tile.bin')).rejects.toThrow(message);
  });

  test.each([
    ['an index beyond the vertices', { indices: 1 }, /index 9 of 3/],
    ['an attribute of another length', { attributes: { POSITION: 0, NORMAL: 2 } }, /NORMAL has 1 values for 3/],
    ['a mode that is not there', { mode: 9 }, /mode 9/],
  ])('%s', async (_, change, message) => {
    const accessors: Accessors = {
      position: { data: TRIANGLE, type: 'VEC3' },
      index: { data: Uint16Array.of(0, 1, 9), type: 'SCALAR' },
      normal: { data: new Float32Array(3), type: 'VEC3' },
    };
    const bytes = glbWith(accessors, () => ({
      meshes: [{ primitives: [{ attributes: { POSITION: 0 }, ...change }] }],
    }));
    await expect(parseBytes(bytes)).rejects.toThrow(message);
  });
});

describe('a file that is not content is named', () => {
  test.each([
    [text('<!doctype html>'), /page one\.b3dm, byte 0: is not a tile.*“<!do”/],
    [Uint8Array.of(0, 1, 2, 255), /“00 01 02 ff”/],
    [text('vctr and more'), /“vctr”/],
    [concat(text('glTF'), u32(1, 20, 0, 0)), /is glTF 1/],
    [concat(text('b3dm'), u32(2, 28, 0, 0, 0, 0)), /version 2 of b3dm/],
  ])('%#', async (bytes, message) => {
    await expect(parseBytes(bytes, 'page one.b3dm')).rejects.toThrow(message);
    await expect(parseBytes(bytes, 'page one.b3dm')).rejects.toMatchObject({ name: 'UnsupportedContentError' });
  });
});

describe('junk', () => {
  const parseJunk = async (bytes: Uint8Array): Promise<unknown> => {
    try {
      return await parseBytes(bytes, 'junk.bin', offline);
    } catch (error) {
      return error;
    }
  };
  const isResultOrError = (result: unknown) =>
    result instanceof Error || typeof (result as { type?: unknown }).type === 'string';

  test('random bytes after any magic end in a result or an Error', async () => {
    const magic = fc.constantFrom('b3dm', 'i3dm', 'pnts', 'cmpt', 'glTF', '{"', '');
    const junk = fc.tuple(magic, fc.uint8Array({ maxLength: 200 }), fc.boolean());
    await fc.assert(
      fc.asyncProperty(junk, async ([start, bytes, hasVersion]) => {
        const version = u32(start === 'glTF' ? 2 : 1);
        return isResultOrError(await parseJunk(concat(text(start), ...(hasVersion ? [version] : []), bytes)));
      }),
      { numRuns: 500 },
    );
  });

  test.each(Object.entries(WHOLE))(
    'a %s with any bytes changed or cut off ends in a result or an Error',
    async (_, whole) => {
      const change = fc.tuple(fc.nat(whole.length - 1), fc.nat(255));
      await fc.assert(
        fc.asyncProperty(fc.array(change, { maxLength: 4 }), fc.nat(whole.length), async (changes, length) => {
          const bytes = whole.slice(0, length % 3 === 0 ? length : whole.length);
          for (const [at, value] of changes) if (at < bytes.length) bytes[at] = value;
          return isResultOrError(await parseJunk(bytes));
        }),
        { numRuns: 300 },
      );
    },
  );

  test('any JSON as a glTF ends in a result or an Error', async () => {
    const index = fc.integer({ min: -1, max: 3 });
    const anything = fc.jsonValue({ maxDepth: 2 });
    const document = fc.record(
      {
        asset: fc.constant({ version: '2.0' }),
        nodes: fc.array(fc.record({ mesh: index, children: fc.array(index, { maxLength: 3 }) }, { requiredKeys: [] })),
        meshes: fc.array(
          fc.record({
            primitives: fc.array(
              fc.record({ attributes: fc.record({ POSITION: index }), mode: index, indices: index }),
            ),
          }),
        ),
        accessors: fc.array(
          fc.record(
            {
              bufferView: index,
              count: fc.integer(),
              componentType: fc.constantFrom(5121, 5123, 5126),
              type: fc.constantFrom('SCALAR', 'VEC3'),
            },
            { requiredKeys: ['count', 'componentType', 'type'] },
          ),
        ),
        bufferViews: anything,
        extensions: fc.dictionary(fc.constantFrom('EXT_structural_metadata', 'CESIUM_RTC'), anything),
      },
      { requiredKeys: ['asset'] },
    );
    await fc.assert(
      fc.asyncProperty(document, async (json) => isResultOrError(await parseJunk(writeGlb(json, new Uint8Array(64))))),
      { numRuns: 500 },
    );
  });
});
