import { beforeEach, describe, expect, it, vi } from 'vitest';
import { type Vec3, distance } from '@overlook/shared/maths';
import { type ToolDriver, driveTool, ecef, hitAt } from '../testing/tool-driver.ts';
import { AreaTool } from './area-tool.ts';
import { cornerMarkId, edgeMarkId } from './area-marks.ts';

let tool: AreaTool;
let driver: ToolDriver;
const onCancel = vi.fn();
beforeEach(() => {
  onCancel.mockClear();
  tool = new AreaTool({ stateColor: '#ff5d5d', onCancel });
  driver = driveTool(tool);
});

const SQUARE: Vec3[] = [
  [0, 0, 0],
  [10, 0, 0],
  [10, 10, 0],
  [0, 10, 0],
];
const drawSquare = () => {
  for (const place of SQUARE) driver.click(place);
  driver.press('Enter');
};
const count = () => tool.state().drawing.corners.length;
const tapMark = (id: string) => tool.tap(hitAt([0, 0, 0]), id, null);

describe('drawing', () => {
  it('adds corners by clicks, refuses one that crosses with a reason, and closes on Enter', () => {
    for (const place of SQUARE.slice(0, 3)) driver.click(place);
    driver.click([5, -5, 0]);
    expect(count()).toBe(3);
    expect(tool.state().refused).toBe('crossing');
    driver.click([0, 10, 0]);
    expect(tool.state().refused).toBeNull();
    expect(driver.press('Enter')).toBe(true);
    expect(tool.state()).toMatchObject({ problem: null, drawing: { isClosed: true } });
    driver.click([30, 30, 0]);
    expect(count()).toBe(4);
  });

  it('shows the next edge under the pointer, in red where it would be refused', () => {
    for (const place of SQUARE.slice(0, 3)) driver.click(place);
    const live = () => driver.lines().find(({ id }) => id === 'area:live');
    driver.hover([0, 10, 0]);
    expect(live()).toMatchObject({ isDashed: true });
    expect(live()!.color).toBeUndefined();
    driver.hover([5, -5, 0]);
    expect(live()!.color).toBe('#ff5d5d');
  });

  it('closes by a click on the first corner, and before that says what is missing', () => {
    driver.click(SQUARE[0]!);
    driver.click(SQUARE[1]!);
    expect(tool.state().problem).toBe('tooFewCorners');
    tapMark(cornerMarkId(1));
    expect(tool.state().activeCornerId).toBe(1);
    driver.click(SQUARE[2]!);
    tapMark(cornerMarkId(1));
    expect(tool.state().drawing.isClosed).toBe(true);
  });

  it('removes one corner for each Escape, and ends when there is none', () => {
    driver.click(SQUARE[0]!);
    driver.click(SQUARE[1]!);
    tool.cancel();
    tool.cancel();
    expect(count()).toBe(0);
    expect(onCancel).not.toHaveBeenCalled();
    tool.cancel();
    expect(onCancel).toHaveBeenCalledTimes(1);
  });
});

describe('editing', () => {
  beforeEach(drawSquare);

  it('drags corners; one that would cross stays at the last good place', () => {
    const first = driver.points().findIndex(({ id }) => id === cornerMarkId(1));
    driver.drag(first, [
      [-5, -5, 0],
      [5, 20, 0],
    ]);
    expect(distance(tool.state().drawing.corners[0]!.pointEcef, ecef([-5, -5, 0]))).toBeLessThan(1e-6);
    tool.undo();
    expect(distance(tool.state().drawing.corners[0]!.pointEcef, ecef([0, 0, 0]))).toBeLessThan(1e-6);
    driver.drag(first, [[-5, -5, 0]], 'cancelGrab');
    expect(distance(tool.state().drawing.corners[0]!.pointEcef, ecef([0, 0, 0]))).toBeLessThan(1e-6);
  });

  it('adds a corner by a click on the middle of an edge, or by a drag of it', () => {
    tapMark(edgeMarkId(2));
    expect(count()).toBe(5);
    const edge = driver.points().findIndex(({ id }) => id === edgeMarkId(1));
    driver.drag(edge, [[5, -4, 0]]);
    expect(count()).toBe(6);
    expect(distance(tool.state().drawing.corners[1]!.pointEcef, ecef([5, -4, 0]))).toBeLessThan(1e-6);
    tool.undo();
    expect(count()).toBe(5);
  });

  it('removes the active corner by Delete, not below three, with undo and redo', () => {
    tapMark(cornerMarkId(3));
    expect(driver.press('Delete')).toBe(true);
    expect(count()).toBe(3);
    expect(driver.press('Delete')).toBe(false);
    expect(tool.state().refused).toBe('tooFewCorners');
    expect(driver.press('KeyZ', { ctrlKey: true })).toBe(true);
    expect(count()).toBe(4);
    expect(driver.press('KeyY', { ctrlKey: true })).toBe(true);
    expect(count()).toBe(3);
  });

  it('keeps the bottom when a drag of the slider goes below zero and back', () => {
    const corners = { cornersEcef: [], isCapped: true, color: null };
    const edited = new AreaTool({
      start: { ...corners, bottomHeight: -3, topHeight: 4 },
      stateColor: '#ff5d5d',
      onCancel: () => undefined,
    });
    for (const height of [2, 0, -2, 3]) edited.setHeight(height);
    expect(edited.state().drawing).toMatchObject({ bottomHeight: -3, topHeight: 3 });
  });

  it('takes a drag of the slider for one step', () => {
    for (const height of [6, 7, 8]) tool.setHeight(height);
    tool.setColor('#112233');
    tool.setColor('#445566');
    tool.setCapped(false);
    expect(tool.state().drawing).toMatchObject({ topHeight: 8, color: '#445566', isCapped: false });
    tool.undo();
    tool.undo();
    expect(tool.state().drawing).toMatchObject({ topHeight: 8, color: null });
    tool.undo();
    expect(tool.state().drawing.topHeight).toBe(5);
  });

  it('Escape lets the active corner go before it ends', () => {
    tapMark(cornerMarkId(3));
    tool.cancel();
    expect(tool.state().activeCornerId).toBeNull();
    tool.cancel();
    expect(onCancel).toHaveBeenCalledTimes(1);
    expect(count()).toBe(4);
  });
});

it('finds the ground again on finer tiles, straight down at each corner', () => {
  for (const place of SQUARE) driver.click(place, { errorMetres: 0.5 });
  const asked = tool.unrefined();
  expect(asked).toHaveLength(4);
  tool.refine({
    repick: (ray, { pointEcef }) => {
      const metres = distance(ray.origin, pointEcef) + 0.4;
      const lower = ray.origin.map((value, i) => value + ray.direction[i]! * metres) as Vec3;
      return hitAt([0, 0, 0], { pointEcef: lower, errorMetres: 0.02, ray });
    },
  });
  expect(distance(tool.state().drawing.corners[2]!.pointEcef, ecef([10, 10, -0.4]))).toBeLessThan(1e-3);
});

it('edits a saved area, whose corners do not move', () => {
  const start = {
    cornersEcef: SQUARE.map(ecef),
    bottomHeight: -3,
    topHeight: 4,
    isCapped: false,
    color: '#abcdef',
  };
  const edit = new AreaTool({ start, stateColor: '#ff5d5d', onCancel });
  expect(edit.state()).toMatchObject({ problem: null, canUndo: false, drawing: { isClosed: true, bottomHeight: -3 } });
  expect(edit.unrefined()).toEqual([]);
  expect(driveTool(edit).points()).toHaveLength(8);
});
