import { beforeEach, describe, expect, it } from 'vitest';
import { type Vec3, distance } from '@overlook/shared/maths';
import { C101, C101_C102, C102, C102_S201, S201 } from '../testing/plant-points.ts';
import { type ToolDriver, driveTool, ecef, hitAt } from '../testing/tool-driver.ts';
import { TargetTool } from '../target/target-tool.ts';
import { MeasureTool } from './measure-tool.ts';

let tool: MeasureTool;
let driver: ToolDriver;
beforeEach(() => {
  tool = new MeasureTool();
  driver = driveTool(tool);
});

const clickAll = (...points: Vec3[]) => points.forEach((point) => driver.click(point));

describe('distance', () => {
  it('adds a leg a click, with the distances of the plant', () => {
    clickAll(C101, C102, S201);
    const shown = tool.state().shown!;
    expect(shown.legs.map((leg) => leg.length)).toEqual([expect.closeTo(C101_C102, 6), expect.closeTo(C102_S201, 6)]);
    expect(shown.total.length).toBeCloseTo(C101_C102 + C102_S201, 6);
    expect(shown).toMatchObject({ mode: 'distance', isDone: false, modeltypeIds: [3] });
    expect(shown.legs[0]!.errorMetres).toBeCloseTo(0.02 * Math.SQRT2, 12);
    expect(driver.labels()).toEqual(['16.63 m', '83.16 m']);
    expect(driver.notifications()).toBe(3);
  });

  it('shows the next leg, dashed, while the pointer hovers, and the panel receives no change', () => {
    driver.click(C101);
    const before = tool.state();
    driver.hover(C102);
    expect(driver.labels()).toEqual(['16.63 m']);
    expect(driver.lines()).toMatchObject([{ isDashed: true }]);
    expect(tool.state()).toBe(before);
    driver.hover(null);
    expect(driver.lines()).toEqual([]);
    expect(driver.notifications()).toBe(3);
    driver.hover(null);
    expect(driver.notifications()).toBe(0);
  });

  it('hovering without a drawing sends no event', () => {
    driver.hover(C101);
    driver.hover(null);
    expect(driver.notifications()).toBe(0);
    expect(tool.marks()).toEqual([]);
  });

  it('Enter finishes, and the next click begins another; both stay', () => {
    clickAll(C101, C102);
    expect(driver.press('Enter')).toBe(true);
    expect(tool.state()).toMatchObject({ isDrawing: false });
    driver.hover(S201);
    expect(driver.lines()).toHaveLength(1);
    clickAll(C102, S201);
    expect(tool.state().measurements.map((it) => [it.isDone, it.points.length])).toEqual([
      [true, 2],
      [false, 2],
    ]);
    expect(driver.press('NumpadEnter')).toBe(true);
    expect(driver.press('Enter')).toBe(false);
  });

  it('Enter with a single point waits for another', () => {
    driver.click(C101);
    driver.notifications();
    expect(driver.press('Enter')).toBe(true);
    expect(driver.notifications()).toBe(0);
    expect(tool.state()).toMatchObject({ isDrawing: true });
  });

  it('a click on a point adds none and makes it the active one', () => {
    clickAll(C101, C102);
    driver.clickPoint(0);
    expect(tool.state().shown!.points).toHaveLength(2);
    expect(driver.points().map((mark) => mark.variant)).toEqual(['active', 'point']);
    driver.notifications();
    driver.clickPoint(0);
    expect(driver.notifications()).toBe(0);
  });

  it('ignores clicks beside the model, values that are no number, and the same place twice', () => {
    driver.clickNothing();
    driver.click(C101, { pointEcef: [Number.NaN, 0, 0] });
    driver.click(C101, { pointEcef: [0, Infinity, 0] });
    driver.click(C101, { errorMetres: Number.NaN });
    expect(tool.state().measurements).toEqual([]);
    expect(driver.notifications()).toBe(0);
    clickAll(C101, C101);
    expect(tool.state().shown!.points).toHaveLength(1);
    driver.hover(C102);
    tool.hover(hitAt(C102, { pointEcef: [Number.NaN, 0, 0] }));
    expect(driver.lines()).toEqual([]);
  });

  it('a click on a point of another measurement takes up exactly that point', () => {
    clickAll(C101, C102);
    driver.press('Enter');
    const [, taken] = tool.state().measurements[0]!.points;
    driver.clickPoint(1);
    driver.click(S201);
    const { points, legs } = tool.state().shown!;
    expect(points[0]).toEqual({ ...taken, id: points[0]!.id });
    expect(points[0]!.id).not.toBe(taken!.id);
    expect(legs[0]!.length).toBeCloseTo(C102_S201, 6);
  });

  it('a point of another tool is used with its error and its ray, also where no model lies behind it', () => {
    const target = new TargetTool();
    target.tap(hitAt(C101, { errorMetres: 0.5, modeltypeId: 1 }), null, null);
    const marked = target.markedPoint(target.marks()[0]!.id);
    tool.tap(null, null, marked);
    expect(tool.state().shown!.points).toMatchObject([
      { pointEcef: ecef(C101), errorMetres: 0.5, modeltypeId: 1, ray: hitAt(C101).ray },
    ]);
  });

  it('a mark that is not one of its points is no obstacle', () => {
    clickAll(C101, C102);
    for (const id of ['target:1', 'measure:f1', 'measure:', 'measure:99', 'x']) {
      const count = tool.state().shown!.points.length;
      tool.tap(hitAt([count, 0, 0]), id, null);
      expect(tool.state().shown!.points).toHaveLength(count + 1);
    }
  });
});

