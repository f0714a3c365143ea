import { IDENTITY, enuFrame, transformPoint } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import { SourceFolder } from '../../storage/source-folder.ts';
import { hasSample, sample } from '../testing/sample-data.ts';
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

describe('published sample tilesets have the content that their publishers state', () => {
  for (const [name, counts] of Object.entries(COUNTED))
    it.runIf(hasSample(name))(name, async () => {
      const { facts } = await walkSample(name);
      expect(facts).toMatchObject(counts);
      const { contents } = counts;
      if (contents) expect(contentCount(facts)).toBe(Object.values(contents).reduce((a, b) => a + b, 0));
    });
});

/** Position and size of a sample: east, north, up in metres. */
async function placeOf(name: string) {
  const { extent } = await walkSample(name);
  const { ground, cornersEcef } = extent.georeference()!;
  const { enuFromEcef } = enuFrame(ground);
  const corners = cornersEcef.map((corner) => transformPoint(enuFromEcef, corner));
  const size = [0, 1, 2].map((axis) => {
    const values = corners.map((corner) => corner[axis]!);
    return Math.max(...values) - Math.min(...values);
  });
  return { ground, size };
}

describe('published sample tilesets are where their publishers say', () => {
  it.runIf(hasSample('agi-hq-ktx2'))('agi-hq-ktx2, by a transform', async () => {
    const { ground, size } = await placeOf('agi-hq-ktx2');
    expect(ground.longitude).toBeCloseTo(-75.596707, 4);
    expect(ground.latitude).toBeCloseTo(40.038796, 4);
    expect(ground.height).toBeCloseTo(90.63 - 20.37, 0);
    // Its root volume is 565.8 by 531.4 by 40.7 m.
    expect(size.map(Math.round)).toEqual([565, 531, 40]);
  });

  it.runIf(hasSample('cookie-factory'))('cookie-factory, which has no place', async () => {
    const { extent } = await walkSample('cookie-factory');
    expect(extent.georeference()).toBeNull();
    const corners = extent.cornersUnder(IDENTITY);
    const [low, high] = [corners[0]!, corners[7]!];
    expect(low.map((value) => value.toFixed(2))).toEqual(['-52.85', '-87.99', '0.00']);
    expect(high.map((value) => value.toFixed(2))).toEqual(['52.85', '87.99', '11.18']);
  });

  it.runIf(hasSample('building-with-points'))('building-with-points, by a region', async () => {
    expect((await walkSample('building-with-points')).hasRegions).toBe(true);
    const { ground, size } = await placeOf('building-with-points');
    expect(ground.longitude).toBeCloseTo(-75.6122, 4);
    expect(ground.latitude).toBeCloseTo(40.0427, 4);
    expect(ground.height).toBeCloseTo(0, 1);
    // The region is 67.01 m high.
    expect(size[2]).toBeCloseTo(67.1, 0);
  });

  it.runIf(hasSample('cesium-PointCloudRGB'))('cesium-PointCloudRGB: 5 m of a sphere of 10 m', async () => {
    const { ground, size } = await placeOf('cesium-PointCloudRGB');
    expect(ground.longitude).toBeCloseTo(-75.612094, 5);
    expect(ground.height).toBeCloseTo(2.5, 3);
    expect(size.map((side) => side.toFixed(2))).toEqual(['5.00', '5.00', '5.00']);
  });

  it.runIf(hasSample('cesium-PointCloudDraco'))('cesium-PointCloudDraco, by its volume', async () => {
    expect((await placeOf('cesium-PointCloudDraco')).ground.longitude).toBeCloseTo(-75.612094, 5);
  });
});
