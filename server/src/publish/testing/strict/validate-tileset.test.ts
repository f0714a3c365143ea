import { afterEach, describe, expect, it } from 'vitest';
import { rm } from 'node:fs/promises';
import { type Finding, validateTileset } from './validate-tileset.ts';
import { aB3dm, aCmpt, aFolder, aGlbOf, aPnts, aRoot, aTileset, aTriangle, UNIT_BOX } from '../made-tiles.ts';
import { hasSample, sample } from '../sample-data.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function findings(files: Parameters<typeof aFolder>[0]): Promise<Finding[]> {
  const folder = await aFolder(files);
  folders.push(folder);
  return validateTileset(folder);
}
const places = (found: Finding[]) => found.map(({ severity, file, place }) => `${severity} ${file} ${place}`);

/** Findings of a one-tile tileset whose glTF was changed. */
async function afterChanging(
  change: (gltf: ReturnType<typeof aTriangle>['json']) => void,
  options: Parameters<typeof aTriangle>[0] = {},
  b3dm = {},
) {
  const { json, bin } = aTriangle(options);
  change(json);
  return findings({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm({ glb: aGlbOf(json, bin), ...b3dm }) });
}

describe('strict validation of tilesets made by hand', () => {
  it('has no findings for a valid tileset', async () => {
    const child = { boundingVolume: UNIT_BOX, geometricError: 0, content: { uri: 'points.pnts' } };
    const files = {
      'tileset.json': aTileset(aRoot({ geometricError: 5, children: [child] })),
      'tile.b3dm': aB3dm({ glb: aGlbOf(aTriangle().json, aTriangle().bin) }),
      'points.pnts': aPnts({ points: [0, 0, 0, 1, 0.4, 1] }),
    };
    expect(await findings(files)).toEqual([]);
  });

  it('has no findings for a valid one with features', async () => {
    const batched = aB3dm({ featureTable: { BATCH_LENGTH: 2 }, batchTable: { name: ['a', 'b'] } });
    expect(places(await findings({ 'tileset.json': aTileset(), 'tile.b3dm': batched }))).toEqual([
      'error tile.b3dm glTF.meshes[0].primitives[0].attributes._BATCHID',
    ]);
    expect(
      await afterChanging(
        () => undefined,
        { batchIds: [0, 1, 1] },
        { featureTable: { BATCH_LENGTH: 2 }, batchTable: { name: ['a', 'b'] } },
      ),
    ).toEqual([]);
  });

  it('holds accessor bounds to the data', async () => {
    const found = await afterChanging((gltf) => (gltf.accessors[0]!['max'] = [1, 1.0001, 0]));
    expect(places(found)).toEqual(['error tile.b3dm glTF.accessors[0].max[1]']);
  });

  it('finds indices, feature ids and table columns out of range', async () => {
    const few = await afterChanging((gltf) => (gltf.accessors[0]!['count'] = 2));
    expect(places(few)).toContain('error tile.b3dm glTF.meshes[0].primitives[0].indices');
    const ids = await afterChanging(() => undefined, { batchIds: [0, 1, 2] }, { featureTable: { BATCH_LENGTH: 2 } });
    expect(places(ids)).toEqual(['error tile.b3dm glTF.meshes[0].primitives[0].attributes._BATCHID']);
    const table = { featureTable: { BATCH_LENGTH: 2 }, batchTable: { name: ['a'] } };
    const columns = await afterChanging(() => undefined, { batchIds: [0, 1, 1] }, table);
    expect(places(columns)).toEqual(['error tile.b3dm batch table.name']);
  });

  it('finds extensions that are not declared, in glTF and tileset', async () => {
    const found = await afterChanging((gltf) => (gltf.accessors[1]!['extensions'] = { EXT_made_up: {} }));
    expect(places(found)).toEqual(['error tile.b3dm glTF.accessors[1].extensions.EXT_made_up']);
    const { json, bin } = aTriangle();
    const plain = aTileset(aRoot({ content: { uri: 'tile.glb' } }));
    expect(places(await findings({ 'tileset.json': plain, 'tile.glb': aGlbOf(json, bin) }))).toEqual([
      'error tileset.json root.content.uri',
    ]);
  });

  it('finds vertices outside the volumes, through transforms, to the millimetre', async () => {
    const boxed = (far: number) =>
      findings({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm({ glb: triangleOf(far) }) });
    expect(await boxed(1.0009)).toEqual([]);
    const [found] = await boxed(1.1);
    expect(found).toMatchObject({ severity: 'error', file: 'tile.b3dm', place: 'glTF.meshes[0].primitives[0]' });
    expect(found!.message).toMatch(/^2 of 3 positions lie up to 0\.100 m outside tileset\.json root\.boundingVolume/);
  });

  it('checks the volumes of all tiles above a content', async () => {
    const child = { boundingVolume: { sphere: [0.5, 0, 0.5, 5] }, geometricError: 0, content: { uri: 'tile.b3dm' } };
    const { content: _, ...root } = aRoot({ geometricError: 5, children: [child] });
    const found = await findings({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm({ glb: triangleOf(3) }) });
    expect(places(found)).toEqual([
      'warning tileset.json root.children[0].boundingVolume',
      'error tile.b3dm glTF.meshes[0].primitives[0]',
    ]);
  });

  it('requires decreasing geometric errors, and refine at the root', async () => {
    const child = (geometricError: number) => ({ boundingVolume: UNIT_BOX, geometricError });
    const { refine: _, ...root } = aRoot({ geometricError: 5, children: [child(5), child(6), child(1)] });
    const found = await findings({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    expect(places(found)).toEqual([
      'error tileset.json root.refine',
      'warning tileset.json root.children[0].geometricError',
      'error tileset.json root.children[1].geometricError',
    ]);
  });

  it('finds lengths that are not aligned, inside composites too', async () => {
    const loose = Buffer.concat([aPnts(), Buffer.alloc(4)]);
    loose.writeUInt32LE(loose.length, 8);
    const files = { 'tileset.json': aTileset(), 'tile.b3dm': aCmpt(aB3dm(), loose) };
    const found = await findings({ ...files, 'tile.b3dm': aCmpt(aB3dm(), loose) });
    const inner = 16 + aB3dm().length;
    expect(places(found).filter((place) => place.includes('byte'))).toEqual([
      'error tile.b3dm byte 8',
      `error tile.b3dm byte ${inner + 8}`,
    ]);
  });

  it('reports malformed files instead of failing', async () => {
    expect(places(await findings({ 'tileset.json': aTileset() }))).toEqual(['error tileset.json root.content.uri']);
    expect(places(await findings({ 'tileset.json': Buffer.from('{') }))).toEqual(['error tileset.json document']);
    const circle = { 'tileset.json': aTileset(aRoot({ content: { uri: 'tileset.json' } })) };
    expect(places(await findings(circle))).toEqual(['error tileset.json root.content.uri']);
  });
});

function triangleOf(size: number): Buffer {
  const { json, bin } = aTriangle({ size });
  json.accessors[0]!['max'] = [Math.fround(size), Math.fround(size), 0];
  return aGlbOf(json, bin);
}

describe('strict validation agrees with the validators that the samples were put through', () => {
  const withoutContainment = (found: Finding[]) =>
    found.filter(({ severity, message }) => severity === 'error' && !/positions lie/.test(message));
  const CLEAN = [
    'cesium-BatchedWithBatchTable',
    'cesium-BatchedTextured',
    'cesium-Composite',
    'gltf-points',
    'metadata-granularities',
    'multiple-contents',
  ];
  for (const name of CLEAN)
    it.runIf(hasSample(name))(`${name} is clean`, async () => {
      expect(withoutContainment(await validateTileset(sample(name)))).toEqual([]);
    });

  it.runIf(hasSample('cookie-factory'))('cookie-factory has one wrong accessor maximum', async () => {
    expect(places(withoutContainment(await validateTileset(sample('cookie-factory'))))).toEqual([
      'error 0composite2.cmpt glTF.accessors[3].max[0]',
    ]);
  });

  it.runIf(hasSample('agi-hq-ktx2'))('agi-hq-ktx2 does not declare its glTF contents', async () => {
    expect(places(await validateTileset(sample('agi-hq-ktx2')))).toEqual([
      'error tileset.json root.children[0].content.uri',
    ]);
  });

  it.runIf(hasSample('cesium-PointCloudRGB'))('cesium-PointCloudRGB is not aligned', async () => {
    const found = await validateTileset(sample('cesium-PointCloudRGB'));
    expect(found.length).toBeGreaterThan(0);
    for (const { message } of found) expect(message).toMatch(/no multiple of 8/);
  });
});
