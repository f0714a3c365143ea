import { describe, expect, it } from 'vitest';
import type { Vec3 } from '../maths/index.ts';
import { PlaneCut } from './cut-triangles.ts';
import type { Drawing, DrawnObject } from './drawing.ts';
import { fitsSheet, scaleThatFits, sheetThatFits } from './sheet.ts';
import { type DrawnLine, stitchLines } from './stitch-lines.ts';
import { writeDxf } from './write-dxf.ts';
import { writeSvg } from './write-svg.ts';

/** The triangles of a box whose sides are parallel to the axes, each side split into `parts` strips. */
function box([x0, y0, z0]: Vec3, [x1, y1, z1]: Vec3, parts = 1): [Vec3, Vec3, Vec3][] {
  const triangles: [Vec3, Vec3, Vec3][] = [];
  const quad = (a: Vec3, b: Vec3, c: Vec3, d: Vec3) => void triangles.push([a, b, c], [a, c, d]);
  const between = (from: number, to: number, i: number) => from + ((to - from) * i) / parts;
  for (let i = 0; i < parts; i++) {
    const [u, v] = [between(x0, x1, i), between(x0, x1, i + 1)];
    for (const y of [y0, y1]) quad([u, y, z0], [v, y, z0], [v, y, z1], [u, y, z1]);
    for (const z of [z0, z1]) quad([u, y0, z], [v, y0, z], [v, y1, z], [u, y1, z]);
  }
  for (const x of [x0, x1]) quad([x, y0, z0], [x, y1, z0], [x, y1, z1], [x, y0, z1]);
  return triangles;
}

function tube(sides: number, radius: number, length: number): [Vec3, Vec3, Vec3][] {
  const corner = (i: number, z: number): Vec3 => {
    const angle = (2 * Math.PI * i) / sides;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z];
  };
  return Array.from({ length: sides }, (_, i) => [i, i + 1] as const).flatMap(([i, j]): [Vec3, Vec3, Vec3][] => [
    [corner(i, -length), corner(j, -length), corner(j, length)],
    [corner(i, -length), corner(j, length), corner(i, length)],
  ]);
}

function cut(triangles: readonly (readonly [Vec3, Vec3, Vec3])[]): DrawnLine[] {
  const plane = new PlaneCut();
  for (const [a, b, c] of triangles) plane.add(1, a, b, c);
  return stitchLines(plane.segments.get(1) ?? []);
}
const lengthOf = ({ points, isClosed }: DrawnLine): number => {
  const whole = isClosed ? [...points, points[0]!, points[1]!] : points;
  let sum = 0;
  for (let at = 2; at < whole.length; at += 2)
    sum += Math.hypot(whole[at]! - whole[at - 2]!, whole[at + 1]! - whole[at - 1]!);
  return sum;
};

describe('the cut of a plane', () => {
  it('through a box is one closed line with four corners, however it is split', () => {
    const lines = cut(box([-2, -1, -3], [2, 1, 5], 7));
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({ isClosed: true });
    expect(lines[0]!.points).toHaveLength(8);
    expect(lengthOf(lines[0]!)).toBeCloseTo(12, 9);
  });

  it('through a tube is a closed polygon with its corners on the circle', () => {
    const [ring, ...others] = cut(tube(48, 1.5, 4));
    expect(others).toEqual([]);
    expect(ring!.points).toHaveLength(96);
    for (let at = 0; at < 96; at += 2) expect(Math.hypot(ring!.points[at]!, ring!.points[at + 1]!)).toBeCloseTo(1.5, 9);
  });

  it('in which a face lies has its outline once', () => {
    const lines = cut(box([0, 0, 0], [3, 2, 4]));
    expect(lines).toHaveLength(1);
    expect(lengthOf(lines[0]!)).toBeCloseTo(10, 3);
    expect(cut(box([0, 0, -4], [3, 2, 0]))).toEqual([]);
  });

  it('through a surface that is not closed stays open, in one piece', () => {
    const half = tube(48, 1, 1).slice(0, 48);
    const lines = cut(half);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.isClosed).toBe(false);
    expect(lengthOf(lines[0]!)).toBeCloseTo(48 * Math.sin(Math.PI / 48), 6);
  });

  it('through faces with two sides is drawn once', () => {
    const sides = box([-2, -1, -3], [2, 1, 5]);
    const lines = cut([...sides, ...sides.map(([a, b, c]): [Vec3, Vec3, Vec3] => [c, b, a])]);
    expect(lines).toHaveLength(1);
    expect(lengthOf(lines[0]!)).toBeCloseTo(12, 9);
  });

  it('through nothing is nothing', () => {
    expect(cut(box([0, 0, 1], [1, 1, 2]))).toEqual([]);
  });
});

