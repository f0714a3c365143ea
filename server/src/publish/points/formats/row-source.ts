import {
  ColorRange,
  colorScale,
  IntensityRange,
  intensityScale,
  RecordBatch,
  scaled,
  type StopSignal,
  type ValueScale,
} from '@overlook/shared/point-files';
import { AXES } from '@overlook/shared/maths';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { ImportRefusedError } from '../../../errors/import-refused.ts';
import type { PointFormat, PointSource, RecordSink, ScanStation } from './point-source.ts';

/** Points of a file in its order, each as a row of numbers. */
export interface PointRows {
  /** Of the point that was read last. */
  readonly values: Float64Array;
  /** Reads the next point; false at the end. Throws `ImportRefusedError`. */
  next(): boolean;
  /** Of the point that was read last, as messages name it: “line 7”. */
  readonly place: string;
  /** The stations read so far; absent where the format has none. */
  readonly stations?: readonly ScanStation[];
}

/** The meaning of the numbers of a row; coordinates are the first three. */
export interface RowLayout {
  /** `scale` is null where the range of the whole file decides. */
  readonly intensity: { readonly column: number; readonly scale: ValueScale | null } | null;
  readonly color: { readonly columns: readonly [number, number, number]; readonly scale: ValueScale | null } | null;
  readonly classification: number | null;
}

export interface OpenFile {
  readonly fd: number;
  readonly name: string;
  readonly sizeBytes: number;
}

/** The facts that a reader of such a format finds when a file is opened. */
export interface RowFormat {
  readonly format: PointFormat;
  /** The stated number; null where the file has to be read to its end. */
  readonly points: number | null;
  readonly layout: RowLayout;
  readonly warnings: readonly string[];
  /** From the first point; called once for each time that the file is read. */
  openRows(): PointRows;
}

/** Of coordinates that are no integers in the file: a tenth of a millimetre where they are metres. */
const UNITS_PER_COORDINATE = 10_000;

/**
 * Opens a file whose points are rows of numbers. The grid has steps of 0.0001 and begins at the whole coordinates below the first
 * point. Throws `ImportRefusedError` for a file without points.
 */
