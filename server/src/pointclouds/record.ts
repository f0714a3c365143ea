import { type PointGrid, RECORD_BYTES } from '@overlook/shared/points';

export { type PointGrid, RECORD, RECORD_BYTES } from '@overlook/shared/points';

/** Words of 32 bits in a record. */
export const RECORD_WORDS = RECORD_BYTES / 4;

/** The first `count` records as words of 32 bits: a view where their bytes are aligned, else one of a copy. */
export function recordWords(records: Uint8Array, count: number): Int32Array {
  const bytes = count * RECORD_BYTES;
  const aligned = records.byteOffset % 4 === 0 ? records : records.slice(0, bytes);
  return new Int32Array(aligned.buffer, aligned.byteOffset, bytes / 4);
}

/** Coordinates of the cloud, units of its system, of integers in its grid. */
export const coordinatesOf = (
  { scale, offset }: PointGrid,
  integers: readonly [number, number, number],
): [number, number, number] => [
  integers[0] * scale[0] + offset[0],
  integers[1] * scale[1] + offset[1],
  integers[2] * scale[2] + offset[2],
];
