import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { decodeOctahedral } from './octahedral.ts';

describe('octahedral normals', () => {
  test('the six axes', () => {
    const pairs = Uint8Array.of(255, 128, 0, 128, 128, 255, 128, 0, 128, 128, 255, 255);
    const axes = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
    decodeOctahedral(pairs).forEach((value, i) => expect(value).toBeCloseTo(axes[i]!, 1));
  });

  test('are of length one for any bits', () =>
    fc.assert(
      fc.property(fc.nat(65535), fc.nat(65535), (u, v) => {
        const [x, y, z] = decodeOctahedral(Uint16Array.of(u, v));
        expect(Math.hypot(x!, y!, z!)).toBeCloseTo(1, 6);
      }),
    ));
});
