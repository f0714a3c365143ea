import { RECORD, RECORD_BYTES } from '../record.ts';

/** Records as typed arrays: a record is `INTS` of `ints` and `SHORTS` of `shorts`. Machines that this runs on are little-endian. */
export interface RecordViews {
  readonly bytes: Uint8Array;
  readonly ints: Int32Array;
  readonly shorts: Uint16Array;
}

export const INTS = RECORD_BYTES / 4;
export const SHORTS = RECORD_BYTES / 2;

/** Places of 16-bit fields in a record of `shorts`. */
export const SHORT = { intensity: RECORD.intensity / 2, red: RECORD.red / 2 } as const;

/** Views of the first `count` records, over a copy where they are not aligned. */
export function viewRecords(records: Uint8Array, count: number): RecordViews {
  const used = records.subarray(0, count * RECORD_BYTES);
  const bytes = used.byteOffset % 4 === 0 ? used : used.slice();
  const { buffer, byteOffset, length } = bytes;
  return {
    bytes,
    ints: new Int32Array(buffer, byteOffset, length / 4),
    shorts: new Uint16Array(buffer, byteOffset, length / 2),
  };
}
