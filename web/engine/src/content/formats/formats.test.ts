import { describe, expect, test } from 'vitest';
import { UnsupportedContentError } from '@overlook/shared/tiles3d';
import { writeGlb } from '@overlook/shared/tiles3d/testing';
import { NO_FEATURE } from '../content.ts';
import { concat, makeComposite, makeTile, text, triangleGlb, u32 } from '../testing/make-files.ts';
import { parseContent } from '../parse-content.ts';
import { contentOf, contextFor, parseBytes } from '../testing/node-platform.ts';
import { load, meshOf, pointsOf, vertex } from '../testing/loaded-content.ts';

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