export async function openRowSource(
  path: string,
  name: string,
  recognise: (file: OpenFile) => RowFormat,
): Promise<PointSource> {
  const fd = openSync(path, 'r');
  try {
    const format = recognise({ fd, name, sizeBytes: fstatSync(fd).size });
    const { layout, warnings, points } = format;
    const scale = 1 / UNITS_PER_COORDINATE;
    const offset = wholeBelow(startPoint(format.openRows(), name));
    let read: ReadRows = { leftOut: [], stations: [] };
    return {
      facts: {
        format: format.format,
        points,
        grid: { scale: [scale, scale, scale], offset },
        crs: null,
        fields: {
          color: layout.color !== null,
          intensity: layout.intensity !== null,
          classification: layout.classification !== null,
          returns: false,
          gpsTime: null,
        },
        warnings,
        parts: 1,
        isCheapToReread: false,
      },
      async read(from, to, sink, signal) {
        if (from === 0 && to > 0) read = await readRows(format, { name, offset }, sink, signal);
      },
      leftOut: () => read.leftOut,
      stations: () => read.stations,
      async close() {
        closeSync(fd);
      },
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

/** Units between the first point and most others beyond which the grid does not begin at the first. */
const STRAY_FROM = 100_000;
const STARTING_POINTS = 1000;

/** The first point, or where that is a stray the middle of the first ones. */
function startPoint(rows: PointRows, name: string): ArrayLike<number> {
  const points: Float64Array[] = [];
  while (points.length < STARTING_POINTS && rows.next()) if (isPoint(rows.values)) points.push(rows.values.slice(0, 3));
  const [first] = points;
  if (!first) throw new ImportRefusedError(name, '', 'has no points.');
  const middle = AXES.map(
    (axis) => points.map((point) => point[axis]!).toSorted((a, b) => a - b)[(points.length - 1) >> 1]!,
  );
  return middle.some((value, axis) => Math.abs(value - first[axis]!) > STRAY_FROM) ? middle : first;
}

const isPoint = (values: Float64Array): boolean =>
  Number.isFinite(values[0]!) && Number.isFinite(values[1]!) && Number.isFinite(values[2]!);

function wholeBelow(point: ArrayLike<number>): [number, number, number] {
  return [Math.floor(point[0]!), Math.floor(point[1]!), Math.floor(point[2]!)];
}

/** Rows that are left out, and the place and the coordinates of the first of them. */
class LeftOutRows {
  private count = 0;
  private first = '';

  add({ place, values }: PointRows): void {
    if (this.count++ === 0) this.first = `${place}, ${values[0]} ${values[1]} ${values[2]}`;
  }

  /** Whether more than a few of so many points are left out. */
  areMany(points: number): boolean {
    return this.count > FAR_SHARE * points;
  }

  texts(why: string): string[] {
    const { count, first } = this;
    if (count === 0) return [];
    return [`${count === 1 ? '1 point' : `${count} points`} left out, ${why}; the first: ${first}.`];
  }
}

/** A larger share of points that are far from the others is not a few strays. */
const FAR_SHARE = 0.01;
const FAR = 'more than 214,000 units away from the first ones';

interface ReadRows {
  readonly leftOut: readonly string[];
  readonly stations: readonly ScanStation[];
}

/** Reads all points. */
async function readRows(
  format: RowFormat,
  { name, offset }: { name: string; offset: readonly [number, number, number] },
  sink: RecordSink,
  signal: StopSignal | undefined,
): Promise<ReadRows> {
  const { intensity, color, classification } = format.layout;
  const scales = await scalesOf(format, signal);
  const rows = format.openRows();
  const { values } = rows;
  const [x0, y0, z0] = offset;
  const batch = new RecordBatch(sink);
  const ofIntensity = intensity?.column ?? 0;
  const [ofRed, ofGreen, ofBlue] = color?.columns ?? [0, 0, 0];
  const [bare, far] = [new LeftOutRows(), new LeftOutRows()];
  let points = 0;
  let farPlace = '';
  while (rows.next()) {
    points++;
    if (!isPoint(values)) {
      bare.add(rows);
      continue;
    }
    const x = Math.round((values[0]! - x0) * UNITS_PER_COORDINATE);
    const y = Math.round((values[1]! - y0) * UNITS_PER_COORDINATE);
    const z = Math.round((values[2]! - z0) * UNITS_PER_COORDINATE);
    if (x !== (x | 0) || y !== (y | 0) || z !== (z | 0)) {
      farPlace ||= rows.place;
      far.add(rows);
      continue;
    }
    batch.add(
      x,
      y,
      z,
      scales.intensity ? scaled(values[ofIntensity]!, scales.intensity) : 0,
      scales.color ? scaled(values[ofRed]!, scales.color) : 0,
      scales.color ? scaled(values[ofGreen]!, scales.color) : 0,
      scales.color ? scaled(values[ofBlue]!, scales.color) : 0,
    );
    if (classification !== null) batch.classify(classOf(values[classification]!));
    if (batch.isFull) {
      batch.flush();
      await pause(signal);
    }
  }
  batch.flush();
  if (far.areMany(points)) throw new ImportRefusedError(name, farPlace, `has a point ${FAR}.`);
  return {
    leftOut: [...bare.texts('whose coordinates are no numbers'), ...far.texts(FAR)],
    stations: rows.stations ?? [],
  };
}

/** A class is a byte; larger labels mean no class. */
const classOf = (value: number): number => (Number.isInteger(value) && value >= 0 && value <= 255 ? value : 0);

interface Scales {
  readonly intensity: ValueScale | null;
  readonly color: ValueScale | null;
}

/** The scales that the layout states; missing ones are found by reading the file again, as far as necessary. */
async function scalesOf(
  { layout: { intensity, color }, openRows }: RowFormat,
  signal: StopSignal | undefined,
): Promise<Scales> {
  const [ofIntensity, ofColor] = [new IntensityRange(), new ColorRange()];
  // The first rule of each scale, which further values do not change.
  const isIntensitySettled = () => !intensity || intensity.scale !== null || ofIntensity.isSigned;
  const isColorSettled = () => !color || color.scale !== null || !ofColor.isShares;
  if (!isIntensitySettled() || !isColorSettled()) {
    const rows = openRows();
    const columns = color?.columns ?? [];
    for (let points = 1; rows.next(); points++) {
      if (intensity) ofIntensity.add(rows.values[intensity.column]!);
      for (const column of columns) ofColor.add(rows.values[column]!);
      if (points % POINTS_BETWEEN_PAUSES !== 0) continue;
      if (isIntensitySettled() && isColorSettled()) break;
      await pause(signal);
    }
  }
  return {
    intensity: intensity && (intensity.scale ?? intensityScale(ofIntensity)),
    color: color && (color.scale ?? colorScale(ofColor)),
  };
}

const POINTS_BETWEEN_PAUSES = 65_536;

/** Lets other work run, and an abort arrive. Throws the signal's reason after an abort. */
async function pause(signal: StopSignal | undefined): Promise<void> {
  await setImmediate();
  signal?.throwIfAborted();
}
