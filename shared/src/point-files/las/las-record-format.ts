/** Where the fields of a point data record format of LAS are; byte offsets, null for a field that it does not have. */
export interface LasRecordFormat {
  readonly id: number;
  /** Bytes of a record without extra bytes. */
  readonly bytes: number;
  /** Formats 0 to 5: 3 bits for returns, 5 for the class, whole degrees for the scan angle. */
  readonly isLegacy: boolean;
  readonly gpsTime: number | null;
  readonly color: number | null;
  readonly nearInfrared: number | null;
  readonly hasWaves: boolean;
}

type Row = readonly [bytes: number, gpsTime: number | null, color: number | null, nir: number | null, waves: boolean];

/** ASPRS LAS 1.4 R15, tables 7 to 18. */
const FORMATS: readonly Row[] = [
  [20, null, null, null, false],
  [28, 20, null, null, false],
  [26, null, 20, null, false],
  [34, 20, 28, null, false],
  [57, 20, null, null, true],
  [63, 20, 28, null, true],
  [30, 22, null, null, false],
  [36, 22, 30, null, false],
  [38, 22, 30, 36, false],
  [59, 22, null, null, true],
  [67, 22, 30, 36, true],
];

/** The format of this number, undefined where LAS 1.4 has none. */
export function lasRecordFormat(id: number): LasRecordFormat | undefined {
  const row = FORMATS[id];
  if (row === undefined) return undefined;
  const [bytes, gpsTime, color, nearInfrared, hasWaves] = row;
  return { id, bytes, isLegacy: id < 6, gpsTime, color, nearInfrared, hasWaves };
}
