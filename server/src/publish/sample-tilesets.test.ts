import { describe, expect, it } from 'vitest';
import { rootPlacement } from './placement.ts';
import { SourceFolder } from './source-folder.ts';
import { hasSample, sample } from './testing/sample-data.ts';
import type { TilesetFacts } from './tileset-facts.ts';
import { contentCount } from './tileset-facts.ts';
import { type WalkedTileset, walkTileset } from './tileset-walk.ts';

/** What independent readers counted in published samples. */
type Counts = Partial<Omit<TilesetFacts, 'contents' | 'innerContents'>> & {
  contents?: Partial<TilesetFacts['contents']>;
  innerContents?: Partial<TilesetFacts['innerContents']>;
};
const COUNTED: Record<string, Counts> = {
  'agi-hq-ktx2': { tiles: 2, contents: { glb: 1 }, triangles: 18_916, textures: 1 },
  'building-with-points': {
    tiles: 9,
    externalTilesets: 1,
    contents: { b3dm: 5, pnts: 1 },
    points: 125_000,
    features: 40,
    triangles: 66_574,
  },
  'cesium-BatchTableHierarchy': { contents: { b3dm: 1 }, features: 30, triangles: 3030 },
  'cesium-BatchedTextured': { features: 10, textures: 1 },
  'cesium-BatchedWithBatchTable': { features: 10 },
  'cesium-Composite': { contents: { cmpt: 1 }, innerContents: { b3dm: 1, i3dm: 1 }, features: 10, instances: 25 },
  'cesium-PointCloudBatched': { contents: { pnts: 1 }, points: 1000, features: 8 },
  'cesium-PointCloudDraco': { contents: { pnts: 1 }, points: 1000 },
  'cesium-PointCloudRGB': { contents: { pnts: 1 }, points: 1000 },
  'cesium-TilesetOfTilesets': { tiles: 7, externalTilesets: 2, contents: { b3dm: 5 }, features: 50 },
  'cesium-TilesetReplacement1': { tiles: 7, contents: { b3dm: 5 }, features: 50 },
  'cookie-factory': {
    tiles: 16,
    contents: { b3dm: 4, cmpt: 3 },
    innerContents: { b3dm: 18 },
    triangles: 139_714,
    textures: 10,
    features: 0,
  },
  'gltf-points': { tiles: 3, contents: { gltf: 2 }, points: 29_338 },
  'implicit-quadtree': { tiles: 63, subtrees: 9, contents: { glb: 32 } },
  'metadata-granularities': { tiles: 5, contents: { glb: 20 }, triangles: 10_868 },
  'multiple-contents': { tiles: 1, contents: { glb: 2 }, triangles: 2048, points: 16_641 },
};

const walkSample = (name: string): Promise<WalkedTileset> =>
  walkTileset(new SourceFolder(sample(name)), 'tileset.json');

describe('published sample tilesets hold what their publishers say', () => {
  for (const [name, counts] of Object.entries(COUNTED))
    it.runIf(hasSample(name))(name, async () => {
      const { facts } = await walkSample(name);
      expect(facts).toMatchObject(counts);
      const { contents } = counts;
      if (contents) expect(contentCount(facts)).toBe(Object.values(contents).reduce((a, b) => a + b, 0));
    });
});

describe('published sample tilesets stand where their publishers say', () => {
  it.runIf(hasSample('agi-hq-ktx2'))('agi-hq-ktx2', async () => {
    const root = rootPlacement((await walkSample('agi-hq-ktx2')).root);
    expect(root.isGeoreferenced).toBe(true);
    expect(root.ground!.longitude).toBeCloseTo(-75.596707, 6);
    expect(root.ground!.latitude).toBeCloseTo(40.038796, 6);
    expect(root.ground!.height).toBeCloseTo(90.63 - 20.37, 1);
    expect(root.halfSizes.map((half) => Math.round(half * 10) / 10)).toEqual([282.9, 265.7, 20.4]);
  });

  it.runIf(hasSample('cookie-factory'))('cookie-factory, which has no place', async () => {
    const { root } = await walkSample('cookie-factory');
    expect(rootPlacement(root)).toMatchObject({ isGeoreferenced: false, ground: null });
    const [x, y, z] = rootPlacement(root).halfSizes;
    expect([x, y, z].map((half) => Math.round(half * 100) / 100)).toEqual([52.85, 87.99, 5.59]);
    expect(rootPlacement(root).center[2]).toBeCloseTo(5.588296306288905, 9);
  });

  it.runIf(hasSample('building-with-points'))('building-with-points, by a region', async () => {
    const { root, hasRegions } = await walkSample('building-with-points');
    expect(hasRegions).toBe(true);
    expect(rootPlacement(root).ground!.longitude).toBeCloseTo(-75.612094, 5);
    expect(rootPlacement(root).ground!.latitude).toBeCloseTo(40.042531, 5);
    expect(rootPlacement(root).ground!.height).toBe(0);
  });

  it.runIf(hasSample('cesium-PointCloudRGB'))('cesium-PointCloudRGB, by a sphere', async () => {
    const { ground, isGeoreferenced } = rootPlacement((await walkSample('cesium-PointCloudRGB')).root);
    expect(isGeoreferenced).toBe(true);
    expect(ground!.longitude).toBeCloseTo(-75.612094, 5);
    expect(ground!.height).toBeCloseTo(0, 1);
  });
});
