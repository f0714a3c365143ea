import { expect, it } from 'vitest';
import { type Vec3, distance, ecefFromLla } from '@overlook/shared/maths';
import { copyAngleText, exportAngleCsv, exportAngleGeoJson } from '../angle/angle-files.ts';
import { AngleTool } from '../angle/angle-tool.ts';
import { copyMeasureText, exportMeasureCsv, exportMeasureGeoJson } from '../measure/measure-files.ts';
import { MeasureTool } from '../measure/measure-tool.ts';
import { copyTargetText, exportTargetCsv, exportTargetGeoJson } from '../target/target-files.ts';
import { TargetTool } from '../target/target-tool.ts';
import { driveTool, ecef } from '../testing/tool-driver.ts';
import type { Feature } from './geojson.ts';

const C101: Vec3 = [2, 17, 33.7];
const C102: Vec3 = [14.5, 20, 44.25];

const plain = (text: string) => text.replaceAll('\u202F', ' ').replaceAll('\u2212', '-');
const featuresIn = (text: string): Feature[] => (JSON.parse(text) as { features: Feature[] }).features;
const cells = (csv: string) =>
  csv
    .replace(/^\u{FEFF}/u, '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
const toEcef = ([longitude, latitude, height]: [number, number, number]) =>
  ecefFromLla({ longitude, latitude, height });

function measured(): MeasureTool {
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  driver.click(C101);
  driver.click(C102, { modeltypeId: 1, snap: 'vertex' });
  tool.setMode('height');
  driver.click(C101);
  driver.click(C102);
  tool.setMode('area');
  // Clockwise as seen from above.
  for (const corner of [
    [0, 0, 0],
    [0, 3, 0],
    [4, 3, 0],
    [4, 0, 0],
  ] as const)
    driver.click([...corner]);
  driver.press('Enter');
  tool.setMode('plane');
  for (const corner of [
    [0, 0, 0],
    [4, 0, 0],
    [4, 3, 0],
    [1, 1, -2],
  ] as const)
    driver.click([...corner]);
  return tool;
}

it('measurements as CSV: one row for each leg and one for the whole, every row as long as the header', () => {
  const [head, ...rows] = cells(exportMeasureCsv(measured().state()));
  for (const row of rows) expect(row).toHaveLength(head!.length);
  const column = (name: string) => rows.map((row) => row[head!.indexOf(name)]!);
  expect(column('row')).toEqual([
    'leg 1',
    'total',
    'leg 1',
    'total',
    'leg 1',
    'leg 2',
    'leg 3',
    'leg 4',
    'total',
    'total',
  ]);
  expect(column('length_m').slice(0, 2)).toEqual(['16.6299', '16.6299']);
  expect(Number(column('height_difference_m')[3])).toBeCloseTo(10.55, 3);
  expect(Number(column('area_horizontal_m2')[8])).toBeCloseTo(12, 4);
  expect(Number(column('plane_distance_m')[9])).toBeCloseTo(-2, 4);
  expect(column('layers')[0]).toBe('Textured; Point Cloud');
  expect(column('picked_on')[0]).toBe('surface; vertex');
  const from = toEcef([
    Number(column('from_longitude')[0]),
    Number(column('from_latitude')[0]),
    Number(column('from_height_m')[0]),
  ]);
  expect(distance(from, ecef(C101))).toBeLessThan(0.001);
});

it('measurements as GeoJSON: lines, a closed anticlockwise ring, a plane and its distance', () => {
  const features = featuresIn(exportMeasureGeoJson(measured().state()));
  expect(features.map((it) => [it.properties.mode, it.geometry.type])).toEqual([
    ['distance', 'LineString'],
    ['height', 'LineString'],
    ['area', 'Polygon'],
    ['plane', 'Polygon'],
    ['plane', 'LineString'],
  ]);
  expect(features[0]!.properties).toMatchObject({
    lengthMetres: 16.6299,
    errorMetres: 0.0283,
    layers: ['Textured', 'Point Cloud'],
    pickedOn: ['surface', 'vertex'],
  });
  const line = features[0]!.geometry.coordinates as [number, number, number][];
  expect(distance(toEcef(line[1]!), ecef(C102))).toBeLessThan(0.001);
  const [ring] = features[2]!.geometry.coordinates as [number, number, number][][];
  expect(ring).toHaveLength(5);
  expect(ring![4]).toEqual(ring![0]);
  const doubled = ring!.slice(1).reduce((sum, [x, y], i) => sum + (ring![i]![0] * y - x * ring![i]![1]), 0);
  expect(doubled).toBeGreaterThan(0);
  expect(features[4]!.properties).toMatchObject({ lengthMetres: 2, signedDistanceMetres: -2 });
});

it('an unfinished measurement is exported as a line, a single point is not exported', () => {
  const tool = new MeasureTool();
  const driver = driveTool(tool);
  tool.setMode('area');
  driver.click(C101);
  expect(featuresIn(exportMeasureGeoJson(tool.state()))).toEqual([]);
  driver.click(C102);
  driver.click([0, 0, 0]);
  expect(featuresIn(exportMeasureGeoJson(tool.state()))).toMatchObject([{ geometry: { type: 'LineString' } }]);
});

it('measurements as text, in the units that are read', () => {
  const text = plain(copyMeasureText(measured().state(), 'metric')).split('\n');
  expect(text.slice(0, 4)).toEqual([
    'Distance\t16.63 m\t± 0.03 m\tTextured, Point Cloud',
    'Leg\tLength (m)\tΔE\tΔN\tΔU',
    '1–2\t16.63\t+12.50\t+3.00\t+10.55',
    'Total\t16.63\t+12.50\t+3.00\t+10.55',
  ]);
  expect(text.at(-1)).toBe('To plane\t-2.00 m\t± 0.03 m\tTextured');
  expect(text).toContain('4–1\t4.00\t-4.00\t0.00\t0.00');
  expect(plain(copyMeasureText(measured().state(), 'imperial'))).toContain('54.56 ft');
});

it('targets: names are safe in a spreadsheet, places are right', () => {
  const tool = new TargetTool();
  driveTool(tool).click(C101);
  tool.rename(tool.state().targets[0]!.id, '=cmd()');
  const [head, row] = cells(exportTargetCsv(tool.state()));
  expect(row).toHaveLength(head!.length);
  expect(row![0]).toBe("'=cmd()");
  expect(row!.slice(4)).toEqual(['54', 'S', '271446.7602', '6115349.6985', '0.02', 'Textured', '']);
  const [feature] = featuresIn(exportTargetGeoJson(tool.state()));
  expect(feature!.properties).toEqual({ name: '=cmd()', layer: 'Textured', errorMetres: 0.02 });
  expect(distance(toEcef(feature!.geometry.coordinates as [number, number, number]), ecef(C101))).toBeLessThan(0.001);
  expect(plain(copyTargetText(tool.state()))).toBe(
    '=cmd()\t138.493222°\t-35.078747°\t63.70 m\t54H E 271,446.760 m N 6,115,349.698 m\t± 0.02 m\tTextured',
  );
});

it('angles: only finished ones', () => {
  const tool = new AngleTool();
  const driver = driveTool(tool);
  for (const point of [
    [10, 0, 0],
    [0, 0, 0],
    [0, 5, 0],
    [1, 1, 1],
  ] as const)
    driver.click([...point]);
  const [head, ...rows] = cells(exportAngleCsv(tool.state()));
  expect(rows).toHaveLength(1);
  expect(rows[0]).toHaveLength(head!.length);
  expect(rows[0]![1]).toBe('90');
  const [feature, ...others] = featuresIn(exportAngleGeoJson(tool.state()));
  expect(others).toEqual([]);
  expect(feature).toMatchObject({ properties: { angleDegrees: 90 }, geometry: { type: 'LineString' } });
  expect(copyAngleText(tool.state())).toBe('90.0°\t±\u202F0.4°\tTextured');
  tool.setUnits('gradians');
  expect(copyAngleText(tool.state())).toBe('100.0\u202Fgon\t±\u202F0.4\u202Fgon\tTextured');
  expect(tool.marks().some((mark) => mark.kind === 'label' && mark.text === '100.0\u202Fgon')).toBe(true);
  expect(exportAngleCsv(tool.state())).toContain(',90,');
});

it('every file names the captures', () => {
  const dates = ['2026-03-14', '2026-09-26'];
  const of = (tool: MeasureTool | AngleTool | TargetTool) => {
    const driver = driveTool(tool);
    for (const [index, place] of [C101, C102, [0, 0, 0] as Vec3].entries())
      driver.click(place, { takenOn: dates[index % 2]! });
    driver.press('Enter');
  };
  const [measure, angle, target] = [new MeasureTool(), new AngleTool(), new TargetTool()];
  for (const tool of [measure, angle, target]) of(tool);
  const last = (csv: string) => cells(csv).map((row) => row.at(-1));
  const both = '2026-03-14; 2026-09-26';
  expect(last(exportMeasureCsv(measure.state()))).toEqual(['captured', both, both, both]);
  expect(last(exportAngleCsv(angle.state()))).toEqual(['captured', both]);
  expect(last(exportTargetCsv(target.state()))).toEqual(['captured', dates[0], dates[1], dates[0]]);
  expect(featuresIn(exportMeasureGeoJson(measure.state()))[0]!.properties).toMatchObject({ captured: dates });
  expect(featuresIn(exportAngleGeoJson(angle.state()))[0]!.properties).toMatchObject({ captured: dates });
  expect(featuresIn(exportTargetGeoJson(target.state()))[1]!.properties).toMatchObject({ captured: dates[1] });
  expect(copyTargetText(target.state())).toContain('Textured, 2026-03-14');
  expect(copyAngleText(angle.state())).toContain('Textured, 2026-03-14, 2026-09-26');
  expect(copyMeasureText(measure.state(), 'metric')).toContain('Textured, 2026-03-14, 2026-09-26');
});
