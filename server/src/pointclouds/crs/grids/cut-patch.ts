import type { GridPatch } from '../index.ts';
import type { Raster } from './raster.ts';

/** How far a patch reaches from its place where the grid does, degrees: 55 km to the north, as much to the east at 48 degrees. */
const REACH_DEG = [0.75, 0.5] as const;
/** The same in nodes, for the finest grids. */
const REACH_NODES = 100;
/** Places on the border of a grid are within, whatever rounding made of them; steps. */
const ROUNDING = 1e-4;
/** Digits that are kept: 0.1 mm of heights, and less of shifts. */
const DIGITS = { geoid: 1e4, datum: 1e10 } as const;

/** Where a place is in a grid, in steps from its south-western node; null outside. */
function stepsOf(raster: Raster, longitude: number, latitude: number): [x: number, y: number] | null {
  const { westDeg, southDeg, stepDeg, columns, rows } = raster;
  const tolerance = ROUNDING * stepDeg[0];
  const east = ((((longitude - westDeg + tolerance) % 360) + 360) % 360) - tolerance;
  const [x, y] = [east / stepDeg[0], (latitude - southDeg) / stepDeg[1]];
  const last = isAround(raster) ? columns : columns - 1;
  const isIn = x <= last + ROUNDING && y >= -ROUNDING && y <= rows - 1 + ROUNDING;
  return isIn ? [Math.max(x, 0), Math.min(Math.max(y, 0), rows - 1)] : null;
}

/** Its last column is one step before its first. */
const isAround = ({ stepDeg, columns }: Raster): boolean => columns * stepDeg[0] > 360 - ROUNDING * stepDeg[0];

/** Cuts the surroundings of a place out of a grid; null where it has no value there. */
export function cutPatch(
  raster: Raster,
  [longitude, latitude]: readonly [number, number],
  kind: 'geoid' | 'datum',
): Omit<GridPatch, 'name' | 'file'> | null {
  const steps = stepsOf(raster, longitude, latitude);
  if (!steps) return null;
  const { stepDeg, westDeg, southDeg } = raster;
  const around = isAround(raster);
  const [column, row] = steps.map(Math.floor) as [number, number];
  const range = (axis: 0 | 1, at: number, last: number): [number, number] => {
    const reach = Math.min(REACH_NODES, Math.max(1, Math.ceil(REACH_DEG[axis] / stepDeg[axis])));
    const isOpen = axis === 0 && around;
    return isOpen ? [at - reach, at + 1 + reach] : [Math.max(0, at - reach), Math.min(last, at + 1 + reach)];
  };
  const [west, east] = range(0, column, raster.columns - 1);
  const [south, north] = range(1, row, raster.rows - 1);
  const [columns, rows] = [east - west + 1, north - south + 1];
  const bands = Array.from({ length: kind === 'geoid' ? 1 : 2 }, (_, band) =>
    Array.from({ length: columns * rows }, (_node, i) => {
      const from = west + (i % columns);
      const own = around ? ((from % raster.columns) + raster.columns) % raster.columns : from;
      return Math.round(raster.node(own, south + Math.floor(i / columns), band) * DIGITS[kind]) / DIGITS[kind];
    }),
  );
  const corner = Math.min(row - south, rows - 2) * columns + Math.min(column - west, columns - 2);
  if (bands.some((nodes) => !hasCell(nodes, columns, corner))) return null;
  for (const nodes of bands) fillGaps(nodes, columns);
  const place = { westDeg: westDeg + west * stepDeg[0], southDeg: southDeg + south * stepDeg[1] };
  return { ...place, stepDeg, columns, rows, bands };
}

/** Any of the four nodes around the place has a value, as PROJ asks for. */
const hasCell = (nodes: readonly number[], columns: number, at: number): boolean =>
  [at, at + 1, at + columns, at + columns + 1].some((node) => Number.isFinite(nodes[node]));

/** Nodes without a value, at sea and beyond a border, get the mean of their neighbours, so that nothing far from the place stops an import. */
function fillGaps(nodes: number[], columns: number): void {
  let gaps = nodes.flatMap((value, i) => (Number.isFinite(value) ? [] : [i]));
  while (gaps.length > 0) {
    const filled = gaps.flatMap((i) => {
      const x = i % columns;
      const near = [x > 0 ? i - 1 : -1, x < columns - 1 ? i + 1 : -1, i - columns, i + columns];
      const known = near.map((at) => nodes[at]).filter((value) => value !== undefined && Number.isFinite(value));
      return known.length === 0 ? [] : [[i, known.reduce<number>((sum, value) => sum + value!, 0) / known.length]];
    });
    for (const [i, value] of filled) nodes[i!] = value!;
    gaps = gaps.filter((i) => !Number.isFinite(nodes[i]));
  }
}
