import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import type { LasHeader } from './las-header.ts';

/** A variable length record of a LAS file, plain or extended. */
export interface LasVlr {
  readonly userId: string;
  readonly recordId: number;
  readonly data: FileBytes;
}

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

/** The first record of each kind that readers know, those after the points last. Throws `ImportRefusedError`. */
export async function readLasVlrs(file: PointFile, header: LasHeader): Promise<LasVlr[]> {
  if (header.vlrs > MOST_RECORDS || header.evlrs > MOST_RECORDS)
    throw file.refusal('header', `It claims ${Math.max(header.vlrs, header.evlrs)} variable length records.`);
  const found: LasVlr[] = [];
  let at = header.headerBytes;
  for (let i = 0; i < header.vlrs; i++) {
    const place = `variable length record ${i + 1} of ${header.vlrs}`;
    if (at + VLR_BYTES > header.pointsAt) throw file.refusal(place, 'It reaches into the points.');
    const length = await oneRecord(file, at, false, place, found);
    at += VLR_BYTES + length;
    if (at > header.pointsAt) throw file.refusal(place, 'It reaches into the points.');
  }
  at = header.evlrsAt;
  for (let i = 0; i < header.evlrs; i++) {
    const place = `extended variable length record ${i + 1} of ${header.evlrs}`;
    at += EVLR_BYTES + (await oneRecord(file, at, true, place, found));
  }
  return found;
}

/** Reads the record at `at` and returns the length of its data. */
async function oneRecord(
  file: PointFile,
  at: number,
  isExtended: boolean,
  place: string,
  found: LasVlr[],
): Promise<number> {
  const headBytes = isExtended ? EVLR_BYTES : VLR_BYTES;
  const head = await file.read(at, headBytes, place);
  const userId = head.toString('latin1', 2, 18).split('\0', 1)[0]!;
  const recordId = head.readUInt16LE(18);
  const length = isExtended ? Number(head.readBigUInt64LE(20)) : head.readUInt16LE(20);
  file.within(at + headBytes, length, place);
  if (isKnown(userId, recordId) && vlrData(found, userId, recordId) === undefined) {
    if (length > LONGEST_BYTES) throw file.refusal(place, `It is ${length} bytes long.`);
    found.push({ userId, recordId, data: await file.read(at + headBytes, length, place) });
  }
  return length;
}

/** The data of the record of this kind, or undefined. */
export const vlrData = (vlrs: readonly LasVlr[], userId: string, recordId: number): FileBytes | undefined =>
  vlrs.find((vlr) => vlr.userId === userId && vlr.recordId === recordId)?.data;
