import type { GpsTimes } from '@overlook/shared/point-files';
import type { PointGrid } from '../record.ts';

/** The facts about points that a file states. */
export interface PointFileFacts {
  /** Of the records that are written. */
  readonly grid: PointGrid;
  /** The coordinate system: a name for people, and well-known text (WKT 1) where there is one. */
  readonly coordinateSystem: { readonly name: string; readonly wkt: string | null };
  readonly fields: { readonly color: boolean; readonly intensity: boolean; readonly returns: boolean };
  /** The records have colours of 8 bits, in the low bytes. */
  readonly isColor8Bit: boolean;
  /** Bits that the greatest intensity of the cloud needs, 0 to 16. */
  readonly intensityBits: number;
  /** The kind of the GPS times; null where there are none, or it is not known. */
  readonly gpsTimes: GpsTimes | null;
  /** A description of the points, for people. */
  readonly title: string;
}

/**
 * Writes points to a file in constant memory. All calls block, so a writer belongs in a worker thread. Errors of the
 * disk (`ENOSPC`) are thrown unchanged; the caller then calls `discard`.
 */
export interface PointWriter {
  /** Appends records of `RECORD_BYTES` each; the bytes are not kept. */
  write(records: Uint8Array, count: number): void;
  /** Writes the facts that are known only at the end, makes the file safe against power loss and closes it. */
  finish(): { readonly points: number; readonly sizeBytes: number };
  /** Closes and removes the file. Safe to call twice, and after a failure. */
  discard(): void;
}

/** Opens a writer; an existing file is replaced. */
export type CreatePointWriter = (path: string, facts: PointFileFacts) => PointWriter;
