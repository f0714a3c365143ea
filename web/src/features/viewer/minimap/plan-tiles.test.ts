import { expect, it } from 'vitest';
import { mercatorPxToLonLat } from '@overlook/shared/maths';
import type { SitePlan } from '@overlook/shared/schemas';
import { planTilesIn } from './plan-tiles.ts';

/** Longitude and latitude of a place in columns and rows of a level. */
const at = (level: number, column: number, row: number) =>
  mercatorPxToLonLat((column / 2 ** level) * 256, (row / 2 ** level) * 256);

const [west, north] = at(18, 100_000, 90_000);
const [east, south] = at(18, 100_003, 90_002.5);
const PLAN: SitePlan = {
  tilesUrl: '/plan/{z}/{x}/{y}.jpg',
  bounds: [west, south, east, north],
  minZoom: 16,
  maxZoom: 19,
  madeAt: '2026-11-12T00:00:00Z',
};
const SIZE = { width: 256, height: 128 };

it('a map of a plan shows the tiles that reach into it, where they are', () => {
  const placed = planTilesIn(PLAN, { centre: at(18, 100_001, 90_001.5), zoom: 18 }, SIZE);
  expect(placed.map(({ url }) => url)).toEqual(['/plan/18/100000/90001.jpg', '/plan/18/100001/90001.jpg']);
  for (const [i, left] of [-128, 128].entries()) {
    expect(placed[i]!.left).toBeCloseTo(left, 3);
    expect(placed[i]!.top).toBeCloseTo(-64, 3);
    expect(placed[i]!.side).toBe(256);
  }
});

it('it has tiles of the nearest level that there is, enlarged or reduced', () => {
  const centre = at(18, 100_001.5, 90_001);
  expect(planTilesIn(PLAN, { centre, zoom: 18.4 }, SIZE)[0]!.side).toBeCloseTo(256 * 2 ** 0.4, 6);
  const [deepest] = planTilesIn(PLAN, { centre, zoom: 21 }, SIZE);
  expect(deepest!.url).toMatch('/plan/19/');
  expect(deepest!.side).toBeCloseTo(1024, 6);
});

it('it has none where the plan does not reach', () => {
  expect(planTilesIn(PLAN, { centre: at(18, 100_010, 90_001), zoom: 18 }, SIZE)).toEqual([]);
});
