import { expect, test } from 'vitest';
import { type Bounds, medianOf } from '../bounds.ts';
import { withoutStrays } from './stray-parts.ts';

/** Parts of a metre along x. */
const partsAt = (places: readonly number[]) =>
  places.map((x, item) => ({ item, box: [x, 0, 0, x + 1, 1, 1] satisfies Bounds }));
const nameOf = (item: number): string => `Part ${item}`;
const row = Array.from({ length: 60 }, (_, i) => 10 * i);

test('one part far from the others is left out and named', () => {
  const { kept, warnings } = withoutStrays(partsAt([...row, -40_000]), nameOf);
  expect(kept).toHaveLength(60);
  expect(warnings).toEqual(['One shape is left out, 40 km from the others: Part 60.']);
});

test('what is long is kept, and so are two parts', () => {
  const pipeline = partsAt(row.map((x) => 100 * x));
  expect(withoutStrays(pipeline, nameOf)).toEqual({ kept: pipeline, warnings: [] });
  const two = partsAt([0, 40_000]);
  expect(withoutStrays(two, nameOf)).toEqual({ kept: two, warnings: [] });
});

test('the median is of each axis', () => {
  expect(
    medianOf([
      [1, 5, 9],
      [2, 4, 1e6],
      [1e9, 6, 8],
    ]),
  ).toEqual([2, 5, 9]);
});
