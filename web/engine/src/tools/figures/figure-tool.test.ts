/** What all tools of figures share, on the tool that has the most kinds of figures. */
import { beforeEach, describe, expect, it } from 'vitest';
import type { Vec3 } from '@overlook/shared/maths';
import { MeasureTool } from '../measure/measure-tool.ts';
import { C101, C101_C102, C102, C102_S201, S201 } from '../testing/plant-points.ts';
import { type ToolDriver, driveTool, ecef, hitAt } from '../testing/tool-driver.ts';

let tool: MeasureTool;
let driver: ToolDriver;
beforeEach(() => {
  tool = new MeasureTool();
  driver = driveTool(tool);
});

const clickAll = (...points: Vec3[]) => points.forEach((point) => driver.click(point));

describe('cancelling ends the drawing in one step', () => {
  it.each([
    ['the pointer over the model', S201],
    ['no pointer over the model', null],
  ])('a drawing with enough points is kept, with %s', (_, pointer) => {
    clickAll(C101, C102);
    driver.hover(pointer);
    expect(tool.cancel()).toBe(true);
    expect(tool.state()).toMatchObject({ isDrawing: false, measurements: [{ isDone: true }] });
    expect(driver.labels()).toEqual(['16.63 m']);
    expect(tool.cancel()).toBe(false);
  });

  it('a drawing with too few points is removed, and undo restores it; finished ones stay', () => {
    clickAll(C101, C102);
    driver.press('Enter');
    driver.click(S201);
    expect(tool.cancel()).toBe(true);
    expect(tool.state().measurements).toHaveLength(1);
    expect(tool.cancel()).toBe(false);
    expect(driver.press('KeyZ', { ctrlKey: true })).toBe(true);
    expect(tool.state()).toMatchObject({ isDrawing: true, shown: { points: [{ pointEcef: ecef(S201) }] } });
  });
});

describe('undo and redo', () => {
  it('are off at the ends and walk over every step', () => {
    expect(tool.state()).toMatchObject({ canUndo: false, canRedo: false });
    clickAll(C101, C102, S201);
    driver.press('Enter');
    expect(tool.state()).toMatchObject({ canUndo: true, canRedo: false });
    const counts: unknown[] = [];
    while (driver.press('KeyZ', { metaKey: true }))
      counts.push([tool.state().isDrawing, tool.state().shown?.points.length]);
    expect(counts).toEqual([
      [true, 3],
      [true, 2],
      [true, 1],
      [false, undefined],
    ]);
    expect(tool.state()).toMatchObject({ canUndo: false, canRedo: true });
    expect(driver.press('KeyY', { ctrlKey: true })).toBe(true);
    while (driver.press('KeyZ', { ctrlKey: true, shiftKey: true }));
    expect(tool.state()).toMatchObject({ canUndo: true, canRedo: false, isDrawing: false });
    expect(tool.state().shown!.total.length).toBeCloseTo(C101_C102 + C102_S201, 6);
  });

  it('a new point ends what could be redone', () => {
    clickAll(C101, C102);
    tool.undo();
    driver.click(S201);
    expect(tool.state().canRedo).toBe(false);
    expect(tool.redo()).toBe(false);
  });

  it('returns to a drawing of another mode, which continues in that mode', () => {
    tool.setMode('area');
    clickAll([0, 0, 0], [4, 0, 0], [4, 4, 0]);
    tool.setMode('height');
    expect(tool.state()).toMatchObject({ mode: 'height', isDrawing: false });
    tool.undo();
    expect(tool.state()).toMatchObject({ mode: 'area', isDrawing: true });
    driver.click([0, 4, 0]);
    driver.press('Enter');
    expect(tool.state()).toMatchObject({ mode: 'area' });
    expect(tool.state().shown!.area!.horizontal).toBeCloseTo(16, 5);
  });
});

