import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { boxAxes, boxCorners, boxVolume, isInsideBox, toBoxAxes } from './box.ts';
import { type Vec3, cross, distance } from './vector.ts';

const place = fc.tuple(numberBetween(-100, 100), numberBetween(-100, 100), numberBetween(-30, 80));
const box = fc.record({
  centerEnu: place,
  size: fc.tuple(numberBetween(0.05, 50), numberBetween(0.05, 50), numberBetween(0.05, 50)),
  headingRad: numberBetween(-7, 7),
});

it('at a heading of 90 degrees its north points east', () => {
  const [east, north, up] = boxAxes({ headingRad: Math.PI / 2 });
  expect(distance(north, [1, 0, 0])).toBeLessThan(1e-15);
  expect(distance(east, [0, -1, 0])).toBeLessThan(1e-15);
  expect(distance(cross(east, north), up)).toBe(0);
});

it('corners lie half the sides from the centre, east first, then north, then up', () => {
  const corners = boxCorners({ centerEnu: [10, 20, 5], size: [4, 6, 2], headingRad: Math.PI / 2 });
  // Turned by a quarter, 4 runs from north to south and 6 from west to east.
  const wanted: Vec3[] = [
    [7, 22, 4],
    [7, 18, 4],
    [13, 22, 4],
    [13, 18, 4],
    [7, 22, 6],
    [7, 18, 6],
    [13, 22, 6],
    [13, 18, 6],
  ];
  corners.forEach((corner, i) => expect(distance(corner, wanted[i]!)).toBeLessThan(1e-12));
});

it('own axes and isInside agree about every point', () => {
  fc.assert(
    fc.property(box, place, (it, point) => {
      const own = toBoxAxes(it, point);
      const byAxes = Math.min(...[0, 1, 2].map((axis) => it.size[axis]! / 2 - Math.abs(own[axis]!)));
      if (Math.abs(byAxes) > 1e-9) expect(isInsideBox(it, point)).toBe(byAxes > 0);
    }),
  );
});

it('every corner lies on three faces; a point slightly nearer to the centre is inside, one slightly farther is outside', () => {
  fc.assert(
    fc.property(box, (it) => {
      for (const corner of boxCorners(it)) {
        const onFaces = toBoxAxes(it, corner).filter((at, axis) => Math.abs(Math.abs(at) - it.size[axis]! / 2) < 1e-9);
        expect(onFaces).toHaveLength(3);
        const towards = (share: number) => corner.map((v, i) => v + (it.centerEnu[i]! - v) * share) as Vec3;
        expect(isInsideBox(it, towards(1e-6))).toBe(true);
        expect(isInsideBox(it, towards(-1e-6))).toBe(false);
      }
    }),
  );
});

it('volume is the product of the sides', () => {
  expect(boxVolume({ size: [12, 15, 16] })).toBe(2880);
});
