import { expect, it } from 'vitest';
import { randomFrom } from '../testing/random-records.ts';
import { EvenSample } from './even-sample.ts';

const random = randomFrom(7);

it('a sample is even: no more than asked for, from all over, and knows which points it has', () => {
  const even = new EvenSample(500, 0.01);
  const given = Array.from({ length: 20_000 }, () => [random() * 30 - 15, random() * 30 - 15, 0] as const);
  for (const point of given) even.add(...point);
  expect(even.count).toBeLessThanOrEqual(500);
  // A side doubles at most four times in area beyond what is needed.
  expect(even.count).toBeGreaterThan(200);
  expect(Array.from(even.numbers(), (number) => given[number])).toEqual(
    Array.from({ length: even.count }, (_, i) => Array.from(even.points().subarray(3 * i, 3 * i + 3))),
  );
  const cells = new Set(Array.from(even.numbers(), (n) => given[n]!.map((value) => Math.floor(value / 5)).join()));
  expect(cells.size).toBe(36);
});
