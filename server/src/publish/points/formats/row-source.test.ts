import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { coordinatesOf, fieldsOf, readSource } from '../testing/read-source.ts';
import { openRowSource, type RowLayout } from './row-source.ts';

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-rows-'));
  file = path.join(folder, 'cloud');
  await writeFile(file, 'rows');
});
afterAll(() => rm(folder, { recursive: true }));

const XYZ: RowLayout = { intensity: null, color: null, classification: null };

/** A source of these rows; `opened` counts how often the file was begun. */
function sourceOf(rows: readonly (readonly number[])[], layout: Partial<RowLayout> = {}) {
  const seen = { opened: 0 };
  const open = (at: string, name: string) =>
    openRowSource(at, name, () => ({
      format: 'pts',
      points: rows.length,
      layout: { ...XYZ, ...layout },
      warnings: [],
      openRows() {
        seen.opened++;
        let next = 0;
        const values = new Float64Array(8);
        return {
          values,
          next() {
            const row = rows[next++];
            if (row) values.set(row);
            return row !== undefined;
          },
          get place() {
            return `point ${next}`;
          },
        };
      },
    }));
  return { seen, open, read: () => readSource(open, file) };
}

describe('the grid', () => {
  it('begins at the whole numbers below the first point, in steps of a tenth of a millimetre', async () => {
    const { facts, ...points } = await sourceOf([
      [271_900.75, -6_124_700.25, 3.00004],
      [271_900.1, -6_124_701, 2],
    ]).read();
    expect(facts.grid).toEqual({ scale: [0.0001, 0.0001, 0.0001], offset: [271_900, -6_124_701, 3] });
    const [x, y, z] = coordinatesOf({ facts, ...points }, 0);
    expect([x.toFixed(4), y.toFixed(4), z.toFixed(4)]).toEqual(['271900.7500', '-6124700.2500', '3.0000']);
    expect(coordinatesOf({ facts, ...points }, 1)[2]).toBeCloseTo(2, 9);
  });

  it('reaches 214,000 units; a point beyond is refused at its place', async () => {
    expect(
      (
        await sourceOf([
          [0, 0, 0],
          [214_000, 0, -214_000],
        ]).read()
      ).count,
    ).toBe(2);
    await expect(
      sourceOf([
        [0, 0, 0],
        [1, 1, 1],
        [0, 214_800, 0],
      ]).read(),
    ).rejects.toThrow('point 3: has a point more than 214,000 units away');
  });
});

describe('a few points that cannot be among the others', () => {
  const field = Array.from({ length: 400 }, (_, i) => [500_000 + (i % 20), 5_500_000 + i / 20, 100]);

  it.each([
    ['first', [[0, 0, 0], ...field]],
    ['last', [...field, [0, 0, 0]]],
    ['between', field.toSpliced(200, 0, [0, 0, 0])],
  ])('are left out and named: %s', async (_, rows) => {
    const source = await sourceOf(rows).open(file, 'cloud');
    let count = 0;
    await source.read(0, 1, (__, points) => void (count += points));
    expect([count, source.leftOut!()]).toEqual([
      400,
      [
        `1 point left out, more than 214,000 units away from the first ones; the first: point ${rows.findIndex(([x]) => x === 0) + 1}, 0 0 0.`,
      ],
    ]);
    await source.close();
  });

  it('are counted where they are no numbers', async () => {
    const source = await sourceOf([...field, [NaN, 0, 0], [1, NaN, 0]]).open(file, 'cloud');
    await source.read(0, 1, () => undefined);
    expect(source.leftOut!()).toEqual([
      '2 points left out, whose coordinates are no numbers; the first: point 401, NaN 0 0.',
    ]);
    await source.close();
  });
});

it('points that are no numbers are skipped, also in front of the first', async () => {
  const rows = [
    [NaN, 0, 0],
    [5, 6, 7],
    [0, Infinity, 0],
    [6, 6, 7],
  ];
  const { count, facts } = await sourceOf(rows).read();
  expect([count, facts.grid.offset]).toEqual([2, [5, 6, 7]]);
});

it.each([[[]], [[[NaN, NaN, NaN]]]])('a file without points is refused: %j', async (rows) => {
  await expect(sourceOf(rows).read()).rejects.toThrow('cloud: has no points.');
});

describe('intensities and colours', () => {
  const intensity = { column: 3, scale: null };
  const color = { columns: [4, 5, 6], scale: null } as const;

  it('are scaled by the range of the whole file, which its last point may decide', async () => {
    const rows = [
      [0, 0, 0, 1, 0, 0, 1],
      [0, 0, 1, 0.5, 0, 1, 0],
    ];
    const layout = { intensity, color };
    const unit = await sourceOf(rows, layout).read();
    expect([0, 1].map((i) => fieldsOf(unit, i))).toMatchObject([
      { intensity: 65_535, color: [0, 0, 255] },
      { intensity: 32_768, color: [0, 255, 0] },
    ]);
    const bytes = await sourceOf([...rows, [0, 0, 2, 255, 10, 20, 30]], layout).read();
    expect([0, 2].map((i) => fieldsOf(bytes, i))).toMatchObject([
      { intensity: 257, color: [0, 0, 1] },
      { intensity: 65_535, color: [10, 20, 30] },
    ]);
  });

  it('with a stated scale do not need the file to be read a second time', async () => {
    const stated = { factor: 2, shift: 1 };
    const source = sourceOf([[0, 0, 0, 20]], { intensity: { column: 3, scale: stated } });
    expect(fieldsOf(await source.read(), 0).intensity).toBe(41);
    // Once for the first point and once for all.
    expect(source.seen.opened).toBe(2);
    const other = sourceOf([[0, 0, 0, 20]], { intensity });
    await other.read();
    expect(other.seen.opened).toBe(3);
  });
});

it('a class is a whole number of 0 to 255; others are no class', async () => {
  const rows = [6, 255, 256, -1, 2.5, NaN].map((label) => [0, 0, 0, label]);
  const points = await sourceOf(rows, { classification: 3 }).read();
  expect(rows.map((_, i) => fieldsOf(points, i).classification)).toEqual([6, 255, 0, 0, 0, 0]);
});

it('stops at the next batch when it is cancelled', async () => {
  const many = Array.from({ length: 200_000 }, (_, i) => [i / 1000, 0, 0]);
  let points = 0;
  const stopped = new Error('stopped');
  const { read } = await openRowSource(file, 'cloud', () => ({
    format: 'pts',
    points: many.length,
    layout: XYZ,
    warnings: [],
    openRows() {
      let next = 0;
      const values = new Float64Array(3);
      const step = () => next < many.length && (values.set(many[next++]!), true);
      return {
        values,
        next: step,
        place: '',
      };
    },
  }));
  const signal = {
    throwIfAborted: () => {
      if (points > 0) throw stopped;
    },
  };
  await expect(read(0, 1, (_, count) => void (points += count), signal as never)).rejects.toBe(stopped);
  expect(points).toBeGreaterThan(0);
  expect(points).toBeLessThan(many.length);
});
