import type { FileBytes } from '../file-bytes.ts';
import type { PointGrid } from '../../points/index.ts';
import type { PointFile } from '../point-file.ts';
import type { GpsTimes } from '../point-source.ts';
import { type LasRecordFormat, lasRecordFormat } from './las-record-format.ts';

/** The checked public header block of a LAS or LAZ file (ASPRS LAS 1.0 to 1.4). */
export interface LasHeader {
  readonly versionMinor: number;
  readonly format: LasRecordFormat;
  /** The points are compressed by LASzip. */
  readonly isCompressed: boolean;
  /** Bytes of a point when it is not compressed: those of its format, then the extra bytes. */
  readonly recordBytes: number;
  readonly points: number;
  readonly grid: PointGrid;
  /** The kind of the GPS times, where the format has times. */
  readonly gpsTimes: GpsTimes;
  /** The coordinate system is stated as WKT. */
  readonly isWkt: boolean;
  readonly headerBytes: number;
  readonly vlrs: number;
  /** Where the points begin. */
  readonly pointsAt: number;
  readonly evlrsAt: number;
  readonly evlrs: number;
}

const HEADER_BYTES = { upTo12: 227, upTo13: 235, upTo14: 375 } as const;
const OLDEST_WITH_64_BITS = 4;
const GLOBAL_ENCODING_WKT = 1 << 4;
/** Reserved before LAS 1.2. */
const OLDEST_WITH_GPS_TIMES = 2;
const GLOBAL_ENCODING_ADJUSTED_TIMES = 1 << 0;
const COMPRESSED = 0x80;
/** The older LASzip marked files by this bit, too. */
const COMPRESSED_ALIKE = 0x40;
/** A grid within these limits can hold any place on earth; larger coordinates mean a damaged file. */
const LARGEST_COORDINATE = 1e12;

const isLas = (start: FileBytes): boolean => start.length >= 4 && start.toString('latin1', 0, 4) === 'LASF';

/** Reads the header. The bounds that it states are not read, as many files state wrong ones. Throws `ImportRefusedError`. */
export async function readLasHeader(file: PointFile): Promise<LasHeader> {
  const refuse = (reason: string) => file.refusal('header', reason);
  const header = await file.read(0, HEADER_BYTES.upTo12, 'header');
  if (!isLas(header)) throw refuse('It is no LAS file: it does not begin with “LASF”.');
  const [major, versionMinor] = [header[24]!, header[25]!];
  if (major !== 1 || versionMinor > 4)
    throw refuse(`It is LAS ${major}.${versionMinor}; versions 1.0 to 1.4 can be read.`);
  const headerBytes = header.readUInt16LE(94);
  const leastBytes = [227, 227, 227, 235, 375][versionMinor]!;
  if (headerBytes < leastBytes)
    throw refuse(`It is ${headerBytes} bytes long; LAS 1.${versionMinor} has ${leastBytes}.`);
  const recordBytes = header.readUInt16LE(105);
  const format = formatOf(header[104]!, recordBytes, refuse);
  const pointsAt = header.readUInt32LE(96);
  if (pointsAt < headerBytes) throw refuse(`The points begin at byte ${pointsAt}, inside the header.`);
  file.within(pointsAt, 0, 'header, where the points begin');
  const encoding = header.readUInt16LE(6);
  const isAdjusted = versionMinor >= OLDEST_WITH_GPS_TIMES && (encoding & GLOBAL_ENCODING_ADJUSTED_TIMES) !== 0;
  const long = versionMinor >= OLDEST_WITH_64_BITS ? await file.read(0, HEADER_BYTES.upTo14, 'header') : null;
  return {
    versionMinor,
    format,
    isCompressed: (header[104]! & COMPRESSED) !== 0,
    recordBytes,
    points: pointCount(header.readUInt32LE(107), long, refuse),
    grid: gridOf(header, refuse),
    gpsTimes: isAdjusted ? 'adjusted' : 'week',
    isWkt: versionMinor >= OLDEST_WITH_64_BITS && (encoding & GLOBAL_ENCODING_WKT) !== 0,
    headerBytes,
    vlrs: header.readUInt32LE(100),
    pointsAt,
    evlrsAt: long === null ? 0 : safe(long.readBigUInt64LE(235)),
    evlrs: long === null ? 0 : long.readUInt32LE(243),
  };
}

type Refuse = (reason: string) => Error;

function formatOf(byte: number, recordBytes: number, refuse: Refuse): LasRecordFormat {
  const id = byte & ~(COMPRESSED | COMPRESSED_ALIKE);
  const format = lasRecordFormat(id);
  if (format === undefined || (byte & COMPRESSED_ALIKE) !== 0)
    throw refuse(`Point data record format ${byte & ~COMPRESSED} is unknown; 0 to 10 can be read.`);
  if (recordBytes < format.bytes)
    throw refuse(`Its points are ${recordBytes} bytes long; those of format ${id} have at least ${format.bytes}.`);
  return format;
}

/** Some writers of LAS 1.4 fill in the old field of 32 bits only. */
function pointCount(legacy: number, long: FileBytes | null, refuse: Refuse): number {
  const points = long === null ? legacy : safe(long.readBigUInt64LE(247)) || legacy;
  if (!Number.isSafeInteger(points)) throw refuse('It claims more points than any file can have.');
  return points;
}

/** Beyond 2^53 the exact number does not matter: it is larger than any file. */
const safe = (value: bigint): number => Number(value);

function gridOf(header: FileBytes, refuse: Refuse): PointGrid {
  const [scale, offset] = [triple(header, 131), triple(header, 155)];
  for (const [axis, name] of ['X', 'Y', 'Z'].entries()) {
    const [step, start] = [scale[axis]!, offset[axis]!];
    if (!(Number.isFinite(step) && step > 0)) throw refuse(`The scale of ${name} is ${step}; it must be above 0.`);
    if (!Number.isFinite(start)) throw refuse(`The offset of ${name} is ${start}.`);
    if (!(step * 2 ** 31 + Math.abs(start) < LARGEST_COORDINATE))
      throw refuse(`The scale ${step} and the offset ${start} of ${name} give coordinates that are nowhere on earth.`);
  }
  return { scale, offset };
}

function triple(header: FileBytes, at: number): [number, number, number] {
  // Adding 0 turns a negative 0, which some writers store, into 0.
  return [header.readDoubleLE(at) + 0, header.readDoubleLE(at + 8) + 0, header.readDoubleLE(at + 16) + 0];
}
