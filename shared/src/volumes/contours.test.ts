import { expect, it } from 'vitest';
import { randomFrom } from '../maths/testing/index.ts';
import { layOutCells } from './cells.ts';
import { contoursOf } from './contours.ts';

it('of a rough surface are the longest lines, as many as a page can draw in each frame', () => {
  const halfM = 100;
  const cells = layOutCells(
    [
      [-halfM, -halfM],
      [halfM, -halfM],
      [halfM, halfM],
      [-halfM, halfM],
    ],
    1,
  );
  const random = randomFrom(5);
  const rough = Float64Array.from({ length: cells.columns * cells.rows }, () => 2 * random() - 1);
  // A heap beside the roughness has the longest lines.
  const aboveM = rough.map((up, cell) => (cell % cells.columns < 60 ? 20 * (1 - (cell % cells.columns) / 60) : up));
  const contours = contoursOf(cells, { aboveM, upM: aboveM, leastM: 0.01 });
  const corners = contours.map(({ line }) => line.length);
  expect(corners.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(30_000);
  expect(new Set(contours.map(({ levelM }) => levelM)).size).toBe(9);
  const everyFew = contoursOf(cells, { aboveM: rough, upM: rough, leastM: 0.01 });
  expect(everyFew.length).toBeGreaterThan(100);
  expect(everyFew.reduce((sum, { line }) => sum + line.length, 0)).toBeLessThanOrEqual(30_000);
});
