import { type Axis, AXES } from '../../maths/vector.ts';
import type { PointGrid } from '../../points/index.ts';
import type { E57Field } from './e57-fields.ts';
import type { E57Scan } from './e57-scans.ts';
import type { ScanLayout } from './scan-layout.ts';

/** A scan and how it is read. */
export interface LaidScan {
  readonly scan: E57Scan;
  readonly layout: ScanLayout;
}

/** The first valid point of a file: as stored, and in coordinates of the file. */
export interface FirstPoint {
  readonly stored: readonly [number, number, number];
  readonly point: readonly [number, number, number];
}

/** The step for coordinates that are not integers of one grid: 0.1 mm. */
const FALLBACK_SCALE = 1 / 10_000;
const TWO_32 = 2 ** 32;
const TWO_31 = 2 ** 31;
const NEARLY = 1e-6;

/**
 * The grid of all scans: that of their integers where all have the same grid and none is rotated, so that every
 * coordinate stays exact; otherwise steps of 0.1 mm that begin at the whole metres below the first point.
 */
export function gridOf(scans: readonly LaidScan[], { stored, point }: FirstPoint): PointGrid {
  const [x, y, z] = scans.length === 0 ? [] : AXES.map((axis) => exactAxis(scans, axis, stored[axis]));
  if (x && y && z) return { scale: [x.scale, y.scale, z.scale], offset: [x.offset, y.offset, z.offset] };
  return {
    scale: [FALLBACK_SCALE, FALLBACK_SCALE, FALLBACK_SCALE],
    offset: [Math.floor(point[0]), Math.floor(point[1]), Math.floor(point[2])],
  };
}

function exactAxis(
  scans: readonly LaidScan[],
  axis: Axis,
  firstStored: number,
): { scale: number; offset: number } | null {
  const field = ({ scan, layout }: LaidScan): E57Field => scan.fields[layout.coordinates[axis]]!;
  const offsetOf = (laid: LaidScan): number => field(laid).offset + (laid.scan.pose?.translation[axis] ?? 0);
  const { scale } = field(scans[0]!);
  const offset = offsetOf(scans[0]!);
  let [least, greatest] = [Infinity, -Infinity];
  for (const laid of scans) {
    const { kind, scale: other, range } = field(laid);
    const steps = (offsetOf(laid) - offset) / scale;
    const isTurned = laid.scan.pose !== null && !isIdentity(laid.scan.pose.rotation);
    if (laid.layout.isSpherical || isTurned || kind !== 'integer' || other !== scale || !isWhole(steps)) return null;
    least = Math.min(least, (range?.min ?? -Infinity) + steps);
    greatest = Math.max(greatest, (range?.max ?? Infinity) + steps);
  }
  if (scale <= 0) return null;
  // The integers of a record have 32 bits; the ranges that the scans state may fit them.
  if (least >= -TWO_31 && greatest < TWO_31) return { scale, offset };
  if (greatest - least < TWO_32) return { scale, offset: offset + Math.round(least + TWO_31) * scale };
  return scale >= FALLBACK_SCALE ? { scale, offset: offset + firstStored * scale } : null;
}

const isWhole = (value: number): boolean => Math.abs(value - Math.round(value)) < NEARLY;
const isIdentity = (rotation: readonly number[]): boolean =>
  rotation.every((value, i) => Math.abs(value - (i % 4 === 0 ? 1 : 0)) < 1e-12);

/**
 * The affine map of a scan, three rows of four numbers: from the values of its blocks (integers before their scale, or
 * metres) to integers of the grid, not rounded.
 */
export function mapToGrid({ scan, layout }: LaidScan, grid: PointGrid): Float64Array {
  const rotation = scan.pose?.rotation ?? [1, 0, 0, 0, 1, 0, 0, 0, 1];
  const translation = scan.pose?.translation ?? [0, 0, 0];
  const map = new Float64Array(12);
  for (const row of AXES) {
    let constant = translation[row] - grid.offset[row];
    for (const column of AXES) {
      const { scale, offset } = scan.fields[layout.coordinates[column]]!;
      const turned = rotation[row * 3 + column]!;
      map[row * 4 + column] = (turned * (layout.isSpherical ? 1 : scale)) / grid.scale[row];
      constant += layout.isSpherical ? 0 : turned * offset;
    }
    map[row * 4 + 3] = constant / grid.scale[row];
  }
  return map;
}
