import { enuFrame, ecefToLla, llaToEcef, multiply, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import { writeGlb, UnsupportedContentError } from '@overlook/shared/tiles3d';
import { type MeshPrimitive, NO_FEATURE, type PointsPrimitive } from '../content.ts';
import { concat, makeComposite, makeTile, text, triangleGlb, u32 } from '../testing/make-files.ts';
import { parseContent } from '../parse-content.ts';
import { contentOf, contextFor, nodePlatform, parseBytes } from '../testing/node-platform.ts';

const load = async (bytes: Uint8Array) => contentOf(await parseBytes(bytes));
const meshOf = async (bytes: Uint8Array) => (await load(bytes)).primitives[0] as MeshPrimitive;
const pointsOf = async (bytes: Uint8Array) => (await load(bytes)).primitives[0] as PointsPrimitive;

/** Vertex `i` in the content frame. */
function vertex(primitive: MeshPrimitive | PointsPrimitive, i: number, instance = 0): number[] {
  const { value, normalized } = primitive.positions;
  const local = [0, 1, 2].map((axis) => value[i * 3 + axis]! / (normalized ? 65535 : 1)) as Vec3;
  const instances = primitive.kind === 'mesh' ? primitive.instances : null;
  const placed = instances?.subarray(instance * 16, instance * 16 + 16);
  return transformPoint(placed ? multiply(primitive.matrix, placed) : primitive.matrix, local);
}

describe('b3dm', () => {
  test('features, batch table in JSON and binary, RTC_CENTER, y-up to z-up', async () => {
    const content = await load(
      makeTile(
        'b3dm',
        {
          feature: { BATCH_LENGTH: 2, RTC_CENTER: [1e6, 2e6, 3e6] },
          batch: {
            name: ['pump', 'valve'],
            height: { byteOffset: 0, componentType: 'DOUBLE', type: 'SCALAR' },
            size: { byteOffset: 16, componentType: 'UNSIGNED_BYTE', type: 'VEC2' },
          },
          batchBinary: concat(Float64Array.of(1.25, 2.5), Uint8Array.of(1, 2, 3, 4)),
        },
        triangleGlb(),
      ),
    );
    expect(content).toMatchObject({
      featureCount: 2,
      properties: {
        name: ['pump', 'valve'],
        height: [1.25, 2.5],
        size: [
          [1, 2],
          [3, 4],
        ],
      },
    });
    const [mesh] = content.primitives;
    expect([...mesh!.featureIds!.value]).toEqual([0, 0, 1]);
    expect(vertex(mesh!, 2)).toEqual([1e6, 2e6, 3e6 + 3]);
    expect(mesh).toMatchObject({ min: [0, 0, 0], max: [2, 3, 0], mode: 4, indices: null, instances: null });
  });

  test('a column that is cut short is left out, with a warning', async () => {
    const mass = { byteOffset: 0, componentType: 'FLOAT', type: 'SCALAR' };
    const bytes = makeTile(
      'b3dm',
      { feature: { BATCH_LENGTH: 2 }, batch: { mass, name: ['pump', 'valve'] }, batchBinary: new Uint8Array(7) },
      triangleGlb(),
    );
    const { properties, warnings } = await load(bytes);
    expect(properties).toEqual({ name: ['pump', 'valve'] });
    expect(warnings).toEqual([expect.stringMatching(/^Property mass could not be read: .*needs bytes 0 to 8/)]);
  });

  test('without batches the ids have no meaning', async () => {
    const content = await load(makeTile('b3dm', { feature: { BATCH_LENGTH: 0 } }, triangleGlb()));
    expect(content.featureCount).toBe(0);
    expect(content.primitives[0]!.featureIds).toBeNull();
  });

  const batch = text(JSON.stringify({ name: ['a', 'b'] }));
  test.each([
    ['20 bytes: batch length, batch table length', u32(2, batch.byteLength)],
    ['24 bytes: batch table lengths, batch length', u32(batch.byteLength, 0, 2)],
  ])('an old header of %s', async (_, header) => {
    const rest = concat(header, batch, triangleGlb());
    const content = await load(concat(text('b3dm'), u32(1, rest.byteLength + 12), rest));
    expect(content).toMatchObject({ featureCount: 2, properties: { name: ['a', 'b'] } });
  });
});

describe('pnts', () => {
  const positions = Float32Array.of(0, 0, 0, 1, 2, 3);

  test('quantised positions keep their 16 bits, scale and offset go to the matrix', async () => {
    const points = await pointsOf(
      makeTile('pnts', {
        feature: {
          POINTS_LENGTH: 2,
          POSITION_QUANTIZED: { byteOffset: 0 },
          QUANTIZED_VOLUME_OFFSET: [10, 20, 30],
          QUANTIZED_VOLUME_SCALE: [1, 2, 4],
          RTC_CENTER: [100, 0, 0],
        },
        featureBinary: concat(Uint16Array.of(0, 0, 0, 65535, 65535, 65535)),
      }),
    );
    expect(points.positions).toMatchObject({ size: 3, normalized: true });
    expect(points).toMatchObject({ min: [0, 0, 0], max: [1, 1, 1], colors: null, normals: null, featureIds: null });
    expect(vertex(points, 1)).toEqual([111, 22, 34]);
  });

  test.each([
    ['RGBA', { RGBA: { byteOffset: 24 } }, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), 4, [1, 2, 3, 4, 5, 6, 7, 8]],
    ['RGB', { RGB: { byteOffset: 24 } }, Uint8Array.of(1, 2, 3, 4, 5, 6), 3, [1, 2, 3, 4, 5, 6]],
    ['RGB565', { RGB565: { byteOffset: 24 } }, Uint16Array.of(0xf800, 0x07ef), 3, [255, 0, 0, 0, 255, 123]],
    ['CONSTANT_RGBA', { CONSTANT_RGBA: [9, 8, 7, 6] }, new Uint8Array(), 4, [9, 8, 7, 6, 9, 8, 7, 6]],
  ])('colours as %s', async (_, feature, binary, size, expected) => {
    const { colors, colorSpace } = await pointsOf(
      makeTile('pnts', {
        feature: { POINTS_LENGTH: 2, POSITION: { byteOffset: 0 }, ...feature },
        featureBinary: concat(positions, binary),
      }),
    );
    expect(colors).toMatchObject({ size, normalized: true });
    expect([...colors!.value]).toEqual(expected);
    expect(colorSpace).toBe('srgb');
  });

  test('octahedral normals, batches, and a batch table per batch', async () => {
    const content = await load(
      makeTile('pnts', {
        feature: {
          POINTS_LENGTH: 2,
          BATCH_LENGTH: 2,
          POSITION: { byteOffset: 0 },
          NORMAL_OCT16P: { byteOffset: 24 },
          BATCH_ID: { byteOffset: 28, componentType: 'UNSIGNED_BYTE' },
        },
        featureBinary: concat(positions, Uint8Array.of(128, 128, 255, 128), Uint8Array.of(1, 0)),
        batch: { name: ['roof', 'wall'] },
      }),
    );
    const [points] = content.primitives;
    expect(content).toMatchObject({ featureCount: 2, properties: { name: ['roof', 'wall'] } });
    expect([...points!.featureIds!.value]).toEqual([1, 0]);
    const normals = points!.normals!.value;
    [0, 0, 1, 1, 0, 0].forEach((value, i) => expect(normals[i]).toBeCloseTo(value, 1));
  });

  test('columns of a cloud without batches are scan values, as four bytes per point', async () => {
    const { scan } = await pointsOf(
      makeTile('pnts', {
        feature: { POINTS_LENGTH: 2, POSITION: { byteOffset: 0 } },
        featureBinary: concat(positions),
        batch: {
          intensity: { byteOffset: 0, componentType: 'DOUBLE', type: 'SCALAR' },
          Classification: { byteOffset: 16, componentType: 'UNSIGNED_BYTE', type: 'SCALAR' },
        },
        batchBinary: concat(Float64Array.of(100.2, 3999.7), Uint8Array.of(6, 2)),
      }),
    );
    expect(scan).toEqual({
      packed: Uint32Array.of(100 + 6 * 2 ** 16, 4000 + 2 * 2 ** 16),
      has: { intensity: true, classification: true, returnNumber: false },
      classCounts: [
        [2, 1],
        [6, 1],
      ],
      returnCounts: [],
    });
  });
});

