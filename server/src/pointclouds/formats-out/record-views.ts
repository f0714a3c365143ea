import { RECORD, RECORD_BYTES, recordWords } from '../record.ts';

/**
 * Records as typed arrays: a record is `RECORD_WORDS` of `ints` and `SHORTS` of `shorts`. All supported machines are
 * little-endian.
 */
export interface RecordViews {
  readonly bytes: Uint8Array;
  readonly ints: Int32Array;
  readonly shorts: Uint16Array;
}

export const SHORTS = RECORD_BYTES / 2;

/** Places of 16-bit fields in a record of `shorts`. */
export const SHORT = { intensity: RECORD.intensity / 2, red: RECORD.red / 2 } as const;

/** Views of the first `count` records, over a copy where they are not aligned. */
export function viewRecords(records: Uint8Array, count: number): RecordViews {
  const ints = recordWords(records, count);
  const { buffer, byteOffset, byteLength } = ints;
  return {
    bytes: new Uint8Array(buffer, byteOffset, byteLength),
    ints,
    shorts: new Uint16Array(buffer, byteOffset, byteLength / 2),
  };
}

/** Scales colours of 8 bits to 16 bits in place, in the high byte, as LAS requires. */
export function widenColors(shorts: Uint16Array): void {
  for (let at = SHORT.red; at < shorts.length; at += SHORTS)
    for (let i = 0; i < 3; i++) shorts[at + i] = shorts[at + i]! << 8;
}
