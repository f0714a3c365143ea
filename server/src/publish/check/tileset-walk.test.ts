import { toMat4 } from '@overlook/shared/maths';
import { mkdir, rm, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { SourceFolder } from '../../storage/source-folder.ts';
import { aB3dm, aGlb, aGlbOf, aRoot, aTileset, aTriangle, UNIT_BOX } from '../testing/made-tiles.ts';
import {
  changedGlb,
  type Files,
  folderOf,
  implicitTileset,
  refusalOf,
  walkFiles,
  withContent,
  withTile,
} from '../testing/walked-files.ts';
import { walkTileset } from './tileset-walk.ts';

describe('uris', () => {
  it.each([
    ['missing.b3dm', '“missing.b3dm” does not exist.'],
    ['../tile.b3dm', '“../tile.b3dm” leads out of the folder that is published.'],
    ['a/../../tile.b3dm', '“a/../../tile.b3dm” leads out of the folder that is published.'],
    ['%2e%2e/tile.b3dm', '“%2e%2e/tile.b3dm” leads out of the folder that is published.'],
    ['a%2f..%2f..%2ftile.b3dm', '“a%2f..%2f..%2ftile.b3dm” has an encoded slash in a name.'],
    [
      'https://example.com/tile.b3dm',
      '“https://example.com/tile.b3dm” points to another place; only files beside the tileset can be published.',
    ],
    [
      'file:///etc/passwd',
      '“file:///etc/passwd” points to another place; only files beside the tileset can be published.',
    ],
    ['//example.com/tile.b3dm', '“//example.com/tile.b3dm” is not a relative uri with forward slashes.'],
    ['/etc/passwd', '“/etc/passwd” is not a relative uri with forward slashes.'],
    ['a\\tile.b3dm', '“a\\tile.b3dm” is not a relative uri with forward slashes.'],
    ['100%.b3dm', '“100%.b3dm” is not correctly percent-encoded.'],
    ['.git/config', '“.git/config” names a hidden file or folder, which is not served.'],
    ['tile.b3dm.gz', '“tile.b3dm.gz” ends like a compressed file; unpack it, or rename it.'],
    ['a%00.b3dm', '“a%00.b3dm” has control characters.'],
    [' ', '“ ” is an empty uri.'],
  ])('refuses %j', async (uri, reason) => {
    expect(await refusalOf({ 'tileset.json': withContent(uri) })).toBe(`tileset.json | root.content.uri | ${reason}`);
  });

  it('reads names with spaces, percent signs, queries and other alphabets', async () => {
    const names = ['my tile.b3dm', 'Größe ä.b3dm', '漢字/モデル.b3dm', '100%.b3dm', 'sub/../plain.b3dm'];
    const uris = [
      'my tile.b3dm',
      'Gr%C3%B6%C3%9Fe%20ä.b3dm',
      '漢字/%E3%83%A2%E3%83%87%E3%83%AB.b3dm',
      '100%25.b3dm',
      'sub/../plain.b3dm?v=1.2',
    ];
    const children = uris.map((uri) => ({ boundingVolume: UNIT_BOX, geometricError: 0, content: { url: uri } }));
    const files = Object.fromEntries(names.map((name) => [path.posix.normalize(name), aB3dm()]));
    const { facts } = await walkFiles({ 'tileset.json': aTileset(aRoot({ children, content: undefined })), ...files });
    expect(facts).toMatchObject({ tiles: 6, contents: { b3dm: 5 } });
  });

  it('refuses a link that leads out of the folder, and a folder in place of a file', async () => {
    const outside = await folderOf({ 'secret.b3dm': aB3dm() });
    const folder = await folderOf({ 'tileset.json': aTileset() });
    await symlink(path.join(outside, 'secret.b3dm'), path.join(folder, 'tile.b3dm'));
    const tried = walkTileset(new SourceFolder(folder), 'tileset.json');
    await expect(tried).rejects.toThrow('is a link that leads out of the folder');
    await rm(path.join(folder, 'tile.b3dm'));
    await mkdir(path.join(folder, 'tile.b3dm'));
    await expect(walkTileset(new SourceFolder(folder), 'tileset.json')).rejects.toThrow('is not a file');
  });
});

describe('tilesets', () => {
  it.each([
    [{ root: undefined }, 'root', 'should be an object.'],
    [{ asset: { version: '2.0' } }, 'asset.version', 'is 2.0; 1.0 and 1.1 can be shown.'],
    [{ geometricError: -1 }, 'geometricError', 'is negative.'],
    [{ geometricError: '5' }, 'geometricError', 'should be a finite number.'],
    [{ root: aRoot({ boundingVolume: {} }) }, 'root.boundingVolume', 'has none of box, region or sphere.'],
    [
      { root: aRoot({ boundingVolume: { box: [1, 2] } }) },
      'root.boundingVolume.box',
      'should be an array of 12 numbers.',
    ],
    [
      { root: aRoot({ boundingVolume: { sphere: [0, 0, 0, -1] } }) },
      'root.boundingVolume.sphere',
      'has a negative radius.',
    ],
    [
      { root: aRoot({ boundingVolume: { sphere: [0, 0, null, 1] } }) },
      'root.boundingVolume.sphere[2]',
      'should be a finite number.',
    ],
    [
      { root: aRoot({ boundingVolume: { region: [0, 1, 0, 0, 0, 1] } }) },
      'root.boundingVolume.region',
      'has its south edge north of its north edge.',
    ],
    [
      { root: aRoot({ viewerRequestVolume: { box: [] } }) },
      'root.viewerRequestVolume.box',
      'should be an array of 12 numbers.',
    ],
    [{ root: aRoot({ transform: [1] }) }, 'root.transform', 'should be an array of 16 numbers.'],
    [{ root: aRoot({ children: [{ boundingVolume: UNIT_BOX }] }) }, 'root.children[0].geometricError', 'is missing.'],
    [{ root: aRoot({ refine: 'MAYBE' }) }, 'root.refine', 'should be "ADD" or "REPLACE".'],
  ])('refuses %j', async (change, place, reason) => {
    const files = { 'tileset.json': { ...aTileset(), ...change }, 'tile.b3dm': aB3dm() };
    expect(await refusalOf(files)).toBe(`tileset.json | ${place} | ${reason}`);
  });

  it('refuses input that is not JSON', async () => {
    expect(await refusalOf({ 'tileset.json': Buffer.from('{"asset":') })).toMatch(
      /^tileset.json \| document \| is not valid JSON/,
    );
    expect(await refusalOf({ 'tileset.json': Buffer.from([0x7b, 0xff, 0xfe]) })).toBe(
      'tileset.json | document | is not UTF-8 text.',
    );
  });

  it('refuses external tilesets that lead in a circle', async () => {
    const files = {
      'tileset.json': withContent('a.json'),
      'a.json': withContent('sub/b.json'),
      'sub/b.json': withContent('../a.json'),
    };
    expect(await refusalOf(files)).toBe(
      'sub/b.json | root.content.uri | leads in a circle: tileset.json → a.json → sub/b.json → a.json.',
    );
    expect(await refusalOf({ 'tileset.json': withContent('tileset.json') })).toContain('leads in a circle');
  });

  it('refuses external tilesets and tiles that are nested too deep', async () => {
    const files: Files = { 'tile.b3dm': aB3dm() };
    for (let i = 0; i < 40; i++) files[i === 0 ? 'tileset.json' : `${i}.json`] = withContent(`${i + 1}.json`);
    files['40.json'] = aTileset();
    expect(await refusalOf(files)).toMatch(/is nested more than 32 tilesets deep/);
    let tile = aRoot();
    for (let i = 0; i < 2000; i++) tile = aRoot({ children: [tile], content: undefined });
    expect(await refusalOf({ 'tileset.json': aTileset(tile), 'tile.b3dm': aB3dm() })).toMatch(
      /nested more than 1000 tiles deep/,
    );
  });

  it('counts an external tileset for each tile that names it, but reads it once', async () => {
    const files: Files = { 'tile.b3dm': aB3dm() };
    const child = (uri: string) => ({ boundingVolume: UNIT_BOX, geometricError: 0, content: { uri } });
    for (let i = 0; i < 25; i++)
      files[i === 0 ? 'tileset.json' : `${i}.json`] = aTileset(
        aRoot({ transform: undefined, content: undefined, children: [child(`${i + 1}.json`), child(`${i + 1}.json`)] }),
      );
    files['25.json'] = aTileset();
    expect((await walkFiles(files)).facts.contents.b3dm).toBe(2 ** 25);
  });
});

describe('tilesets that break a rule but can be shown', () => {
  const { json, bin } = aTriangle();
  const views = json['bufferViews'] as object[];
  const legacy = (words: number[], table = '') => {
    const text = Buffer.from(table);
    const body = Buffer.concat([text, aGlb({ batchIds: [0, 0, 1] })]);
    const head = Buffer.from(Uint32Array.from([1, 12 + 4 * words.length + body.length, ...words]).buffer);
    return Buffer.concat([Buffer.from('b3dm'), head, body]);
  };
  const old = 'tile.b3dm, byte 12: has a header from before 3D Tiles 1.0. It can be shown.';
  it.each<[string, Uint8Array, string[], object]>([
    [
      'a buffer view of 0 bytes that nothing uses',
      aGlbOf({ ...json, bufferViews: [...views, { buffer: 0, byteLength: 0 }] }, bin),
      [],
      {},
    ],
    ['bounds that are no numbers', changedGlb((gltf) => (gltf.accessors[0]!['max'] = ['x', null])), [], {}],
    [
      'a picture that is not there',
      changedGlb((gltf) => (gltf['images'] = [{ uri: 'photo.jpg' }])),
      [
        'tile.b3dm, glTF.images[0].uri: names “photo.jpg”, which does not exist. The model is shown without this picture.',
      ],
      {},
    ],
    [
      'a column of a batch table that is cut short',
      aB3dm({
        featureTable: { BATCH_LENGTH: 2 },
        batchTable: { mass: { byteOffset: 0, componentType: 'FLOAT', type: 'SCALAR' } },
      }),
      [
        'tile.b3dm, batch table.mass: needs bytes 0 to 8, but the binary body has 0. The tile is shown without this property.',
      ],
      { features: 2 },
    ],
    ['a b3dm with a header of 20 bytes', legacy([2, 0]), [old], { features: 2 }],
    ['the same with a batch table', legacy([2, 16], '{"id":[11, 12]} '), [old], { features: 2 }],
    ['a b3dm with a header of 24 bytes', legacy([16, 0, 2], '{"id":[11, 12]} '), [old], { features: 2 }],
  ])('%s', async (_, tile, warnings, facts) => {
    const told: string[] = [];
    const walked = await walkFiles(withTile(tile), { onWarning: (one) => told.push(one) });
    expect(walked.facts).toMatchObject({ triangles: 1, ...facts });
    expect(told).toEqual(warnings);
  });

  it('is still refused where a mesh uses the view', async () => {
    const tile = changedGlb((gltf) => ((gltf['bufferViews'] as { byteLength: number }[])[0]!.byteLength = 0));
    expect(await refusalOf(withTile(tile))).toContain('needs 36 bytes of a buffer view that has 0');
  });
});

describe('implicit tilings that say "all" of a few bytes', () => {
  const all = { tileAvailability: { constant: 1 }, childSubtreeAvailability: { constant: 1 } };
  it('are refused at the first content that is missing', async () => {
    const subtree = { ...all, contentAvailability: { constant: 1 } };
    const tiling = { subtreeLevels: 12, availableLevels: 12 };
    const root = implicitTileset({ content: { uri: '{level}_{x}_{y}.glb' } }, tiling);
    expect(await refusalOf({ 'tileset.json': root, 's.subtree': subtree })).toContain('“0_0_0.glb” does not exist');
  });

  it('are refused where they describe too many tiles or subtrees', async () => {
    const many = implicitTileset({ content: { uri: 'a.b3dm' } }, { subtreeLevels: 12, availableLevels: 30 });
    expect(await refusalOf({ 'tileset.json': many, 's.subtree': all })).toBe(
      'tileset.json | root.implicitTiling | describes more than 1000000 subtrees, too many to be checked.',
    );
    const empty = { ...all, tileAvailability: { constant: 0 } };
    const deep = implicitTileset({ content: { uri: 'a.b3dm' } }, { subtreeLevels: 10, availableLevels: 30 });
    expect(await refusalOf({ 'tileset.json': deep, 's.subtree': empty })).toContain('describes more than');
  });
});

describe('the place of a tileset', () => {
  const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  it('is where its contents are, however large its volumes', async () => {
    const sphere = { sphere: [0, 0, 0, 20_000] };
    const { extent } = await walkFiles({
      ...withTile(aB3dm()),
      'tileset.json': aTileset(aRoot({ boundingVolume: sphere })),
    });
    const { ground, cornersEcef } = extent.georeference()!;
    expect(ground.height).toBeGreaterThan(-500);
    expect(ground.height).toBeLessThan(1500);
    expect(cornersEcef).toHaveLength(8);
  });

  it.each<[string, number[], string]>([
    [
      'below the ground',
      [...far, 0, 6_300_000, 0, 1],
      '“tile.b3dm” lies nowhere on the Earth: 78 km below the ground.',
    ],
    ['far above it', [...far, 0, 0, 9e6, 1], '“tile.b3dm” lies nowhere on the Earth: 2,643 km above the ground.'],
  ])('is not %s', async (_, transform, reason) => {
    const files = { 'tileset.json': aTileset(aRoot({ transform })), 'tile.b3dm': aB3dm() };
    expect(await refusalOf(files)).toBe(`tileset.json | root.content.uri | ${reason}`);
  });

  it('is not on the earth for some contents and elsewhere for others', async () => {
    const here = { boundingVolume: UNIT_BOX, geometricError: 0, content: { uri: 'tile.b3dm' } };
    const there = { ...here, transform: [...far, -3918000, 3467000, -3637000, 1] };
    const root = aRoot({ transform: undefined, content: undefined, children: [here, there] });
    expect(await refusalOf({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() })).toContain(
      '“tile.b3dm” lies nowhere on the Earth, which other contents of the tileset do',
    );
  });

  it('is not at the centre of the earth where the volume is a region', async () => {
    const root = aRoot({ transform: undefined, boundingVolume: { region: [0.1, 0.1, 0.1001, 0.1001, 0, 10] } });
    expect(await refusalOf({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() })).toBe(
      'tileset.json | root.content.uri | “tile.b3dm” lies nowhere on the Earth, where the region of its tile is.',
    );
  });

  it('counts the contents of a tileset that is named twice', async () => {
    const child = (x: number) => ({
      boundingVolume: UNIT_BOX,
      geometricError: 0,
      transform: [...far, x, 0, 0, 1],
      content: { uri: 'more.json' },
    });
    const root = aRoot({ transform: undefined, content: undefined, children: [child(0), child(100)] });
    const more = aTileset(aRoot({ transform: undefined }));
    const { extent } = await walkFiles({ 'tileset.json': aTileset(root), 'more.json': more, 'tile.b3dm': aB3dm() });
    const corners = extent.cornersUnder(toMat4([...far, 0, 0, 0, 1]));
    expect([corners[0]![0], corners[7]![0]]).toEqual([0, 101]);
  });
});
