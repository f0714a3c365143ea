/**
 * The beginning of a LAS 1.4 file (ASPRS LAS 1.4 R15): the header block and the coordinate system as well-known text.
 * Its points follow as records of format 7, whose layout is {@link RECORD}, or of format 6, which is the same without
 * colours.
 */
import { AXES } from '../maths/vector.ts';
import { type PointGrid, RECORD, RECORD_BYTES } from './point-record.ts';

/** Of browsers and Node alike. */
declare const TextEncoder: new () => { encode(text: string): Uint8Array };

const HEADER_BYTES = 375;
/** Of a variable length record, before its content. */
const VLR_HEADER_BYTES = 54;
/** The coordinate system is stated as well-known text, which formats 6 and 7 need. */
const GLOBAL_ENCODING_WKT = 1 << 4;
/** Times are adjusted standard GPS times, not seconds of a week. */
const GLOBAL_ENCODING_ADJUSTED_TIMES = 1 << 0;
const WKT_RECORD_ID = 2112;
const VLR_BYTES_MOST = 65_535;
const RETURNS = 15;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Return number 1 of 1, of points whose returns are not known. */
export const LAS_SINGLE_RETURN = 0x11;

export interface LasHeadFacts {
  hasColors: boolean;
  grid: PointGrid;
  /** Of the coordinates, in the units of the coordinate system. */
  minimum: readonly [number, number, number];
  maximum: readonly [number, number, number];
  points: number;
  /** Points by their return number, from 1; up to 15. */
  returns: readonly number[];
  /** OGC well-known text of the coordinate system; null leaves it out. */
  wkt: string | null;
  /** GPS times are adjusted standard ones; without it they are seconds of a week, which is also what 0 means. */
  areTimesAdjusted?: boolean;
  /** Name and version of the program; 32 bytes are kept. */
  software: string;
  /** The creation date; without it the file states none. */
  createdAt?: Date;
}

/** Bytes that a point takes. */
export const lasRecordBytes = (hasColors: boolean): number => (hasColors ? RECORD_BYTES : RECORD.red);

/** The bytes before the first record: their number depends on `wkt` only. */
export function lasHead(facts: LasHeadFacts): Uint8Array {
  const vlr = wktRecord(facts.wkt);
  const bytes = new Uint8Array(HEADER_BYTES + vlr.length);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 0, 'LASF', 4);
  view.setUint16(6, GLOBAL_ENCODING_WKT | (facts.areTimesAdjusted ? GLOBAL_ENCODING_ADJUSTED_TIMES : 0), true);
  bytes.set([1, 4], 24);
  writeText(bytes, 26, 'EXTRACTION', 32);
  writeText(bytes, 58, facts.software, 32);
  if (facts.createdAt) {
    const year = facts.createdAt.getUTCFullYear();
    view.setUint16(90, Math.floor((facts.createdAt.getTime() - Date.UTC(year, 0, 1)) / DAY_MS) + 1, true);
    view.setUint16(92, year, true);
  }
  view.setUint16(94, HEADER_BYTES, true);
  view.setUint32(96, bytes.length, true);
  view.setUint32(100, vlr.length > 0 ? 1 : 0, true);
  view.setUint8(104, facts.hasColors ? 7 : 6);
  view.setUint16(105, lasRecordBytes(facts.hasColors), true);
  for (const axis of AXES) {
    view.setFloat64(131 + 8 * axis, facts.grid.scale[axis], true);
    view.setFloat64(155 + 8 * axis, facts.grid.offset[axis], true);
    view.setFloat64(179 + 16 * axis, facts.maximum[axis], true);
    view.setFloat64(187 + 16 * axis, facts.minimum[axis], true);
  }
  view.setBigUint64(247, BigInt(facts.points), true);
  for (let i = 0; i < RETURNS; i++) view.setBigUint64(255 + 8 * i, BigInt(facts.returns[i] ?? 0), true);
  bytes.set(vlr, HEADER_BYTES);
  return bytes;
}

/** The OGC coordinate system record; nothing where there is no text, or the text is too long for a record. */
function wktRecord(wkt: string | null): Uint8Array {
  const text = new TextEncoder().encode(wkt === null ? '' : `${wkt}\0`);
  if (text.length === 0 || text.length > VLR_BYTES_MOST) return new Uint8Array();
  const bytes = new Uint8Array(VLR_HEADER_BYTES + text.length);
  const view = new DataView(bytes.buffer);
  writeText(bytes, 2, 'LASF_Projection', 16);
  view.setUint16(18, WKT_RECORD_ID, true);
  view.setUint16(20, text.length, true);
  writeText(bytes, 22, 'OGC coordinate system WKT', 32);
  bytes.set(text, VLR_HEADER_BYTES);
  return bytes;
}

/** ASCII only: other characters become question marks. */
function writeText(bytes: Uint8Array, at: number, text: string, most: number): void {
  for (let i = 0; i < Math.min(most, text.length); i++) {
    const code = text.charCodeAt(i);
    bytes[at + i] = code < 128 ? code : 63;
  }
}
