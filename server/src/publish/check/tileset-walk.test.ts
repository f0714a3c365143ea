import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ImportRefusedError } from '../import-refused.ts';
import { SourceFolder } from '../source-folder.ts';
import {
  aB3dm,
  aCmpt,
  aFolder,
  aGlb,
  aGlbOf,
  aPnts,
  aRoot,
  aTileset,
  aTriangle,
  UNIT_BOX,
} from '../testing/made-tiles.ts';
import { walkTileset } from './tileset-walk.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

type Files = Parameters<typeof aFolder>[0];
async function walk(files: Files) {
  const folder = await aFolder(files);
  folders.push(folder);
  return walkTileset(new SourceFolder(folder), 'tileset.json');
}
/** The refusal of a walk, as "file | place | reason". */
async function refusal(files: Files): Promise<string> {
  const error = await walk(files).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ImportRefusedError)) throw new Error(`Not refused: ${String(error)}`);
  return `${error.file} | ${error.place} | ${error.reason}`;
}
const withContent = (uri: string) => aTileset(aRoot({ content: { uri } }));
const withTile = (tile: Uint8Array): Files => ({ 'tileset.json': aTileset(), 'tile.b3dm': tile });

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
    expect(await refusal({ 'tileset.json': withContent(uri) })).toBe(`tileset.json | root.content.uri | ${reason}`);
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
    const { facts } = await walk({ 'tileset.json': aTileset(aRoot({ children, content: undefined })), ...files });
    expect(facts).toMatchObject({ tiles: 6, contents: { b3dm: 5 } });
  });

  it('refuses a link that leads out of the folder, and a folder in place of a file', async () => {
    const outside = await aFolder({ 'secret.b3dm': aB3dm() });
    const folder = await aFolder({ 'tileset.json': aTileset() });
    folders.push(outside, folder);
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
    expect(await refusal(files)).toBe(`tileset.json | ${place} | ${reason}`);
  });

  it('refuses input that is not JSON', async () => {
    expect(await refusal({ 'tileset.json': Buffer.from('{"asset":') })).toMatch(
      /^tileset.json \| document \| is not valid JSON/,
    );
    expect(await refusal({ 'tileset.json': Buffer.from([0x7b, 0xff, 0xfe]) })).toBe(
      'tileset.json | document | is not UTF-8 text.',
    );
  });

  it('refuses external tilesets that lead in a circle', async () => {
    const files = {
      'tileset.json': withContent('a.json'),
      'a.json': withContent('sub/b.json'),
      'sub/b.json': withContent('../a.json'),
    };
    expect(await refusal(files)).toBe(
      'sub/b.json | root.content.uri | leads in a circle: tileset.json → a.json → sub/b.json → a.json.',
    );
    expect(await refusal({ 'tileset.json': withContent('tileset.json') })).toContain('leads in a circle');
  });

  it('refuses external tilesets and tiles that are nested too deep', async () => {
    const files: Files = { 'tile.b3dm': aB3dm() };
    for (let i = 0; i < 40; i++) files[i === 0 ? 'tileset.json' : `${i}.json`] = withContent(`${i + 1}.json`);
    files['40.json'] = aTileset();
    expect(await refusal(files)).toMatch(/is nested more than 32 tilesets deep/);
    let tile = aRoot();
    for (let i = 0; i < 2000; i++) tile = aRoot({ children: [tile], content: undefined });
    expect(await refusal({ 'tileset.json': aTileset(tile), 'tile.b3dm': aB3dm() })).toMatch(
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
    expect((await walk(files)).facts.contents.b3dm).toBe(2 ** 25);
  });
});

type GltfJson = ReturnType<typeof aTriangle>['json'];

