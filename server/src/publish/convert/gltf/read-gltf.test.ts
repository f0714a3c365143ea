import { mkdir, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, describe, it } from 'vitest';
import { hasSample, sample } from '../../testing/sample-data.ts';
import { boxOfModel, triangleCount } from '../ifc/testing/model-facts.ts';
import { aKtx2 } from '../../testing/made-ktx2.ts';
import { readGltfModel } from './read-gltf.ts';
import { aFileOf, aGlbFile, aGltf } from './testing/made-gltf.ts';

const read = (file: string) => readGltfModel(file, () => {});
const readMade = async (made: ReturnType<typeof aGltf>) => read(await aGlbFile(made));

describe('a damaged glTF', () => {
  it.each([
    [
      'an index beyond the vertices',
      { indices: [0, 1, 3] },
      'One shape with an index beyond the vertices is left out: Bad.',
    ],
    [
      'a coordinate that is no number',
      { positions: [0, 0, NaN, 1, 0, 0, 0, 1, 0] },
      'One shape with coordinates that are no numbers is left out: Bad.',
    ],
    ['points', { primitive: { mode: 0 } }, 'One shape of points or lines is left out: Bad.'],
    ['two corners', { indices: [0, 1] }, 'One shape without a triangle is left out: Bad.'],
    ['no positions', { primitive: { attributes: {} } }, 'One shape without positions is left out: Bad.'],
  ])('loses a part with %s, and says so', async (_, bad, warning) => {
    const { parts, tree, warnings } = await readMade(aGltf([{ name: 'Good' }, { name: 'Bad', ...bad }]));
    expect([tree.names, parts.map(({ item }) => item), warnings]).toEqual([['Good', 'Bad'], [0], [warning]]);
  });

  it('names few of many parts', async () => {
    const names = Array.from({ length: 12 }, (_, i) => `Bad ${i} ${'x'.repeat(500)}`);
    const { warnings } = await readMade(aGltf(names.map((name) => ({ name, indices: [7, 8, 9] }))));
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatch(
      /^12 shapes with an index beyond the vertices are left out: Bad 0 x+…, .* and 9 more\.$/,
    );
    expect(warnings[0]!.length).toBeLessThan(300);
  });

  it.each([
    [
      'accessors[2].count',
      (json: ReturnType<typeof aGltf>['json']) => (json.accessors[2]!['count'] = 4),
      /^“Pump”, accessors\[2\]: needs 48 bytes of a buffer view that has 36\.$/,
    ],
    [
      'an endless count',
      (json: ReturnType<typeof aGltf>['json']) =>
        Object.assign(json.accessors[2]!, { count: 4e9, bufferView: undefined }),
      /^“Pump”, accessors\[2\]: declares 4000000000 elements\.$/,
    ],
    [
      'accessors[2].type',
      (json: ReturnType<typeof aGltf>['json']) => (json.accessors[2]!['type'] = 'VEC2'),
      /^“Pump”, accessors\[2\]\.type: is no type for POSITION\.$/,
    ],
    [
      'a buffer view',
      (json: ReturnType<typeof aGltf>['json']) => (json['bufferViews'] = []),
      /^“Tank”, accessors\[0\]\.bufferView: is 0, but there are only 0 buffer views\.$/,
    ],
    [
      'the buffer',
      (json: ReturnType<typeof aGltf>['json']) => (json['buffers'] = [{ byteLength: 900 }]),
      /^buffers\[0\]\.byteLength: is 900, but there are 88 bytes\.$/,
    ],
    [
      'an extension',
      (json: ReturnType<typeof aGltf>['json']) => (json['extensionsRequired'] = ['ACME_nurbs']),
      /^extensionsRequired: names ACME_nurbs, which cannot be read\.$/,
    ],
  ])('is refused where %s is wrong', async (_, damage, message) => {
    const made = aGltf([{ name: 'Tank' }, { name: 'Pump' }]);
    damage(made.json);
    await expect(readMade(made)).rejects.toThrow(message);
  });

  it('is refused where nodes occur twice, or are below themselves', async () => {
    const made = aGltf([{ name: 'Tank' }, { name: 'Pump' }]);
    made.json['nodes'] = [
      { name: 'Tank', children: [1] },
      { name: 'Pump', children: [0] },
    ];
    made.json['scenes'] = [{ nodes: [0] }];
    await expect(readMade(made)).rejects.toThrow('nodes[0]: “Tank” has two parents or is its own ancestor.');
  });

  it.each([
    ['', 'is empty (0 bytes).'],
    ['hello, this is no model', 'is no glTF 2.0: it begins neither like a binary file nor like JSON.'],
    ['{"asset": {"version": "1.0"}}', 'asset.version: is 1.0; only glTF 2.0 can be read.'],
    ['{"asset": {"version": "2.0"', /^byte 27: ends within its JSON: it is cut off\.$/],
  ])('is refused where the file is %j', async (text, message) => {
    await expect(read(await aFileOf(text, 'made.gltf'))).rejects.toThrow(message);
  });
});

it('has the mean colour of a KTX2 picture', async () => {
  const side = 32;
  const half = [200, 60, 20, 255, 100, 20, 40, 255];
  const picture = await aKtx2(
    Uint8Array.from({ length: side * side * 4 }, (_, i) => half[i % 8]!),
    side,
  );
  const made = aGltf([{ name: 'Roof', primitive: { material: 0 } }]);
  made.json['materials'] = [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }];
  made.json['textures'] = [{ extensions: { KHR_texture_basisu: { source: 0 } } }];
  made.json['images'] = [{ uri: `data:image/ktx2;base64,${picture.toString('base64')}` }];
  const { parts, warnings } = await readMade(made);
  expect(warnings).toEqual([]);
  for (const [i, mean] of [150, 40, 30].entries()) expect(Math.abs(parts[0]!.colour[i]! - mean)).toBeLessThan(16);
});

