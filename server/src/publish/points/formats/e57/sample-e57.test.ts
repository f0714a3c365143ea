import { describe, expect, it } from 'vitest';
import { hasSampleFile, sampleFile } from '../../../testing/sample-data.ts';
import { boundsOf, coordinatesOf, fieldsOf, readSource } from '../../testing/read-source.ts';
import { openE57 } from './open-e57.ts';

describe.runIf(hasSampleFile('pointclouds/e57'))('reading E57 of others', () => {
  const read = (name: string) => readSource(openE57, sampleFile(`pointclouds/e57/${name}.e57`), { name });
  const round = (values: readonly number[], digits: number) => values.map((value) => Number(value.toFixed(digits)));

  it('gives a scan of a pump with colours and intensities', async () => {
    const points = await read('pumpAVisualReferenceImage');
    expect(points.count).toBe(155_201);
    expect(points.facts).toMatchObject({
      points: 155_201,
      parts: 1,
      fields: { color: true, intensity: true },
      warnings: [],
    });
    expect(points.facts.grid.scale.map((scale) => scale.toFixed(9))).toEqual([
      '0.000001000',
      '0.000001000',
      '0.000001000',
    ]);
    expect(round(coordinatesOf(points, 0), 6)).toEqual([1.702286, -3.193588, -1.841843]);
    expect(fieldsOf(points, 0).color).toEqual([51, 65, 49]);
    // The file states bounds that are one unit wider than its points.
    const { min, max } = boundsOf(points);
    expect(round(min, 5)).toEqual(round([-2.903763, -5.301102, -1.899704], 5));
    expect(round(max, 5)).toEqual(round([1.721603, -0.792648, 1.843002], 5));
  });

  it('gives double coordinates to a tenth of a millimetre', async () => {
    const points = await read('bunnyDouble');
    expect(points.count).toBe(30_571);
    const { min, max } = boundsOf(points);
    for (const [axis, value] of [-0.094_689, 0.040_011, -0.061_873].entries())
      expect(Math.abs(min[axis]! - value)).toBeLessThan(0.000_051);
    for (const [axis, value] of [0.061_009, 0.187_321, 0.058_799].entries())
      expect(Math.abs(max[axis]! - value)).toBeLessThan(0.000_051);
  });

  it('gives single coordinates and colours', async () => {
    const points = await read('tinyCartesianFloatRgb');
    expect(points.count).toBe(2090);
    const { min, max } = boundsOf(points);
    expect(round(min, 3)).toEqual(round([-9.7795, 4.5139, 295.5247], 3));
    expect(round(max, 3)).toEqual(round([-6.7742, 7.5155, 298.5322], 3));
    expect(points.facts.fields).toMatchObject({ color: true, intensity: false });
  });

  it('leaves out what a spherical scan marks as invalid', async () => {
    const points = await read('tiny_spherical');
    expect([points.facts.points, points.count]).toEqual([360, 180]);
    for (let i = 0; i < points.count; i++) expect(Math.hypot(...coordinatesOf(points, i))).toBeLessThan(1.5);
  });

  it('gives all scans of a file', async () => {
    const points = await read('A_B');
    expect([points.count, points.facts.parts]).toEqual([6, 2]);
    const { min, max } = boundsOf(points);
    expect(round(min, 3)).toEqual([-44.952, -1.349, -0.608]);
    expect(round(max, 3)).toEqual([-42.639, 2.058, 0.667]);
    const source = await openE57(sampleFile('pointclouds/e57/A_B.e57'), 'A_B');
    const counts: number[] = [];
    await source.read(1, 2, (_, count) => void counts.push(count));
    await source.read(0, 1, (_, count) => void counts.push(count));
    expect(counts).toEqual([4, 2]);
    await source.close();
  });

  it('refuses a wrong checksum', async () => {
    await expect(read('bad-crc')).rejects.toThrow('bad-crc, page 0: Its checksum is wrong');
  });
});
