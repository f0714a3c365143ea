import { beforeAll, describe, expect, it } from 'vitest';
import { RAD_PER_DEG } from '../maths/index.ts';
import { isInsideBox } from '../maths/testing/index.ts';
import { llaFromEcef, enuFrame, ecefFromLla } from '../maths/geodesy.ts';
import { multiply, toMat4, transformPoint, type Mat4 } from '../maths/matrix.ts';
import type { Vec3 } from '../maths/vector.ts';
import type { ExportBox } from '../schemas/export.ts';
import { type CountGrid, decodeCountGrid, encodeCountGrid } from './count-grid.ts';
import { estimatePoints } from './estimate-points.ts';
import { randomFrom } from '../maths/testing/index.ts';
import { estimateSize } from './estimate-size.ts';

/** A plant of 60 × 45 × 12 m in its own ENU frame: ground, tanks, walls and pipes, scanned from stations. */
const SITE = enuFrame({ longitude: 151.2, latitude: -33.8, height: 30 });
const CELL_M = 0.5;
const COUNT = 250_000;
const BOXES = 40;

function plantPoint(random: () => number): Vec3 {
  const [a, b, kind] = [random(), random(), random()];
  if (kind < 0.4) {
    // Denser around a station.
    const [radius, turn] = [30 * a * a, b * 2 * Math.PI];
    return [30 + radius * Math.cos(turn), 22 + 0.7 * radius * Math.sin(turn), 1 + 0.002 * random()];
  }
  const item = Math.floor(random() * 12);
  if (kind < 0.6) {
    const turn = a * 2 * Math.PI;
    return [8 + 15 * (item % 4) + 3 * Math.cos(turn), 8 + 14 * Math.floor(item / 4) + 3 * Math.sin(turn), 1 + 8 * b];
  }
  if (kind < 0.8) return [60 * a, 3 * item + 5 + 0.15 * Math.cos(40 * b), 4 + 0.4 * item + 0.15 * Math.sin(40 * b)];
  return item % 2 === 0 ? [5 * item, 45 * a, 1 + 10 * b] : [60 * a, 4 * item, 1 + 10 * b];
}

const positions = new Float64Array(3 * COUNT);
const thinning = [0.02, 0.1];
let grid: CountGrid;

/** Whether a point is the first of its voxel, for each density, in order. */
function firstsOf(density: number, chosen: (point: number) => boolean): boolean[] {
  const seen = new Set<number>();
  return Array.from({ length: COUNT }, (_, point) => {
    if (!chosen(point)) return false;
    const [x, y, z] = [0, 1, 2].map((axis) => Math.floor(positions[3 * point + axis]! / density));
    const key = x! + 4096 * (y! + 4096 * z!);
    return !seen.has(key) && seen.add(key) !== undefined;
  });
}

beforeAll(() => {
  const random = randomFrom(3);
  for (let point = 0; point < COUNT; point++) positions.set(plantPoint(random), 3 * point);
  const firsts = [
    Array.from({ length: COUNT }, () => true),
    ...thinning.map((density) => firstsOf(density, () => true)),
  ];
  const cells = new Map<number, number[]>();
  for (let point = 0; point < COUNT; point++) {
    const [x, y, z] = [0, 1, 2].map((axis) => Math.floor(positions[3 * point + axis]! / CELL_M));
    const key = x! + 1024 * (y! + 1024 * z!);
    const counts = cells.get(key) ?? cells.set(key, [0, 0, 0]).get(key)!;
    for (const [at, first] of firsts.entries()) if (first[point]) counts[at]!++;
  }
  const keys = [...cells.keys()].sort((a, b) => a - b);
  const toCells: Mat4 = [1 / CELL_M, 0, 0, 0, 0, 1 / CELL_M, 0, 0, 0, 0, 1 / CELL_M, 0, 0, 0, 0, 1];
  grid = decodeCountGrid(
    encodeCountGrid({
      ecefToCell: multiply(toCells, SITE.enuFromEcef),
      cellM: CELL_M,
      densities: [0.001, ...thinning],
      x: Uint16Array.from(keys, (key) => key % 1024),
      y: Uint16Array.from(keys, (key) => Math.floor(key / 1024) % 1024),
      z: Uint16Array.from(keys, (key) => Math.floor(key / 1024 ** 2)),
      counts: [0, 1, 2].map((at) => Uint32Array.from(keys, (key) => cells.get(key)![at]!)),
    }),
  );
});

