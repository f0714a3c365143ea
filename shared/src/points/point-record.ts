/**
 * One point between reading and storing: 36 bytes, little-endian, the layout of LAS 1.4 point data record format 7. X, Y, Z
 * are integers of a grid ({@link PointGrid}); intensity and colours fill 16 bits.
 */
export const RECORD_BYTES = 36;

/** Byte offsets of the fields of a record. */
export const RECORD = {
  /** int32 × 3 */
  x: 0,
  y: 4,
  z: 8,
  /** uint16 */
  intensity: 12,
  /** uint8: return number in bits 0 to 3, number of returns in bits 4 to 7. */
  returns: 14,
  /** uint8: classification flags, scanner channel, scan direction, edge of flight line. */
  flags: 15,
  /** uint8 */
  classification: 16,
  /** uint8 */
  userData: 17,
  /** int16, units of 0.006 degrees. */
  scanAngle: 18,
  /** uint16 */
  sourceId: 20,
  /** float64, not aligned. */
  gpsTime: 22,
  /** uint16 × 3 */
  red: 30,
  green: 32,
  blue: 34,
} as const;

/** coordinate = integer × scale + offset, an axis at a time, in the units of the cloud's coordinate system. */
export interface PointGrid {
  readonly scale: readonly [number, number, number];
  readonly offset: readonly [number, number, number];
}