describe('points can be dragged', () => {
  beforeEach(() => clickAll(C101, C102));

  it('one step of undo for a whole drag', () => {
    driver.drag(1, [[9, 9, 9], null, S201]);
    expect(tool.state().shown!.points[1]!.pointEcef).toEqual(ecef(S201));
    expect(driver.points()[1]!.variant).toBe('active');
    tool.undo();
    expect(tool.state().shown!.legs[0]!.length).toBeCloseTo(C101_C102, 6);
  });

  it('a cancelled drag restores the point, and the history has no step of it', () => {
    const before = tool.state().shown;
    driver.drag(1, [S201], 'cancelGrab');
    expect(tool.state().shown).toBe(before);
    expect(tool.state().canRedo).toBe(false);
    driver.drag(1, [null, null]);
    tool.undo();
    expect(tool.state().shown!.points).toHaveLength(1);
  });

  it('also those of finished measurements, keeping their ids', () => {
    driver.press('Enter');
    const ids = driver.points().map((mark) => mark.id);
    driver.drag(0, [S201]);
    expect(driver.points().map((mark) => mark.id)).toEqual(ids);
    expect(tool.state().shown!.total.length).toBeCloseTo(C102_S201, 6);
  });

  it('while a point is dragged, clicks, hovering and refining wait; cancelling and undo end the drag', () => {
    const { id } = driver.points()[0]!;
    driver.hover(S201);
    expect(tool.grab(id)).toBe(true);
    expect(driver.labels()).toEqual(['16.63 m']);
    expect(tool.grab(driver.points()[1]!.id)).toBe(false);
    driver.click(S201);
    driver.hover(S201);
    expect(tool.refine({ repick: () => hitAt(S201) })).toBe(false);
    tool.drag({ hit: hitAt(S201), ray: hitAt(S201).ray, isConstrained: false });
    expect(tool.cancel()).toBe(true);
    expect(tool.state().shown!.legs[0]!.length).toBeCloseTo(C101_C102, 6);
    tool.grab(id);
    tool.drag({ hit: hitAt(S201), ray: hitAt(S201).ray, isConstrained: false });
    tool.undo();
    tool.release();
    expect(tool.state().shown!.points).toHaveLength(1);
  });

  it('grabs nothing but its points', () => {
    for (const id of ['measure:f3', 'target:1', 'measure:77', '']) expect(tool.grab(id)).toBe(false);
  });
});

describe('Delete removes the active point', () => {
  it('and activates its neighbour', () => {
    clickAll(C101, C102, S201);
    driver.clickPoint(1);
    expect(driver.press('Delete')).toBe(true);
    expect(tool.state().shown!.legs).toHaveLength(1);
    expect(driver.points().map((mark) => mark.variant)).toEqual(['active', 'point']);
    driver.press('Backspace');
    driver.press('Delete');
    expect(tool.state().measurements).toEqual([]);
    expect(driver.press('Delete')).toBe(false);
  });

  it('a finished measurement that has too few points left is removed too, and can be restored', () => {
    clickAll(C101, C102);
    driver.press('Enter');
    driver.press('Delete');
    expect(tool.state().measurements).toEqual([]);
    tool.undo();
    expect(tool.state().shown!.points).toHaveLength(2);
  });
});

it('ten thousand points can still be edited', () => {
  const count = 10_000;
  const numbers = Array.from({ length: count }, (_, i) =>
    i === 0 ? [-3913230870, 3462959593, -3645056404, 3, 20] : [i % 90, (i * 7) % 50, 3, 3, 20],
  );
  // Processor time, in which waiting for a core does not count.
  const before = process.cpuUsage();
  expect(tool.restore(JSON.stringify({ v: 1, f: [['d', '', numbers.flat()]] }))).toBe(true);
  expect(tool.state().shown!.legs).toHaveLength(count - 1);
  expect(tool.marks().length).toBeGreaterThan(count);
  clickAll(C101, C102);
  for (let i = 0; i < 100; i++) {
    driver.hover([i, i, 0]);
    tool.marks();
  }
  driver.drag(5000, [
    [1, 2, 3],
    [2, 3, 4],
  ]);
  tool.marks();
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1000).toBeLessThan(3000);
});

describe('a finished figure from elsewhere', () => {
  const known = {
    kind: 'height' as const,
    name: '',
    points: [C101, C102].map((enu) => ({ pointEcef: ecef(enu), modeltypeId: 1, errorMetres: 0.02 })),
  };

  it('is added once, ends the drawing, becomes the active one, and undo removes it', () => {
    clickAll(C101, C102);
    expect(tool.addKnown(known)).toBe(true);
    const { measurements, shown, isDrawing } = tool.state();
    expect([measurements.length, isDrawing, shown!.mode]).toEqual([2, false, 'height']);
    expect(shown!.height!.difference).toBeCloseTo(10.55, 2);
    tool.selectPoint(null);
    tool.addKnown(known);
    expect(tool.state().measurements).toHaveLength(2);
    expect(tool.state().shown).toBe(shown);
    driver.press('KeyZ', { ctrlKey: true });
    expect(tool.state().measurements).toHaveLength(1);
  });

  it('is refused by a tool that does not draw its kind', () => {
    expect(tool.addKnown({ ...known, kind: 'target' })).toBe(false);
  });
});
