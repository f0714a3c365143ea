import { expect, it, vi } from 'vitest';
import { type Vec3, distance } from '@overlook/shared/maths';
import { ecef, hitAt } from '../tools/testing/tool-driver.ts';
import type { SettledView, ToolHit } from '../tools/tool.ts';
import { FollowedPoints } from './followed-points.ts';

/** A settled view in which every ray hits a surface that is lower by the given distance, with the given error. */
const finer = (drop: number, errorMetres: number): SettledView => ({
  repick: (ray, { modeltypeId }) => {
    const pointEcef = ray.direction.map((v, i) => ray.origin[i]! + v * (50 + drop)) as Vec3;
    return hitAt([0, 0, 0], { pointEcef, errorMetres, modeltypeId, ray });
  },
});

function followed(errorMetres = 2) {
  const onChange = vi.fn();
  const points = new FollowedPoints(onChange);
  const onFiner = vi.fn<(hit: ToolHit) => void>();
  const end = points.follow(hitAt([0, 0, 0], { errorMetres }), onFiner);
  return { points, onFiner, onChange, end };
}

it('requests finer tiles, and reports each more exact position of the point', () => {
  const { points, onFiner, onChange } = followed();
  expect(points.unrefined).toMatchObject([{ errorMetres: 2 }]);
  expect(onChange).toHaveBeenCalledTimes(1);
  expect(points.refine(finer(2.5, 0.4))).toBe(true);
  expect(points.refine(finer(2.3, 0.005))).toBe(true);
  const heights = onFiner.mock.calls.map(([{ pointEcef }]) => distance(pointEcef, ecef([0, 0, 0])));
  expect(heights[0]).toBeCloseTo(2.5, 6);
  expect(heights[1]).toBeCloseTo(2.3, 6);
  expect(onFiner.mock.calls.at(-1)![0]).toMatchObject({ errorMetres: 0.005, modeltypeId: 3 });
  expect(points.unrefined).toEqual([]);
});

it('queries a view once, and reports nothing without finer tiles', () => {
  const { points, onFiner } = followed();
  const view = { repick: vi.fn(() => null) };
  expect(points.refine(view)).toBe(true);
  expect(points.refine(view)).toBe(false);
  expect(onFiner).not.toHaveBeenCalled();
  expect(points.unrefined).toHaveLength(1);
});

it('does not query a point that is no longer followed', () => {
  const { points, onFiner, end } = followed();
  end();
  expect(points.unrefined).toEqual([]);
  expect(points.refine(finer(1, 0.01))).toBe(false);
  expect(onFiner).not.toHaveBeenCalled();
});
