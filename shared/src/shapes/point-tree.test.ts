import { expect, it } from 'vitest';
import { randomFrom } from '../maths/testing/index.ts';
import { PointTree } from './point-tree.ts';

const random = randomFrom(7);
const somePoints = (count: number) => Float64Array.from({ length: 3 * count }, () => Math.round(random() * 40) / 4);

it('the nearest points are those that a comparison with all finds', () => {
  const tree = new PointTree(somePoints(700));
  const distanceM = (point: number, at: readonly number[]) =>
    Math.hypot(...at.map((value, axis) => tree.xyz[3 * point + axis]! - value));
  for (let i = 0; i < 100; i++) {
    const at = [random() * 12 - 1, random() * 12 - 1, random() * 12 - 1] as const;
    const all = Array.from({ length: tree.count }, (_, point) => distanceM(point, at)).sort((a, b) => a - b);
    const reachM = 0.2 + random();
    const nearest = tree.nearest(...at, reachM);
    const expected = all[0]! < reachM ? [all[0]!] : [];
    expect(nearest < 0 ? [] : [Math.sqrt(tree.distanceM2)]).toEqual(expected.map((value) => expect.closeTo(value, 9)));
    const many = new Int32Array(9);
    const size = tree.nearestMany(...at, 2, many);
    const found = Array.from(many.subarray(0, size), (point) => distanceM(point, at));
    const within = all.filter((value) => value < 2).slice(0, 9);
    expect(found).toEqual(within.map((value) => expect.closeTo(value, 9)));
  }
});

it('a tree of no points, or of equal ones, answers too', () => {
  expect(new PointTree(new Float64Array(0)).nearest(0, 0, 0, 10)).toBe(-1);
  const equal = new PointTree(new Float64Array(300).fill(2));
  expect(equal.nearest(2, 2, 3, 10)).toBeGreaterThanOrEqual(0);
  expect([equal.distanceM2, equal.nearestMany(2, 2, 3, 10, new Int32Array(150))]).toEqual([1, 100]);
});