/** The glTF of a triangle with something changed. */
function changedGlb(change: (json: GltfJson) => void): Buffer {
  const { json, bin } = aTriangle();
  change(json);
  return aGlbOf(json, bin);
}

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
    const folder = await aFolder(withTile(tile));
    folders.push(folder);
    const told: string[] = [];
    const walked = await walkTileset(new SourceFolder(folder), 'tileset.json', { onWarning: (one) => told.push(one) });
    expect(walked.facts).toMatchObject({ triangles: 1, ...facts });
    expect(told).toEqual(warnings);
  });

  it('is still refused where a mesh uses the view', async () => {
    const tile = changedGlb((gltf) => ((gltf['bufferViews'] as { byteLength: number }[])[0]!.byteLength = 0));
    expect(await refusal(withTile(tile))).toContain('needs 36 bytes of a buffer view that has 0');
  });
});

describe('counts beyond the data', () => {
  const largest = '16777216 can be shown.';
  it.each<[string, Uint8Array, string]>([
    [
      'features',
      aB3dm({ featureTable: { BATCH_LENGTH: 4e9 } }),
      `feature table.BATCH_LENGTH | is 4000000000; at most ${largest}`,
    ],
    [
      'features of points',
      aPnts({ featureTable: { BATCH_LENGTH: 4e9 } }),
      `feature table.BATCH_LENGTH | is 4000000000; at most ${largest}`,
    ],
    ['features in a composite', aCmpt(aB3dm({ featureTable: { BATCH_LENGTH: 2 ** 32 } })), 'is 4294967296'],
    [
      'elements without bytes',
      changedGlb((json) => json.accessors.push({ componentType: 5126, count: 4e9, type: 'VEC3' })),
      'glTF.accessors[2].count | is 4000000000; at most 67108864 can be shown.',
    ],
    [
      'rows of a property table',
      changedGlb((json) => (json['extensions'] = { EXT_structural_metadata: { propertyTables: [{ count: 4e9 }] } })),
      'is 4000000000; at most 16777216',
    ],
  ])('are refused: %s', async (_, tile, reason) => expect(await refusal(withTile(tile))).toContain(reason));

  it('are refused: composites in composites, as deep as the viewer refuses them', async () => {
    const nested = (depth: number) => Array.from({ length: depth }).reduce<Buffer>((tile) => aCmpt(tile), aB3dm());
    expect((await walk(withTile(nested(8)))).facts.contents.cmpt).toBe(1);
    expect(await refusal(withTile(nested(9)))).toContain('nested more than 8 deep');
  });
});

describe('several contents of a tile', () => {
  const files = { 'a.b3dm': aB3dm(), 'b.b3dm': aB3dm() };
  const uris = [{ uri: 'a.b3dm' }, { uri: 'b.b3dm' }];
  const extension = (members: object) => ({ extensions: { '3DTILES_multiple_contents': members } });
  it.each<[string, object]>([
    ['contents', { contents: uris }],
    ['the extension', extension({ contents: uris })],
    ['the extension as it was first written', extension({ content: uris })],
  ])('are counted when named by %s', async (_, names) => {
    const { facts } = await walk({ 'tileset.json': aTileset(aRoot({ content: undefined, ...names })), ...files });
    expect(facts.contents.b3dm).toBe(2);
  });

  it('may be a mesh and an external tileset', async () => {
    const root = aRoot({ content: undefined, contents: [{ uri: 'a.b3dm' }, { uri: 'more.json' }] });
    const more = aTileset(aRoot({ transform: undefined, content: { uri: 'b.b3dm' } }));
    const { facts } = await walk({ 'tileset.json': aTileset(root), 'more.json': more, ...files });
    expect(facts).toMatchObject({ externalTilesets: 1, contents: { b3dm: 2 } });
  });

  it('are those of the subtrees where they are implicit', async () => {
    const subtree = {
      tileAvailability: { constant: 1 },
      childSubtreeAvailability: { constant: 0 },
      ...extension({ contentAvailability: [{ constant: 1 }, { constant: 1 }] }),
    };
    const { facts } = await walk({
      'tileset.json': implicit(extension({ contents: uris })),
      's.subtree': subtree,
      ...files,
    });
    expect(facts).toMatchObject({ tiles: 5, subtrees: 1, contents: { b3dm: 10 } });
  });

  it('are at least one, because otherwise nothing is shown', async () => {
    const none = aTileset(aRoot({ content: undefined }));
    expect(await refusal({ 'tileset.json': none })).toBe(
      'tileset.json | root | has no content: none of its tiles names anything that can be shown.',
    );
    const subtree = { tileAvailability: { constant: 1 }, childSubtreeAvailability: { constant: 0 } };
    expect(await refusal({ 'tileset.json': implicit({ content: { uri: 'a.b3dm' } }), 's.subtree': subtree })).toContain(
      'has no content',
    );
  });
});

