import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import type { LasHeader } from './las-header.ts';

/** A variable length record of a LAS file, plain or extended. */
export interface LasVlr {
  readonly userId: string;
  readonly recordId: number;
  readonly data: FileBytes;
}

const HEADER_LEAST = 227;
const VLR_BYTES = 54;
const EVLR_BYTES = 60;
/** A file with more records, or with a longer record of a known kind, is damaged. */
const MOST_RECORDS = 10_000;
const LONGEST_BYTES = 4 * 1024 * 1024;

/** Records that readers know: coordinate systems, extra bytes, LASzip, COPC. All others are skipped. */
const isKnown = (userId: string, recordId: number): boolean =>
  (userId === 'LASF_Projection' && [2112, 34735, 34736, 34737].includes(recordId)) ||
  (userId === 'LASF_Spec' && recordId === 4) ||
  (userId === 'laszip encoded' && recordId === 22204) ||
  (userId === 'copc' && recordId === 1);

/** The records of a file, and sentences about those that could not be read. */
export interface LasVlrs {
  readonly vlrs: readonly LasVlr[];
  readonly warnings: readonly string[];
}

/**
 * The first record of each kind that readers know, those after the points last. Records are read up to the points, or to
 * the end of the file, whatever number or length of them the file states: a warning says so. Throws
 * `ImportRefusedError` for absurd numbers.
 */
export async function readLasVlrs(file: PointFile, header: LasHeader): Promise<LasVlrs> {
  if (header.vlrs > MOST_RECORDS || header.evlrs > MOST_RECORDS)
    throw file.refusal('header', `It claims ${Math.max(header.vlrs, header.evlrs)} variable length records.`);
  const vlrs: LasVlr[] = [];
  const plain = {
    name: 'variable length records',
    at: header.headerBytes,
    end: header.pointsAt,
    before: 'points',
    count: header.vlrs,
  };
  const extended = {
    name: 'extended variable length records',
    at: header.evlrsAt,
    end: file.sizeBytes,
    before: 'end of the file',
    count: header.evlrs,
  };
  const warnings = [
    ...(await readRecords(file, plain, VLR_BYTES, vlrs)),
    ...(await readRecords(file, extended, EVLR_BYTES, vlrs)),
  ];
  return { vlrs, warnings };
}

interface RecordRun {
  readonly name: string;
  readonly at: number;
  readonly end: number;
  /** What is there. */
  readonly before: string;
  readonly count: number;
}

/** Appends the known records of a run to `found`. Returns a sentence where the run ends before its count. */
async function readRecords(
  file: PointFile,
  { name, at: from, end, before, count }: RecordRun,
  headBytes: number,
  found: LasVlr[],
): Promise<string[]> {
  let at = from;
  for (let i = 0; i < count; i++) {
    const place = `${name}, ${i + 1} of ${count}`;
    const cutShort = [
      `The header states ${count} ${name}, but there is room for ${i === 0 ? 'none' : `only ${i}`} before the ${before}.`,
    ];
    if (!(at >= HEADER_LEAST && at + headBytes <= end)) return cutShort;
    const head = await file.read(at, headBytes, place);
    const userId = head.toString('latin1', 2, 18).split('\0', 1)[0]!;
    const recordId = head.readUInt16LE(18);
    const length = headBytes === EVLR_BYTES ? Number(head.readBigUInt64LE(20)) : head.readUInt16LE(20);
    const isWhole = at + headBytes + length <= end;
    if (isKnown(userId, recordId) && vlrData(found, userId, recordId) === undefined) {
      // What is there of the last one may be whole: its length alone may be wrong.
      const bytes = isWhole ? length : end - at - headBytes;
      if (bytes > LONGEST_BYTES) throw file.refusal(place, `It is ${bytes} bytes long.`);
      found.push({ userId, recordId, data: await file.read(at + headBytes, bytes, place) });
    }
    if (!isWhole) return cutShort;
    at += headBytes + length;
  }
  return [];
}

/** The data of the record of this kind, or undefined. */
export const vlrData = (vlrs: readonly LasVlr[], userId: string, recordId: number): FileBytes | undefined =>
  vlrs.find((vlr) => vlr.userId === userId && vlr.recordId === recordId)?.data;
