import { RECORD_BYTES } from '../../../pointclouds/record.ts';

/** Words of 32 bits in a record. */
export const RECORD_WORDS = RECORD_BYTES / 4;

/** Records as words of 32 bits: a view where their bytes are aligned, else a copy. */
export function wordsOf(records: Uint8Array, count: number): Int32Array {
  const bytes = count * RECORD_BYTES;
  const aligned = records.byteOffset % 4 === 0 ? records : records.slice(0, bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, bytes / 4);
}
