import type { PointFile } from '../point-file.ts';
import type { StatedCrs } from '../point-source.ts';
import { lasCrs } from './las-crs.ts';
import { readLasHeader } from './las-header.ts';
import { readLasVlrs } from './las-vlrs.ts';

type Triple = readonly [x: number, y: number, z: number];

/** What a LAS or LAZ file states of itself, read without a point. */
export interface LasSummary {
  readonly points: number;
  readonly crs: StatedCrs | null;
  /** The stated bounds in the coordinates of the file; null where they are none. Some writers state wrong ones. */
  readonly bounds: { readonly least: Triple; readonly most: Triple } | null;
  /** When the file was made; null where it does not say. */
  readonly made: Date | null;
}

const MADE_AT = 90;
const BOUNDS_AT = 179;
const HEAD_BYTES = 227;
const EARLIEST_YEAR = 1990;
const DAYS_MOST = 366;

/** Reads header and records of a LAS or LAZ file. Throws the refusals of `file`. */
export async function lasSummary(file: PointFile): Promise<LasSummary> {
  const header = await readLasHeader(file);
  const { vlrs } = await readLasVlrs(file, header);
  const head = await file.read(0, HEAD_BYTES, 'header');
  const pair = (axis: number): readonly [least: number, most: number] => {
    const at = BOUNDS_AT + 16 * axis;
    return [head.readDoubleLE(at + 8), head.readDoubleLE(at)];
  };
  const [x, y, z] = [pair(0), pair(1), pair(2)];
  const areBounds = [x, y, z].every(
    ([least, most]) => Number.isFinite(least) && Number.isFinite(most) && least <= most,
  );
  return {
    points: header.points,
    crs: lasCrs(vlrs, header.isWkt).crs,
    bounds: areBounds ? { least: [x[0], y[0], z[0]], most: [x[1], y[1], z[1]] } : null,
    made: madeOn(head.readUInt16LE(MADE_AT + 2), head.readUInt16LE(MADE_AT)),
  };
}

function madeOn(year: number, day: number): Date | null {
  if (year < EARLIEST_YEAR || day < 1 || day > DAYS_MOST) return null;
  return new Date(year, 0, day);
}
