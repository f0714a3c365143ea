import { invertAffine, multiply } from '../maths/matrix.ts';
import type { ExportBox } from '../schemas/export.ts';
import type { CountGrid } from './count-grid.ts';
import { boxTest } from './export-box.ts';

/** Points that an export has. 95 of 100 boxes hold between `low` and `high`; measured in the test beside. */
export interface PointEstimate {
  readonly points: number;
  readonly low: number;
  readonly high: number;
}

/** Samples along a side of a cell that a face of the box cuts. */
const SAMPLES = 3;

/**
 * How many points of the cloud an export of `box` at `density` (one of the grid's, metres) has: cells inside count whole,
 * cells that a face cuts by the share of 3³ samples inside (points-facts §7). Throws `RangeError` for another density.
 */
export function estimatePoints(grid: CountGrid, box: ExportBox, density: number): PointEstimate {
  const column = grid.densities.indexOf(density);
  if (column === -1) throw new RangeError(`The cloud is not offered at ${density} m.`);
  const counts = grid.counts[column]!;
  const { ecefToBox, half } = boxTest(box);
  const m = multiply(ecefToBox, invertAffine(grid.ecefToCell));
  const grown = grownSide(grid, column);
  const [hx, hy, hz] = [half[0] + grown, half[1] + grown, half[2] + grown];
  // Half of a cell's extent along the box's axes.
  const [ex, ey, ez] = [extent(m, 0), extent(m, 1), extent(m, 2)];
  let [inside, held, levelHeld, levelLeft, doubt, doubtSquares] = [0, 0, 0, 0, 0, 0];
  for (let cell = 0; cell < counts.length; cell++) {
    const [cx, cy, cz] = [grid.x[cell]! + 0.5, grid.y[cell]! + 0.5, grid.z[cell]! + 0.5];
    const x = m[0]! * cx + m[4]! * cy + m[8]! * cz + m[12]!;
    const dx = Math.abs(x) - hx;
    if (dx > ex) continue;
    const y = m[1]! * cx + m[5]! * cy + m[9]! * cz + m[13]!;
    const dy = Math.abs(y) - hy;
    if (dy > ey) continue;
    const z = m[2]! * cx + m[6]! * cy + m[10]! * cz + m[14]!;
    const dz = Math.abs(z) - hz;
    if (dz > ez) continue;
    const count = counts[cell]!;
    if (dx <= -ex && dy <= -ey && dz <= -ez) {
      inside += count;
      continue;
    }
    const share = shareInside(m, x, y, z, hx, hy, hz);
    held += count * share;
    if (dz > -ez) {
      levelHeld += count * share;
      levelLeft += count * (1 - share);
      continue;
    }
    const unsure = count * Math.max(0.02, Math.min(share, 1 - share));
    doubt += unsure;
    doubtSquares += unsure * unsure;
  }
  const points = inside + held;
  const deviation = 3 * Math.sqrt(doubtSquares) + DOUBT_IN_COMMON * doubt + THINNING_ERROR * points;
  return {
    points: Math.round(points),
    low: Math.round(Math.max(0, points - levelHeld - deviation)),
    high: Math.round(points + levelLeft + deviation),
  };
}

/**
 * Cut cells of one face err alike where a surface lies along the face: this share of their doubt is added up, not averaged.
 * Floors lie along the bottom and the top of a box, and are in it or not: cells cut by those are in doubt as a whole.
 */
const DOUBT_IN_COMMON = 0.4;
/** Voxels that a face cuts are counted in the cell of their first point. */
const THINNING_ERROR = 0.005;

/**
 * Metres by which a thinned export reaches over each face: a voxel that a face cuts has a point in the export where any of
 * its points is inside, though the grid has it on one side. With n points a voxel that is (n − 1) / 2(n + 1) of its side.
 */
function grownSide({ densities, counts }: CountGrid, column: number): number {
  const total = (of: Uint32Array) => of.reduce((sum, count) => sum + count, 0);
  const pointsAVoxel = column === 0 ? 1 : total(counts[0]!) / Math.max(1, total(counts[column]!));
  return (densities[column]! * (pointsAVoxel - 1)) / (2 * (pointsAVoxel + 1));
}

const extent = (m: Float64Array, row: number): number =>
  (Math.abs(m[row]!) + Math.abs(m[4 + row]!) + Math.abs(m[8 + row]!)) / 2;

/** The share of 3³ samples of the cell around x, y, z (in the box's axes) that are in the box. */
function shareInside(m: Float64Array, x: number, y: number, z: number, hx: number, hy: number, hz: number): number {
  let held = 0;
  for (let k = 0; k < SAMPLES; k++) {
    const c = (k + 0.5) / SAMPLES - 0.5;
    for (let j = 0; j < SAMPLES; j++) {
      const b = (j + 0.5) / SAMPLES - 0.5;
      for (let i = 0; i < SAMPLES; i++) {
        const a = (i + 0.5) / SAMPLES - 0.5;
        if (
          Math.abs(x + a * m[0]! + b * m[4]! + c * m[8]!) <= hx &&
          Math.abs(y + a * m[1]! + b * m[5]! + c * m[9]!) <= hy &&
          Math.abs(z + a * m[2]! + b * m[6]! + c * m[10]!) <= hz
        )
          held++;
      }
    }
  }
  return held / SAMPLES ** 3;
}
