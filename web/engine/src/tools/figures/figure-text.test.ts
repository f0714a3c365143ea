import { expect, it } from 'vitest';
import { type Vec3, distance } from '@overlook/shared/maths';
import { AngleTool } from '../angle/angle-tool.ts';
import { MeasureTool } from '../measure/measure-tool.ts';
import { TargetTool } from '../target/target-tool.ts';
import { driveTool, ecef } from '../testing/tool-driver.ts';

const CORNERS: Vec3[] = [
  [2, 17, 33.7],
  [14.5, 20, 44.25],
  [93, 12, 18],
];

function measured(): MeasureTool {
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  for (const corner of CORNERS) driver.click(corner);
  driver.press('Enter');
  tool.setMode('height');
  driver.click(CORNERS[0]!, { modeltypeId: 1, errorMetres: 0.1234 });
  driver.click(CORNERS[1]!);
  driver.click(CORNERS[2]!);
  return tool;
}

it('restores the figures to the millimetre, without the unfinished one, in one step of undo', () => {
  const text = measured().serialise();
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  driver.click([0, 0, 0]);
  driver.notifications();
  expect(tool.restore(text)).toBe(true);
  expect(driver.notifications()).toBe(1);
  const [line, height] = tool.state().measurements;
  expect(tool.state().measurements).toHaveLength(2);
  for (const [i, corner] of CORNERS.entries()) {
    expect(distance(line!.points[i]!.pointEcef, ecef(corner))).toBeLessThan(0.001);
  }
  expect(height).toMatchObject({ mode: 'height', isDone: true, modeltypeIds: [1, 3] });
  expect(height!.points[0]!.errorMetres).toBe(0.123);
  expect(tool.serialise()).toBe(text);
  tool.undo();
  expect(tool.state()).toMatchObject({ isDrawing: true });
});

it('is short', () => {
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  for (let i = 0; i < 50; i++) driver.click([i, i % 7, 2]);
  expect(tool.serialise().length / 50).toBeLessThan(30);
});

it('keeps the names of targets', () => {
  const tool = new TargetTool();
  driveTool(tool).click(CORNERS[0]!);
  tool.rename(tool.state().targets[0]!.id, 'Valve "7", Süd');
  const other = new TargetTool();
  expect(other.restore(tool.serialise())).toBe(true);
  expect(other.state().targets).toMatchObject([{ name: 'Valve "7", Süd', modeltypeId: 3 }]);
});

it('keeps the dates of the captures: one for a figure, or one for each point', () => {
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  tool.setMode('height');
  driver.click(CORNERS[0]!, { takenOn: '2026-03-14' });
  driver.click(CORNERS[1]!, { takenOn: '2026-03-14' });
  driver.click(CORNERS[0]!, { takenOn: '2026-03-14' });
  driver.click(CORNERS[1]!);
  const other = new MeasureTool();
  expect(tool.serialise().match(/2026-03-14/g)).toHaveLength(2);
  expect(other.restore(tool.serialise())).toBe(true);
  expect(other.state().measurements.map(({ points }) => points.map(({ takenOn }) => takenOn))).toEqual([
    ['2026-03-14', '2026-03-14'],
    ['2026-03-14', undefined],
  ]);
  expect(other.serialise()).toBe(tool.serialise());
});

const point = '1000,2000,3000,3,20';
it.each([
  '',
  `{"v":1,"f":[["d","",[${point},${point}],["2026-14-03"]]]}`,
  `{"v":1,"f":[["d","",[${point},${point}],["","",""]]]}`,
  'null',
  '{',
  '[]',
  '{"v":2,"f":[]}',
  '{"v":1}',
  '{"v":1,"f":{}}',
  '{"v":1,"f":[["d",""]]}',
  `{"v":1,"f":[["x","",[${point},${point}]]]}`,
  `{"v":1,"f":[["n","",[${point},${point},${point}]]]}`,
  `{"v":1,"f":[["d","",[${point}]]]}`,
  `{"v":1,"f":[["h","",[${point},${point},${point}]]]}`,
  `{"v":1,"f":[["d","",[${point},1,2,3,3]]]}`,
  `{"v":1,"f":[["d",7,[${point},${point}]]]}`,
  `{"v":1,"f":[["d","${'x'.repeat(201)}",[${point},${point}]]]}`,
  `{"v":1,"f":[["d","",[${point},1,2,3,9,20]]]}`,
  `{"v":1,"f":[["d","",[${point},1,2,3,3,-1]]]}`,
  `{"v":1,"f":[["d","",[${point},1,null,3,3,20]]]}`,
  `{"v":1,"f":[["d","",[${point},1,1e999,3,3,20]]]}`,
  `{"v":1,"f":[["d","",[${point},1,"2",3,3,20]]]}`,
  `{"v":1,"f":[["d","",[${point},1,2.5,3,3,20]]]}`,
  `{"v":1,"f":[["d","",[${point},9000000000000000,2,3,3,20]]]}`,
  `{"v":1,"f":[["d","",[${Array.from({ length: 10_001 }, () => point).join()}]]]}`,
])('text that it did not write changes nothing: %.60s', (text) => {
  const tool = measured();
  const before = tool.state();
  expect(tool.restore(text)).toBe(false);
  expect(tool.state()).toBe(before);
});

it('a tool does not read the figures of another', () => {
  const text = measured().serialise();
  expect(new AngleTool().restore(text)).toBe(false);
  expect(new TargetTool().restore(text)).toBe(false);
});