describe('height', () => {
  it('two points finish it: the difference of heights, level to under the second, then upright', () => {
    tool.setMode('height');
    driver.click(C101);
    driver.hover(C102);
    expect(driver.labels()).toEqual(['10.55 m']);
    driver.click(C102);
    const [it] = tool.state().measurements;
    expect(it).toMatchObject({ isDone: true, mode: 'height' });
    // The plant's ground is level; the earth under 13 m of it sinks by a hundredth of a millimetre.
    expect(it!.height!.difference).toBeCloseTo(10.55, 3);
    expect(it!.height!.errorMetres).toBeCloseTo(0.02 * Math.SQRT2, 12);
    const [first, corner, second] = driver.lines()[0]!.pointsEcef;
    expect(distance(first!, corner!)).toBeCloseTo(Math.hypot(12.5, 3), 3);
    expect(distance(corner!, second!)).toBeCloseTo(10.55, 3);
    clickAll([0, 0, 5], [1, 0, 2]);
    expect(tool.state().shown!.height!.difference).toBeCloseTo(-3, 3);
    expect(driver.labels()).toEqual(['10.55 m', '3.00 m']);
  });
});

describe('area', () => {
  /** Roof deck of the control room. */
  const ROOF: Vec3[] = [
    [84.25, -37.75, 7.05],
    [117.75, -37.75, 7.05],
    [117.75, -23.25, 7.05],
    [84.25, -23.25, 7.05],
  ];
  beforeEach(() => tool.setMode('area'));

  it('closes by a click on its first point', () => {
    clickAll(...ROOF);
    expect(tool.state().shown!.legs).toHaveLength(3);
    driver.clickPoint(0);
    const it = tool.state().shown!;
    expect(it.isDone).toBe(true);
    expect(it.area!.horizontal).toBeCloseTo(485.75, 4);
    expect(it.area!.isSelfIntersecting).toBe(false);
    expect(it.legs).toHaveLength(4);
    expect(it.total.length).toBeCloseTo(96, 4);
    expect(driver.lines()).toMatchObject([{ isClosed: true }]);
    expect(driver.labels()).toContain('485.75 m²');
  });

  it('closes by Enter from three points on; before, its first point is only selected', () => {
    clickAll(ROOF[0]!, ROOF[1]!);
    driver.press('Enter');
    driver.clickPoint(0);
    expect(tool.state().isDrawing).toBe(true);
    driver.click(ROOF[2]!);
    driver.press('Enter');
    expect(tool.state().shown!.area!.horizontal).toBeCloseTo(485.75 / 2, 4);
  });

  it('shows the area that a click at the pointer would give', () => {
    clickAll(ROOF[0]!, ROOF[1]!, ROOF[2]!);
    driver.hover(ROOF[3]!);
    expect(driver.labels()).toContain('485.75 m²');
  });

  it('says when it crosses itself', () => {
    clickAll(ROOF[0]!, ROOF[2]!, ROOF[1]!, ROOF[3]!);
    driver.press('Enter');
    expect(tool.state().shown!.area!.isSelfIntersecting).toBe(true);
  });
});

