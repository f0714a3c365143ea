import { RAD_PER_DEG, IDENTITY, enuFrame, ecefFromLla, transformPoint } from '@overlook/shared/maths';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { OrientedBox, orientedBox } from './oriented-box.ts';

const coordinate = numberBetween(-500, 500);

/** A box of half sizes 10, 20 and 5, turned by an angle about z. */
function turnedBox(angle: number): OrientedBox {
  const [s, c] = [Math.sin(angle), Math.cos(angle)];
  return new OrientedBox([1, 2, 3], [10 * c, 10 * s, 0, -20 * s, 20 * c, 0, 0, 0, 5]);
}

describe('OrientedBox', () => {
  it('measures the distance to its nearest point', () => {
    const box = turnedBox(0);
    expect(box.distanceTo(1, 2, 3)).toBe(0);
    expect(box.distanceTo(14, 2, 3)).toBeCloseTo(3, 12);
    expect(box.distanceTo(14, 26, 3)).toBeCloseTo(5, 12);
  });

  it('keeps distances when it is turned with the point', () => {
    fc.assert(
      fc.property(numberBetween(-3, 3), coordinate, coordinate, (angle, x, y) => {
        const [s, c] = [Math.sin(angle), Math.cos(angle)];
        const turned = turnedBox(angle).distanceTo(1 + c * x - s * y, 2 + s * x + c * y, 3);
        expect(turned).toBeCloseTo(turnedBox(0).distanceTo(1 + x, 2 + y, 3), 9);
      }),
    );
  });

  it('is entered by a ray at the distance of its face', () => {
    const box = turnedBox(0);
    expect(box.rayDistance([-50, 2, 3], [1, 0, 0])).toBeCloseTo(41, 12);
    expect(box.rayDistance([-50, 2, 30], [1, 0, 0])).toBe(Infinity);
    expect(box.rayDistance([1, 2, 3], [0, 0, 1])).toBe(0);
  });

  it('is culled only when it lies outside a plane, and says which planes it crosses', () => {
    const box = turnedBox(0);
    const planes = Float64Array.from([1, 0, 0, 0, 1, 0, 0, 1000, -1, 0, 0, -100]);
    expect(box.cull(planes, 0b011)).toBe(0b001);
    expect(box.cull(planes, 0b111)).toBe(-1);
    expect(box.cull(planes, 0b010)).toBe(0);
  });
});

describe('orientedBox', () => {
  it('covers every corner of a region', () => {
    const frame = enuFrame({ longitude: 138.49, latitude: -35.07, height: 30 });
    const region = [138.48 * RAD_PER_DEG, -35.08 * RAD_PER_DEG, 138.5 * RAD_PER_DEG, -35.06 * RAD_PER_DEG, 10, 90];
    const box = orientedBox({ region }, IDENTITY, frame.enuFromEcef);
    for (const longitude of [138.48, 138.49, 138.5]) {
      for (const latitude of [-35.08, -35.06]) {
        for (const height of [10, 90]) {
          const [x, y, z] = transformPoint(frame.enuFromEcef, ecefFromLla({ longitude, latitude, height }));
          expect(box.distanceTo(x, y, z)).toBeLessThan(1e-6);
        }
      }
    }
  });

  it.each([
    ['all of the Earth', [-180, -90, 180, 90]],
    ['a quarter of it, across 180°', [120, -40, -150, 50]],
    ['half of it', [-90, 0, 90, 90]],
  ])('covers %s', (_, [west, south, east, north]) => {
    const region = [west!, south!, east!, north!].map((degrees) => degrees * RAD_PER_DEG);
    const box = orientedBox({ region: [...region, -100, 9000] }, IDENTITY, IDENTITY);
    const width = east! > west! ? east! - west! : east! - west! + 360;
    for (let u = 0; u <= 40; u++) {
      for (let v = 0; v <= 40; v++) {
        const place = { longitude: west! + (width * u) / 40, latitude: south! + ((north! - south!) * v) / 40 };
        for (const height of [-100, 9000])
          expect(box.distanceTo(...ecefFromLla({ ...place, height }))).toBeLessThan(1e-6);
      }
    }
  });

  it('refuses a volume of no known shape', () => {
    expect(() => orientedBox({}, IDENTITY, IDENTITY)).toThrow('boundingVolume: has none of box, region or sphere');
  });
});
