import { beforeEach, expect, it } from 'vitest';
import { distance, type Vec3 } from '@overlook/shared/maths';
import { type ToolDriver, driveTool, ecef } from '../testing/tool-driver.ts';
import { AngleTool } from './angle-tool.ts';

let tool: AngleTool;
let driver: ToolDriver;
beforeEach(() => {
  tool = new AngleTool();
  driver = driveTool(tool);
});

/** Clicks at points, ENU metres. */
const clickEach = (...points: Vec3[]) => points.forEach((point) => driver.click(point));

it('three points make an angle, at the second; a fourth begins another', () => {
  driver.click([10, 0, 0]);
  driver.click([0, 0, 0]);
  expect(tool.state().angles).toMatchObject([{ isDone: false, angleDeg: null }]);
  driver.click([0, 5, 0]);
  expect(tool.state().angles[0]!.angleDeg).toBeCloseTo(90, 8);
  expect(driver.labels()).toEqual(['90.0°']);
  expect(tool.state().isDrawing).toBe(false);
  driver.click([7, 7, 7]);
  expect(tool.state().angles.map((it) => it.points.length)).toEqual([3, 1]);
});

it('its likely error is that of arms of ten and five metres, and of the corner', () => {
  for (const point of [[10, 0, 0], [0, 0, 0], [0, 5, 0]] as Vec3[]) driver.click(point, { errorMetres: 0.01 }); // prettier-ignore
  const wantedRad = 0.01 * Math.sqrt(1 / 100 + 1 / 25 + (1 / 100 + 1 / 25));
  expect(tool.state().angles[0]!.errorDeg).toBeCloseTo((wantedRad * 180) / Math.PI, 6);
});

it('shows the arm and the angle that a click at the pointer would give', () => {
  driver.click([10, 0, 0]);
  driver.hover([0, 0, 0]);
  expect(driver.lines()).toMatchObject([{ isDashed: true }]);
  expect(driver.labels()).toEqual([]);
  driver.click([0, 0, 0]);
  driver.hover([10, 10, 0]);
  expect(driver.labels()).toEqual(['45.0°']);
  tool.cancel();
  expect(driver.labels()).toEqual([]);
  expect(tool.state().angles).toEqual([]);
});

it('draws an arc about the corner, from arm to arm', () => {
  clickEach([10, 0, 0], [0, 0, 0], [0, 5, 0]);
  const arc = driver.lines().find((line) => line.id.endsWith(':arc'))!.pointsEcef;
  for (const point of arc) expect(distance(point, ecef([0, 0, 0]))).toBeCloseTo(1.5, 6);
  expect(distance(arc[0]!, ecef([1.5, 0, 0]))).toBeLessThan(1e-6);
  expect(distance(arc.at(-1)!, ecef([0, 1.5, 0]))).toBeLessThan(1e-6);
});

it('an arm without length has no angle, and straight ones no arc that is not a number', () => {
  clickEach([10, 0, 0], [0, 0, 0], [-5, 0, 0]);
  expect(tool.state().angles[0]).toMatchObject({ angleDeg: expect.closeTo(180, 5), errorDeg: null });
  for (const mark of tool.marks()) {
    const places = mark.kind === 'line' ? mark.pointsEcef : [mark.pointEcef];
    expect(places.flat().every(Number.isFinite)).toBe(true);
  }
  driver.drag(0, [[0, 0, 0]]);
  expect(tool.state().angles[0]!.angleDeg).toBeNull();
  expect(driver.labels()).toEqual([]);
});

it('undo, Delete and drags work as for measurements', () => {
  clickEach([10, 0, 0], [0, 0, 0], [0, 5, 0]);
  driver.drag(2, [[5, 5, 0]]);
  expect(driver.labels()).toEqual(['45.0°']);
  tool.undo();
  expect(driver.labels()).toEqual(['90.0°']);
  tool.undo();
  expect(tool.state().isDrawing).toBe(true);
  tool.redo();
  driver.press('Delete');
  expect(tool.state().angles).toEqual([]);
});
