import { mkdir, rm, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ImportRefused } from './import-refused.ts';
import { SourceFolder } from './source-folder.ts';
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
} from './testing/made-tiles.ts';
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
/** What a walk was refused for, as "file | place | reason". */
async function refusal(files: Files): Promise<string> {
  const error = await walk(files).then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ImportRefused)) throw new Error(`Not refused: ${String(error)}`);
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

  it('refuses what is no JSON', async () => {
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
        aRoot({ content: undefined, children: [child(`${i + 1}.json`), child(`${i + 1}.json`)] }),
      );
    files['25.json'] = aTileset();
    expect((await walk(files)).facts.contents.b3dm).toBe(2 ** 25);
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
    ['half a header', b3dm.subarray(0, 20), 'byte 0 | is cut off: 20 bytes are too few for its header.'],
    [
      'a web page',
      Buffer.from('<!doctype html>'),
      'byte 0 | is not a tile: it begins with none of b3dm, i3dm, pnts, cmpt, glTF or a JSON object.',
    ],
    ['a gzip file', Buffer.from([0x1f, 0x8b, 8, 0]), 'byte 0 | is packed with gzip; unpack it first.'],
    ['a composite without its tiles', aCmpt(aB3dm()).subarray(0, 16), 'byte 8 | is cut off'],
    [
      'points beyond the file',
      aPnts({ featureTable: { POINTS_LENGTH: 99 } }),
      'feature table.POSITION | needs bytes 0 to 1188',
    ],
    [
      'points without positions',
      aPnts({ featureTable: { POSITION: undefined } }),
      'feature table.POSITION | is missing',
    ],
  ])('refuses %s', async (_, bytes, reason) => {
    expect(await refusal(withTile(bytes))).toContain(`tile.b3dm | ${reason}`);
  });

  it('refuses a glTF whose lists do not fit each other', async () => {
    const changed = (change: (json: ReturnType<typeof aTriangle>['json']) => void) => {
      const { json, bin } = aTriangle();
      change(json);
      return refusal(withTile(aGlbOf(json, bin)));
    };
    expect(await changed((json) => (json.accessors[0]!['count'] = 100))).toBe(
      'tile.b3dm | glTF.accessors[0] | needs 1200 bytes of a buffer view that has 36.',
    );
    expect(await changed((json) => (json['nodes'] = [{ mesh: 7 }]))).toBe(
      'tile.b3dm | glTF.nodes[0].mesh | is 7, but there are only 1 meshes.',
    );
    expect(await changed((json) => (json['nodes'] = [{ children: [1] }, { children: [0] }]))).toContain(
      'is its own ancestor',
    );
    expect(await changed((json) => (json['buffers'] = [{ byteLength: 9999 }]))).toContain(
      'is 9999, but the binary chunk has 44 bytes',
    );
    expect(await changed((json) => (json['asset'] = { version: '1.0' }))).toContain('only glTF 2.0 can be shown');
    expect(await changed((json) => (json['images'] = [{ uri: 'photo.jpg' }]))).toBe(
      'tile.b3dm | glTF.images[0].uri | “photo.jpg” does not exist.',
    );
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
      `model.gltf | buffers[0].byteLength | is 44, but “mesh data.bin” has 10 bytes.`,
    );
  });

  it('stops when it is told to', async () => {
    const folder = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aGlb() });
    folders.push(folder);
    await writeFile(path.join(folder, 'other'), '');
    const tried = walkTileset(new SourceFolder(folder), 'tileset.json', { signal: AbortSignal.abort() });
    await expect(tried).rejects.toThrow('aborted');
  });
});
