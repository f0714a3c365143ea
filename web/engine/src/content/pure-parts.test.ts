import { composeTransform, IDENTITY } from '@overlook/shared/maths';
import { describe, expect, test } from 'vitest';
import { boundsOf, toFeatureIds, toFloats } from './accessors.ts';
import { combineInstances } from './node-transforms.ts';
import { chooseTarget } from './textures/ktx2.ts';

describe('attributes', () => {
  test('normalized integers become −1…1, bounds too', () => {
    const attribute = { value: Int8Array.of(-128, 127, 0), size: 3 as const, normalized: true };
    expect([...toFloats(attribute)]).toEqual([-1, 1, 0]);
    expect(boundsOf(attribute)).toEqual({ min: [-1, 1, 0], max: [-1, 1, 0] });
    expect(boundsOf({ ...attribute, value: new Float32Array(), normalized: false }).min).toEqual([0, 0, 0]);
  });

  test('float ids become the narrowest integers', () => {
    expect(toFeatureIds(Float32Array.of(0, 2.0001, -1)).value).toEqual(Uint16Array.of(0, 2, 0));
    expect(toFeatureIds(Float32Array.of(70000)).value).toBeInstanceOf(Uint32Array);
  });
});

describe('transforms', () => {
  test('instances of instances multiply out, and absurd numbers are refused', () => {
    const move = (x: number) => composeTransform([x, 0, 0]);
    const combined = combineInstances(
      Float64Array.of(...move(100), ...move(200)),
      move(10),
      Float64Array.of(...move(1), ...move(2)),
    );
    expect([0, 1, 2, 3].map((i) => combined[i * 16 + 12])).toEqual([111, 112, 211, 212]);
    const many = new Float64Array(16 * 2000);
    expect(() => combineInstances(many, IDENTITY, many)).toThrow(/are 4000000/);
  });
});

describe('texture formats', () => {
  const opaque = { width: 64, height: 64, hasAlpha: false, isEtc1s: false };
  test.each([
    ['the best one', ['astc', 'bc7', 'rgba8'], opaque, 0x93b0],
    ['no blocks of a broken size for BC', ['bc7', 'etc2', 'rgba8'], { ...opaque, width: 63 }, 0x9274],
    ['alpha where there is', ['bc3'], { ...opaque, hasAlpha: true }, 0x83f3],
    ['half the memory where there is none', ['bc3'], opaque, 0x83f0],
    ['ETC2 for what was ETC1S', ['astc', 'bc7', 'etc2'], { ...opaque, isEtc1s: true }, 0x9274],
    ['plain pixels otherwise', [], opaque, 0x8058],
  ] as const)('%s', (_, support, texture, expected) =>
    expect(chooseTarget([...support], texture).internalFormat).toBe(expected),
  );
});
