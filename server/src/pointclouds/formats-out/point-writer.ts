import type { GpsTimes } from '@overlook/shared/point-files';
import type { PointGrid } from '../record.ts';

/** What a file of points says about them. */
export interface PointFileFacts {
  /** Of the records that are written. */
  readonly grid: PointGrid;
  /** What the coordinates mean: a name for people, and well-known text (WKT 1) where there is one. */
  readonly coordinateSystem: { readonly name: string; readonly wkt: string | null };
  readonly fields: { readonly color: boolean; readonly intensity: boolean; readonly returns: boolean };
  /** The records have colours of 8 bits, in the low bytes. */
  readonly isColor8Bit: boolean;
  /** Bits that the greatest intensity of the cloud needs, 0 to 16. */
  readonly intensityBits: number;
  /** What the times of the points count; null where they have none, or nobody knows. */
  readonly gpsTimes: GpsTimes | null;
  /** What the points are, for people. */
  readonly title: string;
}

/**
 * Writes points to a file as they come, in memory that does not grow with them. All calls block: a writer belongs in a worker thread.
 * The disk's errors (`ENOSPC`) are thrown as they are; `discard` is the caller's then.
 */
export interface PointWriter {
  /** Appends records of `RECORD_BYTES` each; the bytes are not kept. */
  write(records: Uint8Array, count: number): void;
  /** Writes what is known only at the end, makes the file safe against power loss and closes it. */
  finish(): { readonly points: number; readonly sizeBytes: number };
  /** Closes and removes the file. Safe to call twice, and after a failure. */
  discard(): void;
}

/** Opens a writer; a file that is there already is replaced. */
export type CreatePointWriter = (path: string, facts: PointFileFacts) => PointWriter;
