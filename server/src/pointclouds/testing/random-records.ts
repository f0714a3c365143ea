/** Records of points for tests, repeatable from a seed. */
import { RECORD, RECORD_BYTES } from '../record.ts';

export { randomFrom } from '@overlook/shared/maths/testing';

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
