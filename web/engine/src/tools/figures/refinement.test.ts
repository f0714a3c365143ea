import { beforeEach, expect, it, vi } from 'vitest';
import { type Vec3, distance } from '@overlook/shared/maths';
import { MeasureTool } from '../measure/measure-tool.ts';
import { type ToolDriver, driveTool, ecef, hitAt } from '../testing/tool-driver.ts';
import type { RayEcef, SettledView } from '../tool.ts';

let tool: MeasureTool;
let driver: ToolDriver;
beforeEach(() => {
  tool = new MeasureTool();
  driver = driveTool(tool);
  driver.click([0, 0, 0], { errorMetres: 0.5 });
  driver.click([10, 0, 0], { errorMetres: 0.5, modeltypeId: 1 });
  driver.notifications();
});

type Repick = SettledView['repick'];

/** The surface lies on the ray of the click, but lower by the given distance, and is known to the given error. */
const finer =
  (drop: number, errorMetres: number): Repick =>
  (ray, { modeltypeId }) => {
    const down = ray.direction.map((v, i) => ray.origin[i]! + v * (50 + drop)) as Vec3;
    return hitAt([0, 0, 0], { pointEcef: down, errorMetres, modeltypeId, ray });
  };

/** A settled view shows this. */
const see = (repick: Repick): boolean => tool.refine({ repick });

it('asks along the ray of the click, in the layer that was clicked', () => {
  const asked: [RayEcef, number][] = [];
  see((ray, { modeltypeId }) => {
    asked.push([ray, modeltypeId]);
    return null;
  });
  expect(asked).toEqual([
    [hitAt([0, 0, 0]).ray, 3],
    [hitAt([10, 0, 0]).ray, 1],
  ]);
});

it('moves points to where finer tiles have them, without a step of undo', () => {
  expect(tool.state().shown!.legs[0]!.isSettled).toBe(false);
  expect(see(finer(0.3, 0.02))).toBe(true);
  expect(driver.notifications()).toBe(1);
  const it = tool.state().shown!;
  expect(it.legs[0]).toMatchObject({ isSettled: true, errorMetres: expect.closeTo(0.02 * Math.SQRT2, 9) });
  expect(distance(it.points[0]!.pointEcef, ecef([0, 0, -0.3]))).toBeLessThan(1e-6);
  tool.undo();
  expect(distance(tool.state().shown!.points[0]!.pointEcef, ecef([0, 0, -0.3]))).toBeLessThan(1e-6);
  tool.redo();
  expect(distance(tool.state().shown!.points[1]!.pointEcef, ecef([10, 0, -0.3]))).toBeLessThan(1e-6);
});

it('again, as tiles get still finer', () => {
  see(finer(0.3, 0.1));
  expect(see(finer(0.2, 0.02))).toBe(true);
  expect(distance(tool.state().shown!.points[0]!.pointEcef, ecef([0, 0, -0.2]))).toBeLessThan(1e-6);
});

it.each([
  ['nothing there', () => null],
  ['no better', finer(0.1, 0.5)],
  ['another object, far behind', finer(6, 0.02)],
  ['not a number', (): ReturnType<Repick> => hitAt([0, 0, 0], { pointEcef: [Number.NaN, 0, 0], errorMetres: 0.01 })],
] satisfies [string, Repick][])('%s: the point stays, and is settled', (_, repick) => {
  const view: SettledView = { repick };
  expect(tool.refine(view)).toBe(true);
  expect(tool.state().shown!.points.map((point) => [point.pointEcef, point.isSettled])).toEqual([
    [ecef([0, 0, 0]), true],
    [ecef([10, 0, 0]), true],
  ]);
  driver.notifications();
  expect(tool.refine(view)).toBe(false);
  see(repick);
  expect(driver.notifications()).toBe(0);
});

it('sends a few rays per call, reaches every point, and asks a view only once', () => {
  for (let i = 0; i < 98; i++) driver.click([i, 20, 0], { errorMetres: 0.5 });
  const seen = new Set<string>();
  const repick = vi.fn<Repick>((ray) => {
    seen.add(String(ray.origin));
    return null;
  });
  for (let views = 0; views < 2; views++) {
    seen.clear();
    const view: SettledView = { repick };
    const rays = [0, 1, 2, 3].map(() => {
      repick.mockClear();
      return [tool.refine(view), repick.mock.calls.length];
    });
    expect(rays).toEqual([
      [true, 40],
      [true, 40],
      [true, 20],
      [false, 0],
    ]);
    expect(seen.size).toBe(100);
  }
});
