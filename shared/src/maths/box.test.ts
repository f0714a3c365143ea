import { expect, it } from 'vitest';
import { boxAxes, boxVolume } from './box.ts';
import { cross, distance } from './vector.ts';

it('at a heading of 90 degrees its north points east', () => {
  const [east, north, up] = boxAxes({ headingRad: Math.PI / 2 });
  expect(distance(north, [1, 0, 0])).toBeLessThan(1e-15);
  expect(distance(east, [0, -1, 0])).toBeLessThan(1e-15);
  expect(distance(cross(east, north), up)).toBe(0);
});

it('volume is the product of the sides', () => {
  expect(boxVolume({ size: [12, 15, 16] })).toBe(2880);
});
