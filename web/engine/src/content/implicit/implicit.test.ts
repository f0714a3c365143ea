import { describe, expect, test } from 'vitest';
import { contextFor, hasSampleData, nodePlatform, parseSample, SAMPLE_DATA } from '../testing/node-platform.ts';
import { isAvailable } from './availability.ts';
import { type ExpandedTile, expandSubtree } from './expand-subtree.ts';
import { implicitRoot, type ImplicitSubtree } from './implicit-root.ts';
import { fillTemplate, readImplicitTiling } from './implicit-tiling.ts';
import { mortonIndex } from './morton.ts';
import { subdivide } from './subdivide.ts';
import { parseSubtree, type Subtree } from './subtree.ts';

const ALL = { constant: true, bits: null };
const NONE = { constant: false, bits: null };
const bitsOf = (...bytes: number[]) => ({ constant: null, bits: Uint8Array.from(bytes) });

const quadtree = {
  boundingVolume: { box: [10, 20, 5, 8, 0, 0, 0, 4, 0, 0, 0, 2] },
  geometricError: 64,
  refine: 'REPLACE',
  transform: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 7, 8, 9, 1],
  contents: [{ uri: 'm/{level}/{x}/{y}.glb' }, { uri: 'p/{level}/{x}/{y}.pnts' }],
  implicitTiling: {
    subdivisionScheme: 'QUADTREE',
    subtreeLevels: 2,
    availableLevels: 4,
    subtrees: { uri: 's/{level}.{x}.{y}.subtree' },
  },
};
const octree = {
  boundingVolume: { region: [3, -0.5, -3, 0.5, 0, 100] },
  geometricError: 8,
  content: { uri: '{level}_{x}_{y}_{z}' },
  implicitTiling: { ...quadtree.implicitTiling, subdivisionScheme: 'OCTREE' },
};

const rootOf = (tile: object): ImplicitSubtree => implicitRoot(tile)!.implicitSubtree;
const volumeAt = (tile: object, level: number, x: number, y: number, z: number) =>
  subdivide(readImplicitTiling(tile)!, { level, x, y, z });

test('Morton order interleaves the bits, x lowest', () => {
  expect([0, 1, 2, 3].map((i) => mortonIndex(i & 1, i >> 1, 0, 2))).toEqual([0, 1, 2, 3]);
  expect(mortonIndex(5, 3, 0, 2)).toBe(0b011011);
  expect(mortonIndex(1, 0, 1, 3)).toBe(0b101);
  expect(mortonIndex(2, 1, 3, 3)).toBe(0b101110);
});

test('availability is one answer or a bit each, and never made up', () => {
  expect(isAvailable(ALL, 12345)).toBe(true);
  expect([0, 1, 8, 9].map((i) => isAvailable(bitsOf(0b01, 0b10), i))).toEqual([true, false, false, true]);
  expect(() => isAvailable(bitsOf(255), 8)).toThrow(/8 availability bits, not 9/);
});

test('templates take all coordinates', () => {
  expect(fillTemplate('{level}/{x}-{y}-{z}/{x}', { level: 3, x: 1, y: 2, z: 4 })).toBe('3/1-2-4/1');
});

test('a box is halved in x and y by a quadtree', () => {
  expect(volumeAt(quadtree, 1, 1, 0, 0)).toEqual({ box: [14, 18, 5, 4, 0, 0, 0, 2, 0, 0, 0, 2] });
  expect(volumeAt(quadtree, 2, 0, 3, 0)).toEqual({ box: [4, 23, 5, 2, 0, 0, 0, 1, 0, 0, 0, 2] });
});

test('a region is halved in height too by an octree, also across the antimeridian', () => {
  const { region } = volumeAt(octree, 1, 1, 0, 1);
  const middle = 3 + (2 * Math.PI - 6) / 2;
  const expected = [middle > Math.PI ? middle - 2 * Math.PI : middle, -0.5, -3, 0, 50, 100];
  region!.forEach((value, i) => expect(value).toBeCloseTo(expected[i]!, 12));
});