describe('i3dm', () => {
  const EMBEDDED = u32(1);
  const base = { INSTANCES_LENGTH: 2, POSITION: { byteOffset: 0 } };
  const positions = Float32Array.of(10, 0, 0, 0, 20, 0);

  test('instances are features; scale and both tables count', async () => {
    const content = await load(
      makeTile(
        'i3dm',
        {
          feature: { ...base, SCALE: { byteOffset: 24 }, RTC_CENTER: [1000, 0, 0] },
          featureBinary: concat(positions, Float32Array.of(1, 2)),
          batch: { name: ['first', 'second'] },
        },
        triangleGlb(),
        EMBEDDED,
      ),
    );
    expect(content).toMatchObject({ featureCount: 2, properties: { name: ['first', 'second'] } });
    const mesh = content.primitives[0] as MeshPrimitive;
    expect(mesh.featureIds).toBeNull();
    expect([...mesh.instanceFeatureIds!]).toEqual([0, 1]);
    expect(vertex(mesh, 1, 0)).toEqual([1012, 0, 0]);
    expect(vertex(mesh, 2, 1)).toEqual([1000, 20, 6]);
  });

  test('up and right turn an instance, octahedral or plain', async () => {
    const plain = {
      feature: { ...base, INSTANCES_LENGTH: 1, NORMAL_UP: { byteOffset: 24 }, NORMAL_RIGHT: { byteOffset: 36 } },
      featureBinary: concat(positions, Float32Array.of(-1, 0, 0), Float32Array.of(0, 1, 0)),
    };
    // The model's x goes to +y, its y to −x, its z stays.
    const turned = await meshOf(makeTile('i3dm', plain, triangleGlb(), EMBEDDED));
    expect(vertex(turned, 1)).toEqual([10, 2, 0]);
    expect(vertex(turned, 2)).toEqual([10, 0, 3]);
    const packed = {
      feature: {
        ...base,
        INSTANCES_LENGTH: 1,
        NORMAL_UP_OCT32P: { byteOffset: 24 },
        NORMAL_RIGHT_OCT32P: { byteOffset: 28 },
      },
      featureBinary: concat(positions, Uint16Array.of(0, 32768), Uint16Array.of(32768, 65535)),
    };
    const same = await meshOf(makeTile('i3dm', packed, triangleGlb(), EMBEDDED));
    vertex(same, 1).forEach((value, axis) => expect(value).toBeCloseTo([10, 2, 0][axis]!, 3));
  });

  test('EAST_NORTH_UP places a model on the globe', async () => {
    const at = { longitude: 115.86, latitude: -31.95, height: 20 };
    const tables = {
      feature: { INSTANCES_LENGTH: 1, POSITION: { byteOffset: 0 }, EAST_NORTH_UP: true, RTC_CENTER: llaToEcef(at) },
    };
    const mesh = await meshOf(
      makeTile('i3dm', { ...tables, featureBinary: new Uint8Array(12) }, triangleGlb(), EMBEDDED),
    );
    // The triangle's y is up in glTF: its third corner is 3 m above its place.
    expect(ecefToLla(vertex(mesh, 2) as Vec3).height).toBeCloseTo(23, 3);
    const east = transformPoint(enuFrame(at).fromEcef, vertex(mesh, 1) as Vec3);
    [2, 0, 0].forEach((value, axis) => expect(east[axis]).toBeCloseTo(value, 3));
  });

  test('quantised positions, batch ids, scale per axis', async () => {
    const mesh = await meshOf(
      makeTile(
        'i3dm',
        {
          feature: {
            INSTANCES_LENGTH: 1,
            POSITION_QUANTIZED: { byteOffset: 0 },
            QUANTIZED_VOLUME_OFFSET: [1, 1, 1],
            QUANTIZED_VOLUME_SCALE: [10, 10, 10],
            SCALE_NON_UNIFORM: { byteOffset: 8 },
            BATCH_ID: { byteOffset: 20, componentType: 'UNSIGNED_INT' },
          },
          featureBinary: concat(Uint16Array.of(65535, 0, 0, 0), Float32Array.of(5, 1, 7), u32(4)),
        },
        triangleGlb(),
        EMBEDDED,
      ),
    );
    expect(vertex(mesh, 1)).toEqual([21, 1, 1]);
    expect(vertex(mesh, 2)).toEqual([11, 1, 22]);
    expect([...mesh.instanceFeatureIds!]).toEqual([4]);
  });

  test('an external model is fetched beside the tile, padding or not', async () => {
    const asked: string[] = [];
    const platform = { ...nodePlatform, fetchBytes: async (url: string) => (asked.push(url), triangleGlb()) };
    const bytes = makeTile(
      'i3dm',
      { feature: base, featureBinary: concat(positions) },
      text('../tree one.glb  '),
      u32(0),
    );
    const content = contentOf(await parseBytes(bytes, 'a/b.i3dm', platform));
    expect(asked).toEqual(['file:///nowhere/tree%20one.glb']);
    expect(content.primitives).toHaveLength(1);
  });

  test('without instances nothing is drawn', async () => {
    const none = makeTile('i3dm', { feature: { ...base, INSTANCES_LENGTH: 0 } }, triangleGlb(), EMBEDDED);
    expect((await load(none)).primitives).toEqual([]);
  });
});