/** A tileset whose root is implicit; each subtree is the file `s.subtree`. */
function implicit(contents: object, tiling: object = {}): Record<string, unknown> {
  const implicitTiling = {
    subdivisionScheme: 'QUADTREE',
    subtreeLevels: 2,
    availableLevels: 2,
    subtrees: { uri: 's.subtree' },
    ...tiling,
  };
  return aTileset(aRoot({ content: undefined, implicitTiling, ...contents }));
}

describe('implicit tilings that say "all" of a few bytes', () => {
  const all = { tileAvailability: { constant: 1 }, childSubtreeAvailability: { constant: 1 } };
  it('are refused at the first content that is missing', async () => {
    const subtree = { ...all, contentAvailability: { constant: 1 } };
    const tiling = { subtreeLevels: 12, availableLevels: 12 };
    const root = implicit({ content: { uri: '{level}_{x}_{y}.glb' } }, tiling);
    expect(await refusal({ 'tileset.json': root, 's.subtree': subtree })).toContain('“0_0_0.glb” does not exist');
  });

  it('are refused where they describe too many tiles or subtrees', async () => {
    const many = implicit({ content: { uri: 'a.b3dm' } }, { subtreeLevels: 12, availableLevels: 30 });
    expect(await refusal({ 'tileset.json': many, 's.subtree': all })).toBe(
      'tileset.json | root.implicitTiling | describes more than 1000000 subtrees, too many to be checked.',
    );
    const empty = { ...all, tileAvailability: { constant: 0 } };
    const deep = implicit({ content: { uri: 'a.b3dm' } }, { subtreeLevels: 10, availableLevels: 30 });
    expect(await refusal({ 'tileset.json': deep, 's.subtree': empty })).toContain('describes more than');
  });
});