describe('distance from a plane', () => {
  beforeEach(() => tool.setMode('plane'));

  it('three points define it, the fourth is measured, above it positive', () => {
    clickAll([100, 18, 0], [106, 18, 0], [100, 26, 0]);
    expect(driver.lines()).toMatchObject([{ isClosed: true }]);
    driver.hover([102, 20, 3]);
    expect(driver.labels()).toEqual(['3.00 m']);
    driver.click([102, 20, -1.5]);
    const it = tool.state().shown!;
    expect(it.isDone).toBe(true);
    expect(it.plane!.distance).toBeCloseTo(-1.5, 5);
    expect(distance(it.plane!.footEcef, ecef([102, 20, 0]))).toBeLessThan(1e-5);
    expect(driver.labels()).toEqual(['\u22121.50 m']);
  });

  it('its error grows away from the three points', () => {
    clickAll([0, 0, 0], [1, 0, 0], [0, 1, 0], [1 / 3, 1 / 3, 1]);
    const near = tool.state().shown!.plane!.errorMetres;
    expect(near).toBeCloseTo(0.02 * Math.sqrt(1 + 3 / 9), 6);
    clickAll([0, 0, 0], [1, 0, 0], [0, 1, 0], [10, 0, 1]);
    // Weights −9, 10 and 0.
    expect(tool.state().shown!.plane!.errorMetres).toBeCloseTo(0.02 * Math.sqrt(1 + 81 + 100), 5);
  });

  it('three points on a line make no plane, and no error', () => {
    clickAll([0, 0, 0], [1, 0, 0], [2, 0, 0]);
    driver.hover([0, 1, 1]);
    expect(driver.labels()).toEqual([]);
    driver.click([0, 1, 1]);
    expect(tool.state().shown!.plane).toBeNull();
    expect(driver.labels()).toEqual([]);
  });
});

describe('the panel', () => {
  it('chooses legs, and shows the measurement of the active point', () => {
    clickAll(C101, C102);
    driver.press('Enter');
    clickAll(S201, [0, 0, 0], [5, 5, 0]);
    expect(tool.state().shown!.points).toHaveLength(3);
    const [first, second] = tool.state().measurements;
    tool.selectLeg(second!.id, 1);
    expect(tool.state().activePointId).toBe(second!.legs[1]!.fromPointId);
    tool.selectLeg(first!.id, 0);
    expect(tool.state().shown).toBe(first);
    tool.selectPoint(null);
    expect(tool.state().shown).toBe(second);
  });

  it('removes one, clears all, and undo brings them back', () => {
    clickAll(C101, C102);
    driver.press('Enter');
    clickAll(C102, S201);
    tool.remove(tool.state().measurements[0]!.id);
    expect(tool.state().measurements).toHaveLength(1);
    tool.clear();
    expect(tool.marks()).toEqual([]);
    driver.notifications();
    tool.clear();
    tool.remove(99);
    expect(driver.notifications()).toBe(0);
    tool.undo();
    tool.undo();
    expect(tool.state().measurements).toHaveLength(2);
  });

  it('changing the mode finishes what can be finished and drops the rest', () => {
    clickAll(C101, C102);
    driver.notifications();
    tool.setMode('height');
    expect(driver.notifications()).toBe(1);
    expect(tool.state()).toMatchObject({ mode: 'height', isDrawing: false });
    driver.click(C101);
    tool.setMode('distance');
    expect(tool.state().measurements).toHaveLength(1);
    tool.setMode('distance');
    expect(tool.state().mode).toBe('distance');
  });

  it('labels follow the units', () => {
    clickAll(C101, C102);
    tool.setUnits('imperial');
    expect(driver.labels()).toEqual(['54.56 ft']);
    expect(tool.state().units).toBe('imperial');
  });

  it('snapshots and marks stay the same objects until something changes', () => {
    clickAll(C101, C102);
    expect(tool.state()).toBe(tool.state());
    expect(tool.marks()).toBe(tool.marks());
    const [first] = tool.state().measurements;
    driver.press('Enter');
    driver.click(S201);
    const [again] = tool.state().measurements;
    driver.click(C101);
    expect(tool.state().measurements[0]).toBe(again);
    expect(first).not.toBe(again);
  });

  it('a listener that has left hears nothing', () => {
    let count = 0;
    const leave = tool.subscribe(() => (count += 1));
    driver.click(C101);
    leave();
    driver.click(C102);
    expect(count).toBe(1);
  });
});

it('mark ids are unique with any marks on the model', () => {
  clickAll(C101, C102, S201);
  tool.setMode('area');
  clickAll([0, 0, 0], [4, 0, 0], [4, 4, 0]);
  driver.clickPoint(3);
  tool.setMode('plane');
  clickAll([0, 0, 0], [4, 0, 0], [4, 4, 0], [1, 1, 1]);
  tool.setMode('height');
  driver.click(C101);
  driver.hover(C102);
  const ids = tool.marks().map((mark) => mark.id);
  expect(new Set(ids).size).toBe(ids.length);
});
