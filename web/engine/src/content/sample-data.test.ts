/** Every tileset and model of the public sample data, against the facts that independent readers found in them. */
import { describe, expect, test } from 'vitest';
import { llaFromEcef, transformPoint } from '@overlook/shared/maths';
import type { CompressedTextureSupport, TileContent } from './content.ts';
import { countContents, walkTileset } from './testing/sample-walk.ts';
import { contentOf, hasSampleData, parseSample, SAMPLE_DATA } from './testing/node-platform.ts';

/** Tilesets: contents, external tilesets, triangles, points, features, textures. */
const FACTS = {
  // Five of its ten textures are normal maps.
  'cookie-factory': { contents: 7, triangles: 139714, textures: 10, features: 0 },
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

describe.skipIf(!hasSampleData)(`models of the ${where}`, () => {
  const load = async (path: string): Promise<TileContent> => contentOf(await parseSample(path));

  test('a plain glb keeps its materials and draw calls', async () => {
    const content = await load('gltf/CookieFactoryMixer.glb');
    expect(content.primitives).toHaveLength(7);
    expect(countContents([content])).toMatchObject({ triangles: 22083, features: 0 });
    const materials = content.primitives.flatMap((primitive) =>
      primitive.kind === 'mesh' ? [primitive.material] : [],
    );
    expect(new Set(materials.map((material) => JSON.stringify(material))).size).toBe(4);
  });

  test('meshopt: positions and uvs stay quantised, the matrix brings them to size', async () => {
    const content = await load('gltf/duck-meshopt.glb');
    expect(countContents([content])).toMatchObject({ vertices: 2399, triangles: 4212, textures: 1 });
    const [duck] = content.primitives;
    expect(duck!.positions.value).toBeInstanceOf(Uint16Array);
    expect(content.warnings).toEqual([]);
  });

  test('Draco: each mesh decoded once, the wheels shown twice', async () => {
    const content = await load('gltf/milktruck-draco/CesiumMilkTruck.gltf');
    const once = [...new Map(content.primitives.map((primitive) => [primitive.positions.value, primitive])).values()];
    // Its accessors declare 2,978 vertices; the Draco data holds 30 more, and the indices in it count with those.
    expect(countContents([{ ...content, primitives: once }])).toMatchObject({ vertices: 3008, triangles: 2856 });
    expect(content.primitives.length).toBeGreaterThan(once.length);
    expect(content.textures).toHaveLength(1);
  });

  test('KTX2: in the best format of the device, all levels', async () => {
    const texture = async (support: CompressedTextureSupport) =>
      contentOf(await parseSample('tiles/agi-hq-ktx2/0/0.glb', support)).textures[0];
    const compressed = await texture(['bc7', 'rgba8']);
    expect(compressed).toMatchObject({ kind: 'compressed', internalFormat: 0x8e8c });
    const levels = compressed?.kind === 'compressed' ? compressed.levels : [];
    expect(levels.map(({ width }) => width)).toEqual([1024, 512, 256, 128, 64, 32, 16, 8, 4, 2, 1]);
    expect(levels[0]!.data.byteLength).toBe(1024 * 1024);
    expect(levels.every(({ data }) => data.some((byte) => byte !== 0))).toBe(true);
    const plain = await texture(['rgba8']);
    expect(plain?.kind === 'compressed' && plain.levels[0]!.data.byteLength).toBe(1024 * 1024 * 4);
  });

  test('a Draco point cloud keeps its colours, and has nothing that a scanner says', async () => {
    const [cloud] = (await load('tiles/cesium-PointCloudDraco/pointCloudDraco.pnts')).primitives;
    expect(cloud).toMatchObject({ kind: 'points', colors: { size: 3, normalized: true } });
    expect(cloud).toMatchObject({ scan: null });
  });

  test('RTC_CENTER places a cloud where it was scanned', async () => {
    const [cloud] = (await load('tiles/cesium-PointCloudRGB/pointCloudRGB.pnts')).primitives;
    const place = llaFromEcef(transformPoint(cloud!.matrix, [0, 0, 0]));
    expect(place.longitude).toBeCloseTo(-75.612094, 5);
    expect(place.latitude).toBeCloseTo(40.042531, 5);
    expect(place.height).toBeCloseTo(5, 1);
  });

  test('batch tables: per building, per batch of points', async () => {
    const buildings = await load('tiles/cesium-BatchedWithBatchTable/batchedWithBatchTable.b3dm');
    expect(Object.keys(buildings.properties!).toSorted()).toEqual(
      ['Height', 'Latitude', 'Longitude', 'id', 'info', 'rooms'].toSorted(),
    );
    expect(new Set(buildings.primitives[0]!.featureIds!.value)).toEqual(
      new Set(Array.from({ length: 10 }, (_, i) => i)),
    );
    const cloud = await load('tiles/cesium-PointCloudBatched/pointCloudBatched.pnts');
    expect(Object.keys(cloud.properties!).toSorted()).toEqual(['dimensions', 'id', 'name']);
    expect(cloud.primitives[0]!.normals).toMatchObject({ size: 3 });
  });

  test('a batch table hierarchy is flattened: a doorknob knows its building', async () => {
    const { properties, featureCount } = await load('tiles/cesium-BatchTableHierarchy/tile.b3dm');
    expect(featureCount).toBe(30);
    const classes = properties!['class'] as string[];
    const count = (name: string) => classes.filter((entry) => entry.toLowerCase().includes(name)).length;
    expect([count('doorknob'), count('roof'), count('wall')]).toEqual([12, 3, 3]);
    const knob = classes.findIndex((entry) => entry.toLowerCase().includes('doorknob'));
    expect((properties!['ancestors'] as string[][])[knob]!.map((entry) => entry.toLowerCase())).toEqual(
      expect.arrayContaining([expect.stringContaining('door'), expect.stringContaining('building')]),
    );
    expect((properties!['building_name'] as unknown[])[knob]).toBeTruthy();
  });

  test('a composite: ten buildings, twenty-five instances', async () => {
    const content = await load('tiles/cesium-Composite/composite.cmpt');
    const ids = new Set(content.primitives.flatMap(({ featureIds }) => [...(featureIds?.value ?? [])]));
    expect(ids.size).toBe(10);
    const instanced = content.primitives.flatMap((p) =>
      p.kind === 'mesh' && p.instances ? [p.instances.length / 16] : [],
    );
    expect(instanced).toEqual([25]);
    expect(content.featureCount).toBe(35);
  });
});