describe('the place of a tileset', () => {
  const far = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0];
  it('is where its contents are, however large its volumes', async () => {
    const sphere = { sphere: [0, 0, 0, 20_000] };
    const { extent } = await walk({
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
    expect(await refusal(files)).toBe(`tileset.json | root.content.uri | ${reason}`);
  });

  it('is not on the earth for some contents and elsewhere for others', async () => {
    const here = { boundingVolume: UNIT_BOX, geometricError: 0, content: { uri: 'tile.b3dm' } };
    const there = { ...here, transform: [...far, -3918000, 3467000, -3637000, 1] };
    const root = aRoot({ transform: undefined, content: undefined, children: [here, there] });
    const { extent } = await walk({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() });
    expect(() => extent.georeference()).toThrow(
      '“tile.b3dm” lies nowhere on the Earth, which other contents of the tileset do',
    );
  });

  it('is not at the centre of the earth where the volume is a region', async () => {
    const root = aRoot({ transform: undefined, boundingVolume: { region: [0.1, 0.1, 0.1001, 0.1001, 0, 10] } });
    expect(await refusal({ 'tileset.json': aTileset(root), 'tile.b3dm': aB3dm() })).toBe(
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
    const { extent } = await walk({ 'tileset.json': aTileset(root), 'more.json': more, 'tile.b3dm': aB3dm() });
    const corners = extent.cornersUnder([...far, 0, 0, 0, 1]);
    expect([corners[0]![0], corners[7]![0]]).toEqual([0, 101]);
  });
});

describe('contents', () => {
  const b3dm = aB3dm();
  it.each<[string, Uint8Array, string]>([
    ['an empty file', Buffer.alloc(0), 'byte 0 | is empty.'],
    [
      'a truncated b3dm',
      b3dm.subarray(0, b3dm.length - 9),
      `byte 8 | is cut off: its header says ${b3dm.length} bytes, there are ${b3dm.length - 9}.`,
    ],
    ['half a header', b3dm.subarray(0, 20), 'byte 0 | is cut off: 20 bytes are too few for the header of a b3dm.'],
    [
      'a web page',
      Buffer.from('<!doctype html>'),
      'byte 0 | is not a tile: it begins with “<!do”, not with b3dm, i3dm, pnts, cmpt, glTF or “{”.',
    ],
    ['a gzip file', Buffer.from([0x1f, 0x8b, 8, 0]), 'byte 0 | is packed with gzip; unpack it first.'],
    ['a composite without its tiles', aCmpt(aB3dm()).subarray(0, 16), 'byte 8 | is cut off'],
    [
      'points beyond the file',
      aPnts({ featureTable: { POINTS_LENGTH: 99 } }),
      'feature table.POSITION | 99 elements from byte 0 end at byte 1188',
    ],
    [
      'points without positions',
      aPnts({ featureTable: { POSITION: undefined } }),
      'feature table.POSITION | is missing',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    expect(await refusal(withTile(bytes))).toContain(`tile.b3dm | ${reason}`);
  });

  it('refuses a glTF that requires an unknown extension', async () => {
    const requires = (...names: string[]) => withTile(changedGlb((json) => (json['extensionsRequired'] = names)));
    expect(await refusal(requires('KHR_materials_unlit', 'ACME_nurbs'))).toBe(
      'tile.b3dm | glTF.extensionsRequired | names ACME_nurbs, which cannot be shown.',
    );
    await expect(walk(requires('KHR_mesh_quantization', 'KHR_materials_unlit'))).resolves.toBeTruthy();
  });

  it('refuses a glTF whose lists contradict each other', async () => {
    const changed = (change: (json: GltfJson) => void) => refusal(withTile(changedGlb(change)));
    expect(await changed((json) => (json.accessors[0]!['count'] = 100))).toBe(
      'tile.b3dm | glTF.accessors[0] | needs 1200 bytes of a buffer view that has 36.',
    );
    expect(await changed((json) => (json.accessors.find(({ type }) => type === 'VEC3')!['count'] = 2))).toMatch(
      /names vertex 2, but there are only 2 vertices\.$/,
    );
    expect(await changed((json) => (json['nodes'] = [{ mesh: 7 }]))).toBe(
      'tile.b3dm | glTF.nodes[0].mesh | is 7, but there are only 1 meshes.',
    );
    expect(await changed((json) => (json['nodes'] = [{ children: [1] }, { children: [0] }]))).toContain(
      'is its own ancestor',
    );
    expect(await changed((json) => (json['buffers'] = [{ byteLength: 9999 }]))).toContain(
      'is 9999, but the binary chunk has 48 bytes',
    );
    expect(await changed((json) => (json['asset'] = { version: '1.0' }))).toContain('only glTF 2.0 can be shown');
    expect(await changed((json) => (json['images'] = [{ uri: '../../photo.jpg' }]))).toContain(
      'leads out of the folder',
    );
  });

  it('follows the files that a glTF names, and takes data uris', async () => {
    const { json, bin } = aTriangle();
    const gltf = {
      ...json,
      buffers: [{ byteLength: bin.length, uri: 'mesh data.bin' }],
      images: [{ uri: 'data:image/png;base64,AAAA' }],
    };
    const files = { 'tileset.json': withContent('model.gltf'), 'model.gltf': gltf, 'mesh data.bin': bin };
    expect((await walk(files)).facts).toMatchObject({ contents: { gltf: 1 }, triangles: 1 });
    expect(await refusal({ ...files, 'mesh data.bin': bin.subarray(0, 10) })).toBe(
      `model.gltf | buffers[0].byteLength | is 48, but “mesh data.bin” has 10 bytes.`,
    );
  });

  it('stops when its signal is aborted', async () => {
    const folder = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aGlb() });
    folders.push(folder);
    await writeFile(path.join(folder, 'other'), '');
    const tried = walkTileset(new SourceFolder(folder), 'tileset.json', { signal: AbortSignal.abort() });
    await expect(tried).rejects.toThrow('aborted');
  });
});
