import type { PointGrid } from '../../points/index.ts';
import type { PointFile } from '../point-file.ts';
import type { RecordSink, StopSignal } from '../point-source.ts';
import { RecordBatch } from '../record-batch.ts';
import { scaled, type ValueScale } from '../value-scale.ts';
import type { E57Pages } from './e57-pages.ts';
import { type FirstPoint, type LaidScan, mapToGrid } from './scan-grid.ts';
import { BLOCK_RECORDS, blocksOf, type RecordBlock } from './scan-records.ts';
import { colorScale, intensityScale } from './scan-scales.ts';

/** Without a pose of its own a scan maps to coordinates of the file by this grid. */
const METRES: PointGrid = { scale: [1, 1, 1], offset: [0, 0, 0] };

/** The first valid point of the scans, or null where none has one. Throws the refusals of `file`. */
export async function firstPointOf(
  file: PointFile,
  pages: E57Pages,
  scans: readonly LaidScan[],
): Promise<FirstPoint | null> {
  for (const laid of scans) {
    const { layout } = laid;
    const map = mapToGrid(laid, METRES);
    for await (const { columns, count } of blocksOf(file, pages, laid.scan, layout)) {
      const [x, y, z] = layout.coordinates.map((index) => columns[index]!) as [
        Float64Array,
        Float64Array,
        Float64Array,
      ];
      const invalid = layout.isInvalid === null ? null : columns[layout.isInvalid]!;
      for (let i = 0; i < count; i++) {
        const stored: [number, number, number] = [x[i]!, y[i]!, z[i]!];
        const point = [0, 4, 8].map((row) => mapped(map, row, ...stored)) as [number, number, number];
        if ((invalid?.[i] ?? 0) === 0 && point.every(Number.isFinite)) return { stored, point };
      }
    }
  }
  return null;
}

const mapped = (map: Float64Array, row: number, x: number, y: number, z: number): number =>
  map[row]! * x + map[row + 1]! * y + map[row + 2]! * z + map[row + 3]!;

/** Reads the valid points of a scan. Throws the refusals of `file`, and the signal's reason. */
export async function readScan(
  file: PointFile,
  pages: E57Pages,
  laid: LaidScan,
  { grid, is16Bit }: { readonly grid: PointGrid; readonly is16Bit: boolean },
  sink: RecordSink,
  signal: StopSignal | undefined,
): Promise<void> {
  const batch = new RecordBatch(sink);
  const add = blockAdder(file, laid, grid, is16Bit, batch);
  for await (const block of blocksOf(file, pages, laid.scan, laid.layout)) {
    signal?.throwIfAborted();
    add(block);
  }
  batch.flush();
}

/**
 * Turns the columns of a block into records, with one loop for each column: values are changed in place, because a
 * value that is chosen among several in one large loop would be boxed for each point.
 */
function blockAdder(
  file: PointFile,
  laid: LaidScan,
  grid: PointGrid,
  is16Bit: boolean,
  batch: RecordBatch,
): (block: RecordBlock) => void {
  const { layout, scan } = laid;
  const map = mapToGrid(laid, grid);
  const values = valuesOf(laid, is16Bit);
  return ({ columns, count }) => {
    const column = (index: number | null | undefined): Float64Array => columns[index ?? -1] ?? NOTHING;
    const [xs, ys, zs] = [column(layout.coordinates[0]), column(layout.coordinates[1]), column(layout.coordinates[2])];
    dropInvalid(xs, column(layout.isInvalid), count);
    placeIn(map, xs, ys, zs, count);
    for (const { field, scale, isInvalid } of values) {
      const into = column(field);
      dropInvalid(into, column(isInvalid), count);
      for (let i = 0; i < count; i++) into[i] = scaled(into[i]!, scale);
    }
    const [intensities, reds] = [column(layout.intensity), column(layout.color?.[0])];
    const [greens, blues] = [column(layout.color?.[1]), column(layout.color?.[2])];
    for (let i = 0; i < count; i++) {
      const x = xs[i]!;
      const y = ys[i]!;
      const z = zs[i]!;
      if (x === (x | 0) && y === (y | 0) && z === (z | 0)) {
        batch.add(x, y, z, intensities[i]!, reds[i]!, greens[i]!, blues[i]!);
        if (batch.isFull) batch.flush();
      } else if (Number.isFinite(x + y + z)) {
        throw file.refusal(scan.name, 'It has a point that is more than 214 km away from the first one.');
      }
    }
  };
}

/** A column for a field that a scan does not have. */
const NOTHING: Float64Array = new Float64Array(BLOCK_RECORDS);

/** Makes NaN of values that the file marks as invalid. */
function dropInvalid(values: Float64Array, isInvalid: Float64Array, count: number): void {
  if (isInvalid === NOTHING) return;
  for (let i = 0; i < count; i++) if (isInvalid[i] !== 0) values[i] = NaN;
}

/** Integers of the grid in place of coordinates. */
function placeIn(map: Float64Array, xs: Float64Array, ys: Float64Array, zs: Float64Array, count: number): void {
  const [a0, a1, a2, a3] = [map[0]!, map[1]!, map[2]!, map[3]!];
  const [b0, b1, b2, b3] = [map[4]!, map[5]!, map[6]!, map[7]!];
  const [c0, c1, c2, c3] = [map[8]!, map[9]!, map[10]!, map[11]!];
  for (let i = 0; i < count; i++) {
    const x = xs[i]!;
    const y = ys[i]!;
    const z = zs[i]!;
    xs[i] = Math.round(a0 * x + a1 * y + a2 * z + a3);
    ys[i] = Math.round(b0 * x + b1 * y + b2 * z + b3);
    zs[i] = Math.round(c0 * x + c1 * y + c2 * z + c3);
  }
}

/** Fields that are converted to 16 bits. */
interface ScaledValues {
  readonly field: number;
  readonly scale: ValueScale;
  readonly isInvalid: number | null;
}

function valuesOf({ scan, layout }: LaidScan, is16Bit: boolean): ScaledValues[] {
  const { intensity, isIntensityInvalid, color, isColorInvalid } = layout;
  const colors = (color ?? []).map((field) => ({
    field,
    scale: colorScale(scan, scan.fields[field]!, is16Bit),
    isInvalid: isColorInvalid,
  }));
  if (intensity === null) return colors;
  const scale = intensityScale(scan, scan.fields[intensity]!);
  return [{ field: intensity, scale, isInvalid: isIntensityInvalid }, ...colors];
}
