/** Records of points for tests, repeatable from a seed. */
import { RECORD, RECORD_BYTES } from '../record.ts';

/** Numbers in [0, 1) from a seed (mulberry32, Tommy Ettinger, public domain). */
export function randomFrom(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Records with the positions that `place` gives, integers, and with other fields of any value. */
export function recordsAt(
  count: number,
  place: (point: number) => readonly number[],
  random: () => number,
): Uint8Array {
  const records = new Uint8Array(count * RECORD_BYTES);
  const view = new DataView(records.buffer);
  for (let point = 0; point < count; point++) {
    const at = point * RECORD_BYTES;
    for (let byte = RECORD.intensity; byte < RECORD_BYTES; byte++) records[at + byte] = random() * 256;
    const [x, y, z] = place(point);
    view.setInt32(at + RECORD.x, x!, true);
    view.setInt32(at + RECORD.y, y!, true);
    view.setInt32(at + RECORD.z, z!, true);
    view.setFloat64(at + RECORD.gpsTime, 3e8 + point * 1e-5, true);
  }
  return records;
}