describe('the requested properties', () => {
  const batch = {
    id: [7, 9],
    name: ['a', 'b'],
    extensions: {
      '3DTILES_batch_table_hierarchy': {
        instancesLength: 2,
        classIds: [0, 0],
        classes: [{ name: 'valve', length: 2, instances: { weight: [1, 2] } }],
      },
    },
  };
  const b3dm = makeTile('b3dm', { feature: { BATCH_LENGTH: 2 }, batch }, triangleGlb());
  const propertiesOf = async (properties: string[]) => {
    const context = { ...contextFor('file:///nowhere/a.b3dm'), properties };
    return contentOf(await parseContent(b3dm, context)).properties;
  };

  test.each([
    [['id'], { id: [7, 9] }],
    [['weight'], { weight: [1, 2] }],
    [['id', 'weight'], { id: [7, 9], weight: [1, 2] }],
    [['colour'], null],
  ])('%j of a batch table are unpacked alone', async (wanted, found) => {
    expect(await propertiesOf(wanted)).toEqual(found);
  });
});

describe('cmpt', () => {
  const b3dm = (names: string[]) =>
    makeTile('b3dm', { feature: { BATCH_LENGTH: 2 }, batch: { name: names } }, triangleGlb());

  test('nested composites are one content with features numbered through', async () => {
    const points = makeTile('pnts', {
      feature: { POINTS_LENGTH: 1, BATCH_LENGTH: 1, POSITION: { byteOffset: 0 }, BATCH_ID: { byteOffset: 12 } },
      featureBinary: new Uint8Array(14),
      batch: { kind: ['tree'] },
    });
    const content = await load(makeComposite(b3dm(['a', 'b']), makeComposite(b3dm(['c', 'd']), points)));
    expect(content.featureCount).toBe(5);
    expect(content.properties).toEqual({ name: ['a', 'b', 'c', 'd', null], kind: [null, null, null, null, 'tree'] });
    expect(content.primitives.map((primitive) => [...primitive.featureIds!.value])).toEqual([
      [0, 0, 1],
      [2, 2, 3],
      [4],
    ]);
  });

  test('vertices without a feature remain without one', async () => {
    const { mergeContents } = await import('./cmpt.ts');
    const content = await load(b3dm(['a', 'b']));
    const [primitive] = content.primitives;
    const featureIds = { value: Uint32Array.of(0, NO_FEATURE, 1), size: 1 as const, normalized: false };
    const merged = mergeContents([content, { ...content, primitives: [{ ...primitive!, featureIds }] }], 'a.cmpt');
    expect([...merged.primitives[1]!.featureIds!.value]).toEqual([2, NO_FEATURE, 3]);
  });
});

test('JSON is a tileset or a glTF by its content', async () => {
  const tileset = { asset: { version: '1.1' }, root: {} };
  expect(await parseBytes(text(` \n${JSON.stringify(tileset)}`))).toEqual({
    type: 'tileset',
    tileset: { json: tileset },
  });
  expect(await parseBytes(text('{"asset":{"version":"2.0"}}'))).toMatchObject({
    type: 'content',
    content: { primitives: [] },
  });
  await expect(parseBytes(text('{"hello":1}'))).rejects.toThrow(UnsupportedContentError);
});

test('nothing keeps the file alive: every array owns its bytes', async () => {
  const bytes = makeTile('b3dm', { feature: { BATCH_LENGTH: 2 } }, writeGlb({ asset: { version: '2.0' } }));
  await expect(load(bytes)).resolves.toMatchObject({ primitives: [] });
  const mesh = await meshOf(makeTile('b3dm', { feature: { BATCH_LENGTH: 2 } }, triangleGlb()));
  for (const array of [mesh.positions.value, mesh.featureIds!.value])
    expect(array.buffer.byteLength).toBe(array.byteLength);
});
