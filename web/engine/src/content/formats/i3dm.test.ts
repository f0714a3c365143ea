import { enuFrame, llaFromEcef, ecefFromLla, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import { type MeshPrimitive } from '../content.ts';
import { concat, makeTile, text, triangleGlb, u32 } from '../testing/make-files.ts';
import { contentOf, nodePlatform, parseBytes } from '../testing/node-platform.ts';
import { load, meshOf, vertex } from '../testing/loaded-content.ts';

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
      feature: { INSTANCES_LENGTH: 1, POSITION: { byteOffset: 0 }, EAST_NORTH_UP: true, RTC_CENTER: ecefFromLla(at) },
    };
    const mesh = await meshOf(
      makeTile('i3dm', { ...tables, featureBinary: new Uint8Array(12) }, triangleGlb(), EMBEDDED),
    );
    // The triangle's y is up in glTF: its third corner is 3 m above its place.
    expect(llaFromEcef(vertex(mesh, 2) as Vec3).height).toBeCloseTo(23, 3);
    const east = transformPoint(enuFrame(at).enuFromEcef, vertex(mesh, 1) as Vec3);
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