describe('sheets', () => {
  it('have the scale and the paper on which a drawing fits', () => {
    expect(sheetThatFits(80, 50, 200)).toBe('A2');
    expect(fitsSheet('A3', 70, 40, 200)).toBe(true);
    expect(fitsSheet('A4', 70, 40, 200)).toBe(false);
    expect(scaleThatFits('A4', 70, 40)).toBe(500);
    // A site of 2 km at 1 : 1.
    expect(sheetThatFits(2000, 2000, 1)).toBeNull();
    expect(scaleThatFits('A4', 1e8, 1e8)).toBeNull();
  });
});

const OBJECTS: DrawnObject[] = [
  { name: 'Tank T-101 (Süd)', pen: 'cut', lines: cut(tube(48, 1.5, 4)) },
  { name: 'Wall', pen: 'cut', lines: cut(box([-2, -1, -3], [2, 1, 5])) },
];
const TITLE = { title: 'Ridgeway (Gas) Plant – Plan', facts: ['Scale 1 : 50', 'Captured 14 March 2026'] };
const DRAWING: Drawing = {
  objects: OBJECTS,
  widthM: 6,
  heightM: 4,
  sheet: 'A3',
  scale: 50,
  title: TITLE,
  northDeg: 30,
  bar: { metres: 2, text: '2 m' },
};
const [EAST, NORTH] = [271_446.76, 6_115_349.7];
const dxf = () =>
  writeDxf({ objects: OBJECTS, title: TITLE, toFile: (x, y) => [EAST + x, NORTH + y], frame: 'WGS 84 / UTM 54S' });

/** Reads DXF strictly: pairs of lines, sections that end, polylines with vertices. */
function readDxf(text: string): { layer: string; isClosed: boolean; points: [number, number][] }[] {
  const rows = text.split('\r\n');
  expect(rows.pop()).toBe('');
  expect(rows.length % 2).toBe(0);
  const pairs = Array.from({ length: rows.length / 2 }, (_, i) => [Number(rows[2 * i]), rows[2 * i + 1]!] as const);
  expect(pairs.at(-1)).toEqual([0, 'EOF']);
  const lines: { layer: string; isClosed: boolean; points: [number, number][] }[] = [];
  let [entity, depth] = ['', 0];
  for (const [code, value] of pairs) {
    if (code === 0) {
      entity = value;
      depth += value === 'SECTION' ? 1 : value === 'ENDSEC' ? -1 : 0;
      if (value === 'POLYLINE') lines.push({ layer: '', isClosed: false, points: [] });
      if (value === 'VERTEX') lines.at(-1)!.points.push([NaN, NaN]);
    }
    const line = lines.at(-1);
    if (entity === 'POLYLINE' && code === 8) line!.layer = value;
    if (entity === 'POLYLINE' && code === 70) line!.isClosed = value === '1';
    if (entity === 'VERTEX' && (code === 10 || code === 20)) line!.points.at(-1)![code === 10 ? 0 : 1] = Number(value);
  }
  expect(depth).toBe(0);
  return lines;
}

describe('files', () => {
  it('DXF has each line on the layer of its object, at its place to a tenth of a millimetre', () => {
    const lines = readDxf(dxf());
    expect(lines.map(({ layer, isClosed }) => [layer, isClosed])).toEqual([
      ['TANK_T-101_SUD', true],
      ['WALL', true],
    ]);
    for (const [x, y] of lines[0]!.points) expect(Math.hypot(x - EAST, y - NORTH)).toBeCloseTo(1.5, 3);
  });

  it('SVG is true to scale, with a group for each object', () => {
    const svg = writeSvg(DRAWING);
    expect(svg).toContain('width="420mm" height="297mm" viewBox="0 0 420 297"');
    expect(svg).toContain('<g data-object="Tank T-101 (Süd)">');
    const [, path] = /data-object="Wall"><path d="([^"]+)"/.exec(svg)!;
    const xs = [...path!.matchAll(/[ML]([\d.]+) /g)].map(([, x]) => Number(x));
    // 4 m at 1 : 50.
    expect(Math.max(...xs) - Math.min(...xs)).toBeCloseTo(80, 2);
  });
});
