import type { PointGrid } from '../points/index.ts';

/** The coordinate system that a file states. */
export type StatedCrs =
  | {
      readonly kind: 'epsg';
      readonly horizontal: number;
      readonly vertical: number | null;
      /** Left out where the file does not state it. */
      readonly metresPerHeightUnit?: number;
    }
  | { readonly kind: 'wkt'; readonly wkt: string };

export const POINT_FORMATS = ['las', 'laz', 'copc', 'e57', 'pts', 'ptx', 'ply'] as const;
export type PointFormat = (typeof POINT_FORMATS)[number];

/**
 * The kind of the GPS times of LAS: seconds of a week, or seconds since 6 January 1980 less 10^9 ("adjusted standard
 * GPS time").
 */
export const GPS_TIMES = ['week', 'adjusted'] as const;
export type GpsTimes = (typeof GPS_TIMES)[number];

export interface PointSourceFacts {
  readonly format: PointFormat;
  /** The file's stated number of points, checked against its size; null for text, which has to be read to its end. */
  readonly points: number | null;
  /** Of the records that `read` gives. For formats with floating point the reader chooses it, 0.1 mm. */
  readonly grid: PointGrid;
  /** Null where the file states none. */
  readonly crs: StatedCrs | null;
  readonly fields: {
    readonly color: boolean;
    readonly intensity: boolean;
    readonly classification: boolean;
    readonly returns: boolean;
    /** Null where the points have no times. */
    readonly gpsTime: GpsTimes | null;
  };
  /** Data of the file that is not read (extra bytes, near infrared), one sentence each. */
  readonly warnings: readonly string[];
  /** Parts that can be read independently, in file order. */
  readonly parts: number;
  /** Whether reading twice costs less than writing 36 bytes per point: true for LAS. */
  readonly isCheapToReread: boolean;
}

/** Where a scanner stood, in the coordinates of the file, and how many points it measured there. */
export interface ScanStation {
  readonly translation: readonly [number, number, number];
  readonly points: number;
}

/** An `AbortSignal`. */
export interface StopSignal {
  throwIfAborted(): void;
}

/** Takes a batch of records of `RECORD_BYTES` each. The bytes are valid only during the call. */
export type RecordSink = (records: Uint8Array, count: number) => void;

/**
 * A file with points that is open for reading, in a limited process. Every count is checked against the size of the
 * file before it is used. Throws `ImportRefusedError` with the file, the place in it and the reason.
 */
export interface PointSource {
  readonly facts: PointSourceFacts;
  /** Reads the parts `from` (inclusive) to `to` (exclusive) in file order. Points that the file marks as invalid are left out. */
  read(from: number, to: number, sink: RecordSink, signal?: StopSignal): Promise<void>;
  /** What the last reading of all parts has left out, one sentence each; absent where nothing ever is. */
  leftOut?(): readonly string[];
  /** The stations of the scanner that the last reading of all parts has met; absent where the format has none, or states them apart. */
  stations?(): readonly ScanStation[];
  close(): Promise<void>;
}
