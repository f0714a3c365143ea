import { describe, expect, it } from 'vitest';
import { aB3dm, aCmpt, aGlb, aPnts, aRoot, aTileset, aTriangle } from '../testing/made-tiles.ts';
import {
  changedGlb,
  type GltfJson,
  implicitTileset,
  refusalOf,
  walkFiles,
  withContent,
  withTile,
} from '../testing/walked-files.ts';

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
  ])('are refused: %s', async (_, tile, reason) => expect(await refusalOf(withTile(tile))).toContain(reason));

  it('are refused: composites in composites, as deep as the viewer refuses them', async () => {
    const nested = (depth: number) => Array.from({ length: depth }).reduce<Buffer>((tile) => aCmpt(tile), aB3dm());
    expect((await walkFiles(withTile(nested(8)))).facts.contents.cmpt).toBe(1);
    expect(await refusalOf(withTile(nested(9)))).toContain('nested more than 8 deep');
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
    const { facts } = await walkFiles({ 'tileset.json': aTileset(aRoot({ content: undefined, ...names })), ...files });
    expect(facts.contents.b3dm).toBe(2);
  });

  it('may be a mesh and an external tileset', async () => {
    const root = aRoot({ content: undefined, contents: [{ uri: 'a.b3dm' }, { uri: 'more.json' }] });
    const more = aTileset(aRoot({ transform: undefined, content: { uri: 'b.b3dm' } }));
    const { facts } = await walkFiles({ 'tileset.json': aTileset(root), 'more.json': more, ...files });
    expect(facts).toMatchObject({ externalTilesets: 1, contents: { b3dm: 2 } });
  });

  it('are those of the subtrees where they are implicit', async () => {
    const subtree = {
      tileAvailability: { constant: 1 },
      childSubtreeAvailability: { constant: 0 },
      ...extension({ contentAvailability: [{ constant: 1 }, { constant: 1 }] }),
    };
    const { facts } = await walkFiles({
      'tileset.json': implicitTileset(extension({ contents: uris })),
      's.subtree': subtree,
      ...files,
    });
    expect(facts).toMatchObject({ tiles: 5, subtrees: 1, contents: { b3dm: 10 } });
  });

  it('are at least one, because otherwise nothing is shown', async () => {
    const none = aTileset(aRoot({ content: undefined }));
    expect(await refusalOf({ 'tileset.json': none })).toBe(
      'tileset.json | root | has no content: none of its tiles names anything that can be shown.',
    );
    const subtree = { tileAvailability: { constant: 1 }, childSubtreeAvailability: { constant: 0 } };
    expect(
      await refusalOf({ 'tileset.json': implicitTileset({ content: { uri: 'a.b3dm' } }), 's.subtree': subtree }),
    ).toContain('has no content');
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
    expect(await refusalOf(withTile(bytes))).toContain(`tile.b3dm | ${reason}`);
  });

  it('refuses a glTF that requires an unknown extension', async () => {
    const requires = (...names: string[]) => withTile(changedGlb((json) => (json['extensionsRequired'] = names)));
    expect(await refusalOf(requires('KHR_materials_unlit', 'ACME_nurbs'))).toBe(
      'tile.b3dm | glTF.extensionsRequired | names ACME_nurbs, which cannot be shown.',
    );
    await expect(walkFiles(requires('KHR_mesh_quantization', 'KHR_materials_unlit'))).resolves.toBeTruthy();
  });

  it('refuses a glTF whose lists contradict each other', async () => {
    const changed = (change: (json: GltfJson) => void) => refusalOf(withTile(changedGlb(change)));
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
    expect((await walkFiles(files)).facts).toMatchObject({ contents: { gltf: 1 }, triangles: 1 });
    expect(await refusalOf({ ...files, 'mesh data.bin': bin.subarray(0, 10) })).toBe(
      `model.gltf | buffers[0].byteLength | is 48, but “mesh data.bin” has 10 bytes.`,
    );
  });

  it('stops when its signal is aborted', async () => {
    const tried = walkFiles(withTile(aGlb()), { signal: AbortSignal.abort() });
    await expect(tried).rejects.toThrow('aborted');
  });
});