describe('expanding', () => {
  test('the root keeps its transform and loses its templates', () => {
    const root = implicitRoot(quadtree)!;
    expect(root).toMatchObject({
      transform: quadtree.transform,
      implicitSubtree: { level: 0, uri: 's/0.0.0.subtree' },
    });
    expect(root).not.toHaveProperty('contents');
    expect(root).not.toHaveProperty('implicitTiling');
    expect(implicitRoot({ boundingVolume: quadtree.boundingVolume })).toBeNull();
  });

  test('constant availability gives every tile, both contents and every child subtree', () => {
    const tile = expandSubtree(rootOf(quadtree), { tiles: ALL, contents: [ALL, ALL], childSubtrees: ALL })!;
    expect(tile).toMatchObject({
      geometricError: 64,
      refine: 'REPLACE',
      contents: [{ uri: 'm/0/0/0.glb' }, { uri: 'p/0/0/0.pnts' }],
    });
    expect(tile.children).toHaveLength(4);
    const last = tile.children![3]!;
    expect(last).toMatchObject({ geometricError: 32, contents: [{ uri: 'm/1/1/1.glb' }, { uri: 'p/1/1/1.pnts' }] });
    expect(last.children!.map((child) => child.implicitSubtree?.uri)).toEqual([
      's/2.2.2.subtree',
      's/2.3.2.subtree',
      's/2.2.3.subtree',
      's/2.3.3.subtree',
    ]);
    expect(last.children![0]).toMatchObject({ geometricError: 16, boundingVolume: volumeAt(quadtree, 2, 2, 2, 0) });
    expect(last.children![0]).not.toHaveProperty('contents');
    expect(tile.children).toBe(tile.children);
  });

  test('a deeper subtree continues the coordinates and stops at the last level', () => {
    const [, child] = expandSubtree(rootOf(quadtree), { tiles: ALL, contents: [], childSubtrees: ALL })!.children!;
    const deeper = child!.children!.find((tile) => tile.implicitSubtree!.x === 3)!.implicitSubtree!;
    const subtree: Subtree = { tiles: bitsOf(0b10001), contents: [bitsOf(0b10000), NONE], childSubtrees: ALL };
    const tile = expandSubtree(deeper, subtree)!;
    expect(tile).not.toHaveProperty('contents');
    expect(tile.children).toHaveLength(1);
    expect(tile.children![0]).toMatchObject({ contents: [{ uri: 'm/3/7/1.glb' }], geometricError: 8, children: [] });
  });

  test('an octree has eight children', () => {
    const tile = expandSubtree(rootOf(octree), { tiles: ALL, contents: [ALL], childSubtrees: NONE })!;
    expect(tile.children!.map((child) => child.contents![0]!.uri).slice(3, 5)).toEqual(['1_1_1_0', '1_0_0_1']);
    expect(tile.children![7]!.children).toEqual([]);
  });

  test('an empty subtree is null; bits that end early are reported', () => {
    expect(expandSubtree(rootOf(quadtree), { tiles: NONE, contents: [], childSubtrees: NONE })).toBeNull();
    const cut = { tiles: bitsOf(), contents: [], childSubtrees: NONE };
    expect(() => expandSubtree(rootOf(quadtree), cut)).toThrow(/availability bits/);
  });
});

test.each([
  ['a sphere', { ...quadtree, boundingVolume: { sphere: [0, 0, 0, 1] } }, /bounding box or region/],
  [
    'an unknown scheme',
    { ...quadtree, implicitTiling: { ...quadtree.implicitTiling, subdivisionScheme: 'K' } },
    /not valid/,
  ],
  [
    'a million levels',
    { ...quadtree, implicitTiling: { ...quadtree.implicitTiling, subtreeLevels: 1e6 } },
    /not valid/,
  ],
])('%s is refused', (_, tile, message) => expect(() => implicitRoot(tile)).toThrow(message));