function randomBox(random: () => number, shortest: number, longest: number): ExportBox {
  const around = Math.floor(random() * COUNT) * 3;
  const [centerX, centerY, centerZ] = transformPoint(SITE.ecefFromEnu, [
    positions[around]! + random(),
    positions[around + 1]! + random(),
    positions[around + 2]! + random(),
  ]);
  const side = () => shortest * (longest / shortest) ** random();
  return { centerX, centerY, centerZ, sizeX: side(), sizeY: side(), sizeZ: side(), degrees: random() * 360 };
}

/** Points inside, by `isInsideBox` in the frame at the box's centre. */
function inside(box: ExportBox): (point: number) => boolean {
  const { enuFromEcef } = enuFrame(llaFromEcef([box.centerX, box.centerY, box.centerZ]));
  const toBox = multiply(enuFromEcef, SITE.ecefFromEnu);
  const size: Vec3 = [box.sizeX, box.sizeY, box.sizeZ];
  const reach = Math.hypot(...size);
  const upright = { centerEnu: [0, 0, 0] as Vec3, size, headingRad: box.degrees * RAD_PER_DEG };
  return (point) => {
    const own = transformPoint(toBox, [positions[3 * point]!, positions[3 * point + 1]!, positions[3 * point + 2]!]);
    return Math.abs(own[0]) < reach && Math.abs(own[1]) < reach && isInsideBox(upright, own);
  };
}

interface Errors {
  readonly median: number;
  readonly worst: number;
  readonly within: number;
}

/**
 * For boxes with points: the error of the estimate, its 95th percentile, and the share of boxes between low and high.
 */
function errorsOf(shortest: number, longest: number, column: number, seed: number): Errors {
  const random = randomFrom(seed);
  const errors: number[] = [];
  let within = 0;
  while (errors.length < BOXES) {
    const box = randomBox(random, shortest, longest);
    const isInside = inside(box);
    let truth = 0;
    if (column === 0) for (let point = 0; point < COUNT; point++) truth += isInside(point) ? 1 : 0;
    else truth = firstsOf(grid.densities[column]!, isInside).filter(Boolean).length;
    if (truth < 200) continue;
    const { points, low, high } = estimatePoints(grid, box, grid.densities[column]!);
    errors.push(Math.abs(points - truth) / truth);
    if (low <= truth && truth <= high) within++;
  }
  errors.sort((a, b) => a - b);
  return { median: errors[BOXES / 2]!, worst: errors[0.95 * BOXES]!, within: within / errors.length };
}

