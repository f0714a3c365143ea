import { RECORD, RECORD_BYTES } from '../../points/index.ts';
import type { LasRecordFormat } from './las-record-format.ts';

/** Turns `count` records of a file, `stride` bytes each from `from` on, into records of `RECORD_BYTES` from the start of `to`. */
export type Repack = (from: DataView, to: DataView, count: number, stride: number) => void;

/** The scan angle of formats 0 to 5 is in degrees, that of a record in units of 0.006 degrees. */
const ANGLE_UNITS_PER_DEGREE = 1 / 0.006;

/** Units of 0.006 degrees for a signed byte in degrees; the index is the stored byte. */
const ANGLES = Int16Array.from({ length: 256 }, (_, byte) => Math.round(((byte << 24) >> 24) * ANGLE_UNITS_PER_DEGREE));

/** The loop for a format. Fields that the format does not have are 0. */
export function repackerOf(format: LasRecordFormat): Repack {
  return format.isLegacy ? repackLegacy(format) : repackExtended(format);
}

/** Whether the file's records have exactly our layout, so that they need no copy. */
export const isRecordAlready = (format: LasRecordFormat, stride: number): boolean =>
  format.id === 7 && stride === RECORD_BYTES;

/** Formats 6 to 10 begin like a record, up to the GPS time; those with colours have these next. */
function repackExtended({ color }: LasRecordFormat): Repack {
  return (from, to, count, stride) => {
    for (let i = 0, at = 0, out = 0; i < count; i++, at += stride, out += RECORD_BYTES) {
      to.setInt32(out, from.getInt32(at, true), true);
      to.setInt32(out + 4, from.getInt32(at + 4, true), true);
      to.setInt32(out + 8, from.getInt32(at + 8, true), true);
      to.setInt32(out + 12, from.getInt32(at + 12, true), true);
      to.setInt32(out + 16, from.getInt32(at + 16, true), true);
      to.setInt32(out + 20, from.getInt32(at + 20, true), true);
      to.setInt32(out + 24, from.getInt32(at + 24, true), true);
      to.setInt16(out + 28, from.getInt16(at + 28, true), true);
    }
    repackColors(from, to, count, stride, color);
  };
}

/**
 * Formats 0 to 5. Byte 14 holds the return number (3 bits), the number of returns (3), scan direction and edge of flight line;
 * byte 15 the class (5 bits) and the flags synthetic, key point and withheld. The class 12, "overlap", stays a class.
 */
function repackLegacy({ gpsTime, color }: LasRecordFormat): Repack {
  return (from, to, count, stride) => {
    for (let i = 0, at = 0, out = 0; i < count; i++, at += stride, out += RECORD_BYTES) {
      to.setInt32(out, from.getInt32(at, true), true);
      to.setInt32(out + 4, from.getInt32(at + 4, true), true);
      to.setInt32(out + 8, from.getInt32(at + 8, true), true);
      // Intensity, returns, classes; then scan angle, user data, source.
      const first = from.getInt32(at + 12, true);
      const second = from.getInt32(at + 16, true);
      const returns = (first >>> 16) & 0xff;
      const classes = first >>> 24;
      const newReturns = (returns & 7) | ((returns & 0x38) << 1);
      const flags = (returns & 0xc0) | (classes >> 5);
      to.setInt32(out + RECORD.intensity, (first & 0xffff) | (newReturns << 16) | (flags << 24), true);
      const angle = ANGLES[second & 0xff]!;
      to.setInt32(out + RECORD.classification, (classes & 31) | (second & 0xff00) | (angle << 16), true);
      to.setInt16(out + RECORD.sourceId, second >> 16, true);
    }
    repackTimes(from, to, count, stride, gpsTime);
    repackColors(from, to, count, stride, color);
  };
}

// A value that is a number from the file or 0, chosen in the loop, would be boxed for each point: so there is a loop for each.

function repackTimes(from: DataView, to: DataView, count: number, stride: number, gpsTime: number | null): void {
  const end = RECORD.gpsTime + count * RECORD_BYTES;
  if (gpsTime === null) {
    for (let out: number = RECORD.gpsTime; out < end; out += RECORD_BYTES) to.setFloat64(out, 0, true);
    return;
  }
  for (let at = gpsTime, out: number = RECORD.gpsTime; out < end; at += stride, out += RECORD_BYTES) {
    to.setInt32(out, from.getInt32(at, true), true);
    to.setInt32(out + 4, from.getInt32(at + 4, true), true);
  }
}

function repackColors(from: DataView, to: DataView, count: number, stride: number, color: number | null): void {
  const end = RECORD.red + count * RECORD_BYTES;
  if (color === null) {
    for (let out: number = RECORD.red; out < end; out += RECORD_BYTES) {
      to.setInt16(out, 0, true);
      to.setInt32(out + 2, 0, true);
    }
    return;
  }
  for (let at = color, out: number = RECORD.red; out < end; at += stride, out += RECORD_BYTES) {
    to.setInt16(out, from.getInt16(at, true), true);
    to.setInt32(out + 2, from.getInt32(at + 2, true), true);
  }
}
