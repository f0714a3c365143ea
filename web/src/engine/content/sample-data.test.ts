/** Every tileset and model of the public sample data, against the facts that independent readers found in them. */
import { describe, expect, test } from 'vitest';
import type { TileContent } from './content.ts';
import { countContents, walkTileset } from './testing/sample-walk.ts';
import { contentOf, hasSampleData, parseSample, SAMPLE_DATA } from './testing/node-platform.ts';

/** Tilesets: contents, external tilesets, triangles, points, features, textures. */
const FACTS = {
  // Five of its ten textures are normal maps, which are not used.
  'cookie-factory': { contents: 7, triangles: 139714, textures: 5, features: 0 },
  'agi-hq-ktx2': { contents: 1, triangles: 18916, textures: 1 },
  'building-with-points': { contents: 6, external: 1, triangles: 66574, points: 125000, features: 40 },
  'metadata-granularities': { contents: 20, triangles: 10868 },
  'multiple-contents': { contents: 2, triangles: 2048, points: 16641 },
  'gltf-points': { contents: 2, points: 29338 },
  'cesium-BatchedWithBatchTable': { contents: 1, features: 10 },
  'cesium-BatchedTextured': { contents: 1, features: 10, textures: 1 },
  'cesium-BatchTableHierarchy': { contents: 1, features: 30, triangles: 3030 },
  'cesium-PointCloudRGB': { contents: 1, points: 1000 },
  'cesium-PointCloudDraco': { contents: 1, points: 1000 },
  'cesium-PointCloudBatched': { contents: 1, points: 1000, features: 8 },
  'cesium-TilesetOfTilesets': { contents: 5, external: 2, features: 50 },
  'cesium-TilesetReplacement1': { contents: 5, features: 50 },
  'cesium-Composite': { contents: 1, instances: 25 },
} satisfies Record<string, Partial<ReturnType<typeof countContents> & { external: number }>>;

const where = `sample data in ${SAMPLE_DATA.pathname}`;

describe.skipIf(!hasSampleData)(`tilesets of the ${where}`, () => {
  test.each(Object.entries(FACTS))('%s', async (name, facts) => {
    const { contents, external } = await walkTileset(`tiles/${name}/tileset.json`);
    expect({ ...countContents(contents), external }).toMatchObject(facts);
  });
});

describe.skipIf(!hasSampleData)(`contents of the ${where}`, () => {
  const load = async (path: string): Promise<TileContent> => contentOf(await parseSample(path));

  test('a Draco point cloud keeps its values per point', async () => {
    const [cloud] = (await load('tiles/cesium-PointCloudDraco/pointCloudDraco.pnts')).primitives;
    expect(cloud).toMatchObject({ kind: 'points', colors: { size: 3, normalized: true } });
    const values = cloud?.kind === 'points' ? cloud.pointValues : undefined;
    expect(Object.keys(values ?? {}).toSorted()).toEqual(['id', 'secondaryColor', 'temperature']);
    expect(values?.['secondaryColor']?.value).toHaveLength(3000);
  });
});
