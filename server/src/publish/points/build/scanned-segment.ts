import type { ScanStation } from '../formats/point-source.ts';
import type { Triple } from './cloud-cube.ts';

/** Points that have a colour other than 0, and those with a channel above 255. */
export interface ColorCounts {
  readonly colored: number;
  readonly deep: number;
}

/** A box of integers of the grid. */
export interface GridBox {
  readonly minimum: Triple;
  readonly maximum: Triple;
}

/** Points that are left out: how many, and the first of them. */
export interface FarPoints {
  readonly count: number;
  readonly first: Triple;
}

/**
 * Records that follow each other: parts `from` (inclusive) to `to` (exclusive) of a file, or a file of plain records.
 */
export type RecordSegment = (
  | { readonly kind: 'source'; readonly file: number; readonly from: number; readonly to: number; points: number }
  | { readonly kind: 'raw'; readonly path: string; readonly points: number }
) & {
  /** Channels above 255 are made 255, and with "widened" all are then made ones of 16 bits. */
  readonly colors?: 'clamped' | 'widened';
  /** Points outside of it are left out. */
  readonly within?: GridBox;
};

/** The facts about a segment of a source. */
export interface ScannedSegment {
  /** The input of later steps: the segment itself, or files of its records. */
  readonly segments: readonly RecordSegment[];
  readonly points: number;
  readonly minimum: Triple;
  readonly maximum: Triple;
  /** For each word of a record, the bits that are set in any. */
  readonly bits: Uint32Array;
  readonly colors: ColorCounts;
  /** Flat x, y, z of some of the points, integers of the grid. */
  readonly sample: Int32Array;
  /** Of some of the points. */
  readonly intensities: Uint16Array;
  /** Of some of the points. */
  readonly classes: Uint8Array;
  /** Points outside of the grid, or of the box that the segment has; null where there are none. */
  readonly far: FarPoints | null;
  /** What reading has left out, one sentence each. */
  readonly leftOut: readonly string[];
  /** Where the scanner of the points stood, in the coordinates of the file. */
  readonly stations: readonly ScanStation[];
}
