/** The points of a node as columns, between the coded blob of a store and records of 36 bytes. */
import { RECORD_WORDS } from '../record.ts';
import type { StoreColumn } from './store-index.ts';

/**
 * Most points of a node, so that no row of an index makes a reader allocate without bound. More points in one
 * cell of the last level are several nodes with the same cell.
 */
export const NODE_POINTS_MOST = 4_000_000;

/** Bytes a point of each column, before compression. */
export const COLUMN_BYTES: Readonly<Record<StoreColumn, number>> = {
  xyz: 12,
  intensity: 2,
  returns: 1,
  flags: 1,
  classification: 1,
  userData: 1,
  scanAngle: 2,
  sourceId: 2,
  gpsTime: 8,
  rgb: 6,
};

export const bytesAPoint = (columns: readonly StoreColumn[]): number =>
  columns.reduce((bytes, column) => bytes + COLUMN_BYTES[column], 0);

/**
 * Columns of one node. The arrays are longer than `count`, and their content beyond it is undefined; columns that the
 * store lacks are 0. X, Y, Z are integers of the cloud's grid.
 */
export interface NodeColumns {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  readonly intensity: Uint16Array;
  readonly returns: Uint8Array;
  readonly flags: Uint8Array;
  readonly classification: Uint8Array;
  readonly userData: Uint8Array;
  readonly scanAngle: Int16Array;
  readonly sourceId: Uint16Array;
  readonly gpsTime: Float64Array;
  /** The same memory as `gpsTime`, low word first: a copy through doubles may change the bits of a NaN. */
  readonly gpsTimeBits: Uint32Array;
  readonly red: Uint16Array;
  readonly green: Uint16Array;
  readonly blue: Uint16Array;
}

/** Columns with room for `capacity` points, all 0. */
export function createNodeColumns(capacity: number): NodeColumns {
  const gpsTime = new Float64Array(capacity);
  return {
    count: 0,
    x: new Int32Array(capacity),
    y: new Int32Array(capacity),
    z: new Int32Array(capacity),
    intensity: new Uint16Array(capacity),
    returns: new Uint8Array(capacity),
    flags: new Uint8Array(capacity),
    classification: new Uint8Array(capacity),
    userData: new Uint8Array(capacity),
    scanAngle: new Int16Array(capacity),
    sourceId: new Uint16Array(capacity),
    gpsTime,
    gpsTimeBits: new Uint32Array(gpsTime.buffer),
    red: new Uint16Array(capacity),
    green: new Uint16Array(capacity),
    blue: new Uint16Array(capacity),
  };
}

/**
 * Writes the point at `from` of the columns as the record at `to` of `words`, which views records as words of 32 bits,
 * little-endian.
 */
export function packRecord(columns: NodeColumns, from: number, words: Int32Array, to: number): void {
  const at = to * RECORD_WORDS;
  const gpsLow = columns.gpsTimeBits[2 * from]!;
  const gpsHigh = columns.gpsTimeBits[2 * from + 1]!;
  words[at] = columns.x[from]!;
  words[at + 1] = columns.y[from]!;
  words[at + 2] = columns.z[from]!;
  words[at + 3] = columns.intensity[from]! | (columns.returns[from]! << 16) | (columns.flags[from]! << 24);
  words[at + 4] = columns.classification[from]! | (columns.userData[from]! << 8) | (columns.scanAngle[from]! << 16);
  words[at + 5] = columns.sourceId[from]! | (gpsLow << 16);
  words[at + 6] = (gpsLow >>> 16) | (gpsHigh << 16);
  words[at + 7] = (gpsHigh >>> 16) | (columns.red[from]! << 16);
  words[at + 8] = columns.green[from]! | (columns.blue[from]! << 16);
}
