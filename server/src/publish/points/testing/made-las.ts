import { open } from 'node:fs/promises';
import { type LasRecordFormat, lasRecordFormat } from '@overlook/shared/point-files/testing';

/**
 * A point of a made file. `x`, `y`, `z` are integers of the file's grid; fields that its format does not have are not
 * written.
 */
export interface MadePoint {
  x: number;
  y: number;
  z: number;
  intensity: number;
  returnNumber: number;
  returns: number;
  /** Synthetic, key point, withheld, overlap: bits 0 to 3. */
  classFlags: number;
  isScannedForward: boolean;
  isEdgeOfLine: boolean;
  classification: number;
  userData: number;
  /** Whole degrees in formats 0 to 5, units of 0.006 degrees in the others. */
  scanAngle: number;
  sourceId: number;
  gpsTime: number;
  red: number;
  green: number;
  blue: number;
}

export interface MadeLas {
  readonly points: number;
  /** Point data record format, 7 unless given. */
  readonly format?: number;
  readonly scale?: readonly [number, number, number];
  readonly offset?: readonly [number, number, number];
  /** Bytes of each point beyond its format; their value is 0xee. */
  readonly extraBytes?: number;
  /** Minor version; 2 for formats 0 to 3, else 4. */
  readonly versionMinor?: number;
  readonly vlrs?: readonly { userId: string; recordId: number; data: Uint8Array }[];
  /** The coordinate system as WKT; also sets the bit of the header. */
  readonly wkt?: string;
  /** Sets the flag that times are adjusted standard GPS times. */
  readonly areTimesAdjusted?: boolean;
  /** Sets the fields of point `index`; `point` is the one before. `plantPoint` unless given. */
  readonly pointAt?: (index: number, point: MadePoint) => void;
}

const HEADER_BYTES = 375;
const SLAB_POINTS = 65_536;

/** Writes a LAS file of any size in small memory, of versions 1.0 to 1.4 and formats 0 to 10. */
export async function writeMadeLas(path: string, made: MadeLas): Promise<void> {
  const format = lasRecordFormat(made.format ?? 7)!;
  const stride = format.bytes + (made.extraBytes ?? 0);
  const pointAt = made.pointAt ?? plantPoint;
  const slab = Buffer.alloc(Math.min(SLAB_POINTS, made.points) * stride, 0xee);
  const view = new DataView(slab.buffer, slab.byteOffset, slab.byteLength);
  const point = emptyPoint();
  const file = await open(path, 'w');
  try {
    await file.writeFile(lasHead(made, format));
    for (let from = 0; from < made.points; from += SLAB_POINTS) {
      const count = Math.min(SLAB_POINTS, made.points - from);
      for (let i = 0; i < count; i++) {
        pointAt(from + i, point);
        writePoint(view, i * stride, point, format);
      }
      await file.writeFile(slab.subarray(0, count * stride));
    }
  } finally {
    await file.close();
  }
}

export const emptyPoint = (): MadePoint => ({
  x: 0,
  y: 0,
  z: 0,
  intensity: 0,
  returnNumber: 1,
  returns: 1,
  classFlags: 0,
  isScannedForward: false,
  isEdgeOfLine: false,
  classification: 0,
  userData: 0,
  scanAngle: 0,
  sourceId: 0,
  gpsTime: 0,
  red: 0,
  green: 0,
  blue: 0,
});

/**
 * A point of a plant of 200 × 150 × 14 m at a scale of 1 mm, by its index alone: half of the points lie on the ground, the
 * others on twelve tanks. Colours use 16 bits.
 */
export function plantPoint(index: number, point: MadePoint): void {
  const [u, v, w] = [hash(index * 3), hash(index * 3 + 1), hash(index * 3 + 2)];
  const tank = Math.floor(w * 24);
  if (tank < 12) {
    const angle = u * 2 * Math.PI;
    point.x = Math.round((20 + (tank % 4) * 50 + 8 * Math.cos(angle)) * 1000);
    point.y = Math.round((25 + Math.floor(tank / 4) * 50 + 8 * Math.sin(angle)) * 1000);
    point.z = Math.round(v * 14_000);
  } else {
    point.x = Math.round(u * 200_000);
    point.y = Math.round(v * 150_000);
    point.z = Math.round(w * 20);
  }
  point.classification = tank < 12 ? 6 : 2;
  point.intensity = Math.floor(u * 65_535);
  point.red = tank < 12 ? 40_000 + tank * 2000 : 20_000;
  point.green = 20_000 + Math.floor(v * 20_000);
  point.blue = 15_000;
  point.gpsTime = 300_000_000 + index * 1e-5;
  point.sourceId = index & 31;
}

