import { describe, expect, it } from 'vitest';
import { composeSheet } from './compose-sheet.ts';
import { fitsOnSheet, largestScale, smallestSheet } from './fit-sheet.ts';
import { stitchLines } from './stitch-lines.ts';
import { cutsAt, prism } from './testing/made-cuts.ts';
import { readDxf } from './testing/read-dxf.ts';
import { dxfLayerNames, writeDxf } from './write-dxf.ts';
import { writePdf } from './write-pdf.ts';
import { writeSvg } from './write-svg.ts';

const objects = [
  { name: 'Behälter <T-1>', lines: stitchLines(cutsAt(prism(4, 5 * Math.SQRT2, 2), 1).cuts) },
  { name: 'Tank 2', lines: stitchLines(cutsAt(prism(64, 3, 2, [20, -4]), 1).cuts) },
];
const sheet = composeSheet({
  sheet: 'A3',
  scale: 100,
  title: 'Plan – level 1.2 m',
  facts: [
    ['Site', 'Usine à Gaz'],
    ['Scale', '1 : 100'],
  ],
  objects,
  sizeM: [30, 12],
  isPlan: true,
});

describe('the DXF', () => {
  const dxf = writeDxf({
    objects,
    place: ([x, y]) => [271_500 + x, 6_115_300 + y],
    elevationM: 31.2,
    notes: ['Plan, units: metres'],
    textHeightM: 0.5,
  });

  it('has true coordinates, closed lines and a layer for each object', () => {
    const { version, comments, layers, polylines, texts } = readDxf(dxf);
    expect(version).toBe('AC1009');
    expect(comments[0]).toBe('Units: metres');
    expect(texts).toEqual(['Plan, units: metres']);
    expect(layers).toEqual(['OVERLOOK_NOTES', 'BEHALTER__T-1_', 'TANK_2']);
    const [box, tank] = polylines;
    expect(box).toMatchObject({ layer: 'BEHALTER__T-1_', isClosed: true });
    expect(box!.points.map(([x, y, z]) => `${x} ${y} ${z}`).toSorted()).toEqual([
      '271495 6115295 31.2',
      '271495 6115305 31.2',
      '271505 6115295 31.2',
      '271505 6115305 31.2',
    ]);
    for (const [x, y] of tank!.points) expect(Math.hypot(x - 271_520, y - 6_115_296)).toBeCloseTo(3, 3);
  });

  it('numbers names that R12 cannot tell apart', () => {
    const long = 'A'.repeat(40);
    const names = dxfLayerNames(['a b', 'A/B', `${long}1`, `${long}2`, '管', '0']);
    expect([...names.values()]).toEqual(['A_B', 'A_B_2', 'A'.repeat(31), `${'A'.repeat(29)}_2`, '_', '0_2']);
  });
});

describe('the sheet', () => {
  it('is as large as the paper, and true to scale in millimetres', () => {
    const svg = writeSvg(sheet);
    expect(svg).toContain('width="420mm" height="297mm" viewBox="0 0 420 297"');
    const [, way] = /<title>Behälter &lt;T-1&gt;<\/title><path d="M([^Z]+)Z"/.exec(svg)!;
    const points = way!.split('L').map((place) => place.split(' ').map(Number));
    const span = (axis: number) => Math.max(...points.map((p) => p[axis]!)) - Math.min(...points.map((p) => p[axis]!));
    expect([span(0), span(1)]).toEqual([100, 100]);
  });

  it('is a PDF with a table that names where its objects begin', () => {
    const pdf = writePdf(sheet);
    const table = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(pdf)![1]);
    const rows = pdf.slice(table).match(/^\d{10} 00000 n $/gm)!;
    expect(rows).toHaveLength(7);
    for (const [i, row] of rows.entries())
      expect(pdf.slice(Number(row.slice(0, 10))).startsWith(`${i + 1} 0 obj\n`)).toBe(true);
    expect(pdf).toContain('/MediaBox [0 0 1190.551 841.89]');
    const [, stated, content] = /<< \/Length (\d+) >>\nstream\n([^]*)\nendstream/.exec(pdf)!;
    expect(content).toHaveLength(Number(stated));
  });

  it('tells what fits', () => {
    expect(fitsOnSheet([30, 12], 100, 'A3')).toBe(true);
    expect(fitsOnSheet([30, 12], 50, 'A3')).toBe(false);
    expect(smallestSheet([82.4, 52], 200)).toBe('A2');
    expect(smallestSheet([300, 300], 1)).toBeNull();
    expect(largestScale([300, 200], 'A3')).toBe(1000);
    expect(largestScale([1e6, 1e6], 'A4')).toBeNull();
  });
});
