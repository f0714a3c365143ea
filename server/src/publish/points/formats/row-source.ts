import {
  ColorRange,
  colorScale,
  intensityScale,
  RecordBatch,
  scaled,
  type StopSignal,
  type ValueScale,
  ValueRange,
} from '@overlook/shared/point-files';
import { closeSync, fstatSync, openSync } from 'node:fs';
import { ImportRefusedError } from '../../import-refused.ts';
import type { PointFormat, PointSource, RecordSink } from './point-source.ts';
import { pause } from './pause.ts';

/** Points of a file in its order, each as a row of numbers. */
export interface PointRows {
  /** Of the point that was read last. */
  readonly values: Float64Array;
  /** Reads the next point; false at the end. Throws `ImportRefusedError`. */
  next(): boolean;
  /** At the point that was read last. */
  refuse(reason: string): never;
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
    const offset = wholeBelow(firstPoint(format.openRows(), name));
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
        if (from === 0 && to > 0) await readRows(format, offset, sink, signal);
      },
      async close() {
        closeSync(fd);
      },
    };
  } catch (error) {
    closeSync(fd);
    throw error;
  }
}

function firstPoint(rows: PointRows, name: string): Float64Array {
  while (rows.next()) if (isPoint(rows.values)) return rows.values;
  throw new ImportRefusedError(name, '', 'has no points.');
}

const isPoint = (values: Float64Array): boolean =>
  Number.isFinite(values[0]!) && Number.isFinite(values[1]!) && Number.isFinite(values[2]!);

function wholeBelow(point: Float64Array): [number, number, number] {
  return [Math.floor(point[0]!), Math.floor(point[1]!), Math.floor(point[2]!)];
}

async function readRows(
  format: RowFormat,
  offset: readonly [number, number, number],
  sink: RecordSink,
  signal: StopSignal | undefined,
): Promise<void> {
  const { intensity, color, classification } = format.layout;
  const scales = await scalesOf(format, signal);
  const rows = format.openRows();
  const { values } = rows;
  const [x0, y0, z0] = offset;
  const batch = new RecordBatch(sink);
  const ofIntensity = intensity?.column ?? 0;
  const [ofRed, ofGreen, ofBlue] = color?.columns ?? [0, 0, 0];
  while (rows.next()) {
    if (!isPoint(values)) continue;
    const x = Math.round((values[0]! - x0) * UNITS_PER_COORDINATE);
    const y = Math.round((values[1]! - y0) * UNITS_PER_COORDINATE);
    const z = Math.round((values[2]! - z0) * UNITS_PER_COORDINATE);
    if (x !== (x | 0) || y !== (y | 0) || z !== (z | 0))
      rows.refuse('has a point more than 214,000 units away from the first one of the file.');
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
  const [ofIntensity, ofColor] = [new ValueRange(), new ColorRange()];
  // The first rule of each scale, which further values do not change.
  const isIntensitySettled = () => !intensity || intensity.scale !== null || ofIntensity.least < 0;
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
