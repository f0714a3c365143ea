import { beforeEach, expect, it } from 'vitest';
import { type ToolDriver, driveTool, ecef } from '../testing/tool-driver.ts';
import { TargetTool } from './target-tool.ts';

let tool: TargetTool;
let driver: ToolDriver;
beforeEach(() => {
  tool = new TargetTool();
  driver = driveTool(tool);
  driver.click([2, 17, 33.7]);
  driver.click([14.5, 20, 44.25]);
  driver.notifications();
});

const names = () => tool.state().targets.map((target) => target.name);

it('a click a target, numbered, with its place', () => {
  expect(names()).toEqual(['Target 1', 'Target 2']);
  expect(tool.state()).toMatchObject({ isDrawing: false, canUndo: true });
  const [first] = tool.state().targets;
  expect(first!.pointEcef).toEqual(ecef([2, 17, 33.7]));
  expect(first!.lla.height).toBeCloseTo(63.7, 3);
  expect(driver.points()).toMatchObject([
    { variant: 'target', label: 'Target 1', canGrab: true },
    { variant: 'active', label: 'Target 2' },
  ]);
});

it('a click on one adds none; nothing follows the pointer', () => {
  driver.clickPoint(0);
  expect(tool.state().activePointId).toBe(tool.state().targets[0]!.pointId);
  driver.notifications();
  driver.hover([1, 1, 1]);
  expect(driver.notifications()).toBe(0);
  expect(tool.marks()).toHaveLength(2);
});

it('takes a name, not an empty one, not the one it has', () => {
  const { id } = tool.state().targets[0]!;
  expect(tool.rename(id, '  Flare tip ')).toBe(true);
  expect(tool.rename(id, '   ')).toBe(false);
  expect(tool.rename(id, 'Flare tip')).toBe(false);
  expect(tool.rename(99, 'Nobody')).toBe(false);
  expect(driver.notifications()).toBe(1);
  expect(names()).toEqual(['Flare tip', 'Target 2']);
  expect(driver.points()[0]!.label).toBe('Flare tip');
  tool.undo();
  expect(names()).toEqual(['Target 1', 'Target 2']);
});

it('gives no number twice while a higher one exists', () => {
  tool.remove(tool.state().targets[0]!.id);
  driver.click([0, 0, 0]);
  expect(names()).toEqual(['Target 2', 'Target 3']);
});

it('Delete, undo, drag, clear', () => {
  driver.press('Delete');
  expect(names()).toEqual(['Target 1']);
  driver.press('KeyZ', { ctrlKey: true });
  expect(names()).toEqual(['Target 1', 'Target 2']);
  driver.drag(0, [[5, 5, 5]]);
  expect(tool.state().targets[0]).toMatchObject({ name: 'Target 1', pointEcef: ecef([5, 5, 5]) });
  tool.clear();
  expect(tool.state().targets).toEqual([]);
  expect(tool.cancel()).toBe(false);
  expect(driver.press('Enter')).toBe(false);
});