describe('the estimate of points in a box', () => {
  it.each([
    ['small', 1, 4, 0.08, 0.5],
    ['middling', 4, 15, 0.015, 0.2],
    ['large', 15, 60, 0.004, 0.05],
  ])('is near what %s boxes hold', (_, shortest, longest, median, worst) => {
    const errors = errorsOf(shortest, longest, 0, 11);
    expect(errors.median).toBeLessThan(median);
    expect(errors.worst).toBeLessThan(worst);
    expect(errors.within).toBeGreaterThanOrEqual(0.95);
  });

  it.each([1, 2])('is near what a thinned export holds (%i)', (column) => {
    const errors = errorsOf(4, 24, column, 12);
    expect(errors.median).toBeLessThan(0.02);
    expect(errors.worst).toBeLessThan(0.2);
    expect(errors.within).toBeGreaterThanOrEqual(0.95);
  });

  it('is exact where a box holds everything or nothing', () => {
    const [centerX, centerY, centerZ] = transformPoint(SITE.ecefFromEnu, [30, 20, 5]);
    const all = { centerX, centerY, centerZ, sizeX: 200, sizeY: 200, sizeZ: 100, degrees: 77 };
    expect(estimatePoints(grid, all, 0.001)).toMatchObject({ points: COUNT });
    const [x, y, z] = ecefFromLla({ longitude: 9, latitude: 48, height: 0 });
    const away = { ...all, centerX: x, centerY: y, centerZ: z };
    expect(estimatePoints(grid, away, 0.02)).toEqual({ points: 0, low: 0, high: 0 });
  });

  it('reaches over the faces by half a voxel where a thinned export has one point of many', () => {
    const cell: CountGrid = {
      ecefToCell: toMat4(SITE.enuFromEcef),
      cellM: 1,
      densities: [0.001, 0.5],
      x: Uint16Array.of(0),
      y: Uint16Array.of(0),
      z: Uint16Array.of(0),
      counts: [Uint32Array.of(5400), Uint32Array.of(8)],
    };
    const [centerX, centerY, centerZ] = transformPoint(SITE.ecefFromEnu, [0.5, 0.5, 0.5]);
    // Of the 27 samples of the cell only the middle one is in the box; all are less than half a voxel outside.
    const box = { centerX, centerY, centerZ, sizeX: 0.6, sizeY: 0.6, sizeZ: 0.6, degrees: 0 };
    expect(estimatePoints(cell, box, 0.001).points).toBe(200);
    expect(estimatePoints(cell, box, 0.5).points).toBe(8);
  });

  it('knows only the densities of the cloud', () => {
    const box = { centerX: 1, centerY: 0, centerZ: 0, sizeX: 1, sizeY: 1, sizeZ: 1, degrees: 0 };
    expect(() => estimatePoints(grid, box, 0.03)).toThrow('The cloud is not offered at 0.03 m.');
  });

  it('reads a few cells of each row outside the box, and each cell inside once, of as many as a grid may have', () => {
    const side = 161;
    const cells = side ** 3;
    const reads = { x: 0, count: 0 };
    const counted = <T extends Uint16Array | Uint32Array>(numbers: T, kind: keyof typeof reads): T =>
      new Proxy(numbers, {
        get: (_, key) => {
          reads[kind]++;
          return numbers[Number(key)];
        },
      });
    const many = {
      ...grid,
      x: Uint16Array.from({ length: cells }, (_, cell) => cell % side),
      y: Uint16Array.from({ length: cells }, (_, cell) => Math.floor(cell / side) % side),
      z: Uint16Array.from({ length: cells }, (_, cell) => Math.floor(cell / side ** 2)),
      counts: grid.counts.map(() => new Uint32Array(cells).fill(40)),
    };
    const [centerX, centerY, centerZ] = transformPoint(SITE.ecefFromEnu, [40, 40, 40]);
    const box = { centerX, centerY, centerZ, sizeX: 50, sizeY: 45, sizeZ: 61.4, degrees: 31 };
    const { points } = estimatePoints(many, box, 0.02);
    // Tables of the grid, which are made once, read every cell.
    const { x, counts } = many;
    many.x = counted(x, 'x');
    many.counts = counts.map((one) => counted(one, 'count'));
    expect(estimatePoints(many, box, 0.02).points).toBe(points);
    const rows = side ** 2;
    const cellsInBox = points / 40;
    expect(reads.count).toBeLessThan(1.2 * cellsInBox);
    // Two searches for the ends of the box in a row and two for those of the cells inside, by halves.
    expect(reads.x).toBeLessThan(4 * rows * Math.ceil(Math.log2(side)) + 0.2 * cellsInBox);
  });

  it('gives the size of a file by format', () => {
    expect([estimateSize('LAS', 1000), estimateSize('E57', 1000), estimateSize('PTS', 1000)]).toEqual([
      36_000, 17_000, 45_000,
    ]);
  });
});