/** An even number in 0 … 1 by an integer. */
function hash(value: number): number {
  let h = Math.imul(value ^ (value >>> 16), 0x45d9f3b);
  h = Math.imul(h ^ (h >>> 16), 0x45d9f3b);
  return ((h ^ (h >>> 16)) >>> 0) / 2 ** 32;
}

function writePoint(view: DataView, at: number, point: MadePoint, format: LasRecordFormat): void {
  const ways = (point.isScannedForward ? 0x40 : 0) | (point.isEdgeOfLine ? 0x80 : 0);
  view.setInt32(at, point.x, true);
  view.setInt32(at + 4, point.y, true);
  view.setInt32(at + 8, point.z, true);
  view.setUint16(at + 12, point.intensity, true);
  if (format.isLegacy) {
    view.setUint8(at + 14, (point.returnNumber & 7) | ((point.returns & 7) << 3) | ways);
    view.setUint8(at + 15, (point.classification & 31) | ((point.classFlags & 7) << 5));
    view.setInt8(at + 16, point.scanAngle);
    view.setUint8(at + 17, point.userData);
    view.setUint16(at + 18, point.sourceId, true);
  } else {
    view.setUint8(at + 14, (point.returnNumber & 15) | ((point.returns & 15) << 4));
    view.setUint8(at + 15, (point.classFlags & 15) | ways);
    view.setUint8(at + 16, point.classification);
    view.setUint8(at + 17, point.userData);
    view.setInt16(at + 18, point.scanAngle, true);
    view.setUint16(at + 20, point.sourceId, true);
  }
  if (format.gpsTime !== null) view.setFloat64(at + format.gpsTime, point.gpsTime, true);
  if (format.color === null) return;
  view.setUint16(at + format.color, point.red, true);
  view.setUint16(at + format.color + 2, point.green, true);
  view.setUint16(at + format.color + 4, point.blue, true);
}

/** Header and variable length records. The header states no bounds, as readers do not trust them. */
function lasHead(made: MadeLas, format: LasRecordFormat): Buffer {
  const versionMinor = made.versionMinor ?? (format.id < 4 ? 2 : 4);
  const headerBytes = versionMinor === 4 ? HEADER_BYTES : versionMinor === 3 ? 235 : 227;
  const vlrs = [...(made.vlrs ?? [])];
  if (made.wkt !== undefined)
    vlrs.push({ userId: 'LASF_Projection', recordId: 2112, data: Buffer.from(`${made.wkt}\0`, 'utf8') });
  const records = Buffer.concat(vlrs.map(vlrBytes));
  const header = Buffer.alloc(headerBytes);
  header.write('LASF', 'latin1');
  const isWkt = made.wkt !== undefined && versionMinor === 4;
  header.writeUInt16LE((isWkt ? 1 << 4 : 0) | (made.areTimesAdjusted ? 1 : 0), 6);
  header[24] = 1;
  header[25] = versionMinor;
  header.write('Overlook', 58, 'latin1');
  header.writeUInt16LE(headerBytes, 94);
  header.writeUInt32LE(headerBytes + records.length, 96);
  header.writeUInt32LE(vlrs.length, 100);
  header[104] = format.id;
  header.writeUInt16LE(format.bytes + (made.extraBytes ?? 0), 105);
  if (format.isLegacy) header.writeUInt32LE(made.points, 107);
  for (const axis of [0, 1, 2]) {
    header.writeDoubleLE((made.scale ?? [0.001, 0.001, 0.001])[axis]!, 131 + 8 * axis);
    header.writeDoubleLE((made.offset ?? [0, 0, 0])[axis]!, 155 + 8 * axis);
  }
  if (versionMinor === 4) header.writeBigUInt64LE(BigInt(made.points), 247);
  return Buffer.concat([header, records]);
}

function vlrBytes({ userId, recordId, data }: { userId: string; recordId: number; data: Uint8Array }): Buffer {
  const head = Buffer.alloc(54);
  head.write(userId, 2, 'latin1');
  head.writeUInt16LE(recordId, 18);
  head.writeUInt16LE(data.length, 20);
  return Buffer.concat([head, data]);
}