describe('subtree files', () => {
  const url = 'file:///tiles/0.0.subtree';
  const encode = (text: string) => new TextEncoder().encode(text);

  test('JSON form with an external buffer; buffers of metadata are not fetched', async () => {
    const json = {
      buffers: [
        { uri: 'metadata.bin', byteLength: 99 },
        { uri: 'bits.bin', byteLength: 4 },
      ],
      bufferViews: [{ buffer: 1, byteOffset: 1, byteLength: 2 }],
      tileAvailability: { bitstream: 0 },
      contentAvailability: [{ constant: 1 }],
      childSubtreeAvailability: { constant: 0 },
    };
    const asked: string[] = [];
    const fetchBytes = async (from: string) => (asked.push(from), Uint8Array.of(9, 0b11, 0b1, 9));
    const context = { ...contextFor(url), platform: { ...nodePlatform, fetchBytes } };
    const subtree = await parseSubtree(encode(JSON.stringify(json)), context);
    expect(subtree).toEqual({ tiles: bitsOf(0b11, 0b1), contents: [ALL], childSubtrees: NONE });
    expect(asked).toEqual(['file:///tiles/bits.bin']);
    expect(subtree.tiles.bits!.buffer.byteLength).toBe(2);
  });

  test('the contents of 3DTILES_multiple_contents are those of the extension', async () => {
    const json = {
      buffers: [{ uri: 'bits.bin', byteLength: 2 }],
      bufferViews: [{ buffer: 0, byteOffset: 0, byteLength: 2 }],
      tileAvailability: { constant: 1 },
      childSubtreeAvailability: { constant: 0 },
      extensions: { '3DTILES_multiple_contents': { contentAvailability: [{ constant: 1 }, { bitstream: 0 }] } },
    };
    const context = {
      ...contextFor(url),
      platform: { ...nodePlatform, fetchBytes: async () => Uint8Array.of(0b11, 0) },
    };
    const subtree = await parseSubtree(encode(JSON.stringify(json)), context);
    expect(subtree.contents).toEqual([ALL, bitsOf(0b11, 0)]);
    const root = expandSubtree(rootOf(quadtree), subtree)!;
    expect(root.contents).toEqual([{ uri: 'm/0/0/0.glb' }, { uri: 'p/0/0/0.pnts' }]);
  });

  test.each([
    ['cut short', Uint8Array.from([...encode('subt'), 1, 0, 0, 0, 255]), /cut off/],
    ['of another kind', encode('glTF and more'), /begins with “glTF”/],
    ['without availability', encode('{}'), /available/],
  ])('a subtree %s is refused', async (_, bytes, message) => {
    await expect(parseSubtree(bytes, contextFor(url))).rejects.toThrow(message);
  });
});

describe.skipIf(!hasSampleData)(`implicit tilesets of the sample data in ${SAMPLE_DATA.pathname}`, () => {
  test('implicit-quadtree: 9 subtrees, 63 tiles, 32 contents, all on level 5 and all there', async () => {
    const folder = 'tiles/implicit-quadtree/';
    const parsed = await parseSample(`${folder}tileset.json`);
    const { root } = (parsed as { tileset: { json: { root: object } } }).tileset.json;
    const sum = { subtrees: 0, tiles: 0, uris: [] as string[] };
    const visit = async (tile: Partial<ExpandedTile>): Promise<void> => {
      if (tile.implicitSubtree) {
        const subtreeUrl = new URL(folder + tile.implicitSubtree.uri, SAMPLE_DATA).href;
        const subtree = await parseSubtree(await nodePlatform.fetchBytes(subtreeUrl), contextFor(subtreeUrl));
        sum.subtrees++;
        await visit(expandSubtree(tile.implicitSubtree, subtree)!);
        return;
      }
      sum.tiles++;
      sum.uris.push(...(tile.contents ?? []).map((content) => content.uri));
      for (const child of tile.children ?? []) await visit(child);
    };
    await visit(implicitRoot(root)!);
    expect(sum).toMatchObject({ subtrees: 9, tiles: 63 });
    expect(sum.uris).toHaveLength(32);
    for (const uri of sum.uris) {
      expect(uri).toMatch(/content_5__/);
      expect(await parseSample(folder + uri)).toMatchObject({ type: 'content' });
    }
  });
});