describe('a glTF with pictures that cannot be read', () => {
  const readPictures = async (count: number) => {
    const made = aGltf([{ name: 'Roof', primitive: { material: 0 } }]);
    const info = (index: number) => ({ pbrMetallicRoughness: { baseColorTexture: { index } } });
    made.json['materials'] = [{ name: 'Slate', ...info(0) }, info(1)].slice(0, count);
    made.json['textures'] = [{ extensions: { KHR_texture_basisu: { source: 0 } } }, { source: 1 }];
    made.json['images'] = [{ bufferView: 0, mimeType: 'image/ktx2' }, { uri: 'nowhere.png' }];
    return readMade(made);
  };

  it.each([
    [1, 'The picture of one material could not be read and counts as white: Slate.'],
    [2, 'The pictures of 2 materials could not be read and count as white: Slate, Material 1.'],
  ])('shows white, and names the materials: %s', async (count, warning) => {
    const { parts, warnings } = await readPictures(count);
    expect(parts[0]!.colour).toEqual([255, 255, 255, 255]);
    expect(warnings).toEqual([warning]);
  });
});

describe('a glTF of several files', () => {
  const separate = async (uri: string): Promise<string> => {
    const { json, bin } = aGltf([{ name: 'Tank', x: 5 }]);
    json['buffers'] = [{ byteLength: bin.byteLength, uri }];
    const file = await aFileOf(JSON.stringify(json), 'made.gltf');
    await mkdir(path.join(path.dirname(file), 'parts'));
    await writeFile(path.join(path.dirname(file), 'parts/tank 1.bin'), bin);
    return file;
  };

  it('is read from its own folder', async () => {
    expect(boxOfModel(await read(await separate('parts/tank%201.bin'))).high).toEqual([6, 0, 1]);
  });

  it.each([
    ['../outside.bin', 'leads out of the folder'],
    ['/etc/hostname', 'is not a relative uri'],
    ['file:///etc/hostname', 'points to another place'],
    ['https://example.com/tank.bin', 'points to another place'],
    ['parts/../../outside.bin', 'leads out of the folder'],
    ['link.bin', 'is a link that leads out of the folder'],
    ['parts', 'is not a file'],
    ['nowhere.bin', 'does not exist'],
  ])('reads nothing else: %s', async (uri, reason) => {
    const file = await separate(uri);
    const outside = await aFileOf(new Uint8Array(1000), 'outside.bin');
    await symlink(outside, path.join(path.dirname(file), 'link.bin'));
    await expect(read(file)).rejects.toThrow(reason);
  });
});

it('keeps only the used parts of a shared buffer', async () => {
  const made = aGltf([{ name: 'A' }, { name: 'B' }]);
  const shared = aGltf([
    { name: 'A', positions: Array.from({ length: 300 }, (_, i) => i), indices: [3, 4, 5, 50, 60, 70] },
  ]);
  made.json['meshes'] = [
    { primitives: [{ attributes: { POSITION: 0 }, indices: 1 }] },
    { primitives: [{ attributes: { POSITION: 0 }, indices: 1, mode: 5 }] },
  ];
  const { geometries, parts } = await readMade({
    json: { ...shared.json, nodes: made.json['nodes'], scenes: made.json['scenes'], meshes: made.json['meshes'] },
    bin: shared.bin,
  } as typeof made);
  // Without normals each triangle has corners of its own.
  expect(geometries.map(({ positions }) => positions.length / 3)).toEqual([6, 12]);
  expect(parts).toHaveLength(2);
});

it('reads values that are sparse', async () => {
  const made = aGltf([{ name: 'Tank' }]);
  const extra = Buffer.alloc(16);
  extra.writeUInt8(2, 0);
  [0, 9, 0].forEach((value, i) => extra.writeFloatLE(value, 4 + 4 * i));
  const start = made.bin.length;
  const bin = Buffer.concat([made.bin, extra]);
  made.json['buffers'] = [{ byteLength: bin.length }];
  (made.json['bufferViews'] as object[]).push(
    { buffer: 0, byteOffset: start, byteLength: 1 },
    { buffer: 0, byteOffset: start + 4, byteLength: 12 },
  );
  made.json.accessors[0]!['sparse'] = {
    count: 1,
    indices: { bufferView: 2, componentType: 5121 },
    values: { bufferView: 3 },
  };
  expect(boxOfModel(await readMade({ ...made, bin })).high).toEqual([1, 0, 9]);
});

const TRUCK = '../gltf/milktruck-draco/CesiumMilkTruck.gltf';
/** Triangles as they are shown: the truck has its wheels of 768 triangles twice. */
describe.skipIf(!hasSample(TRUCK))('models in the field (sample data)', () => {
  it.each([
    ['Draco, separate files', TRUCK, 2856 + 768],
    ['meshopt, quantised', '../gltf/duck-meshopt.glb', 4212],
    ['a plain GLB', '../gltf/CookieFactoryMixer.glb', 22_083],
  ])('%s', async (_, name, triangles) => {
    const model = await read(sample(name));
    expect(triangleCount(model)).toBe(triangles);
    expect(model.warnings).toEqual([]);
  });
});
