import fc from 'fast-check';
import { expect, it } from 'vitest';
import { numberBetween } from './testing/index.ts';
import { groupPins } from './group-pins.ts';

const place = fc.tuple(numberBetween(-50, 2000), numberBetween(-50, 1200));
const arrays = (places: readonly (readonly [number, number])[]) =>
  [0, 1].map((axis) => Float64Array.from(places, (it) => it[axis]!)) as [Float64Array, Float64Array];

it('puts every shown pin into one group, near its leader, and leaders apart', () => {
  fc.assert(
    fc.property(fc.array(place, { maxLength: 200 }), fc.nat(), (places, hidden) => {
      const [x, y] = arrays(places);
      if (x.length > 0) x[hidden % x.length] = Number.NaN;
      const { leaders, counts, groupOf } = groupPins(x, y, 24);
      const apart = (i: number, j: number) => Math.hypot(x[i]! - x[j]!, y[i]! - y[j]!);
      groupOf.forEach((group, i) => {
        if (Number.isNaN(x[i])) expect(group).toBe(-1);
        else expect(apart(i, leaders[group]!)).toBeLessThan(24);
      });
      leaders.forEach((a, i) => leaders.slice(i + 1).forEach((b) => expect(apart(a, b)).toBeGreaterThanOrEqual(24)));
      expect(counts.reduce((sum, count) => sum + count, 0)).toBe(groupOf.filter((group) => group >= 0).length);
    }),
  );
});

it('keeps the leader while pins move apart', () => {
  const [x, y] = arrays([
    [100, 100],
    [110, 100],
    [300, 100],
  ]);
  expect(groupPins(x, y, 24)).toMatchObject({ leaders: [0, 2], counts: [2, 1] });
  x[1] = 130;
  expect(groupPins(x, y, 24)).toMatchObject({ leaders: [0, 1, 2], counts: [1, 1, 1] });
});

it.each([-1, 0, 1].flatMap((column) => [-1, 0, 1].map((row) => [column, row])))(
  'joins a pin with a near one %i columns and %i rows of cells away',
  (column, row) => {
    const [x, y] = arrays([
      [252, 252],
      [252 + 15 * column!, 252 + 15 * row!],
    ]);
    expect(groupPins(x, y, 24)).toMatchObject({ leaders: [0], counts: [2] });
  },
);
