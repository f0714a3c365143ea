/** A reader of LAS 1.4 files in formats 6 and 7 after the ASPRS specification R15, for tests. It shares no code with the writer. */
import { readFile } from 'node:fs/promises';
import { type ReadFile, type ReadPoint, rule } from './read-points.ts';

/** A point with what only LAS has. */
export type LasPoint = ReadPoint & {
  readonly returnNumber: number;
  readonly returns: number;
  readonly flags: number;
  readonly classification: number;
  readonly userData: number;
  readonly scanAngle: number;
  readonly sourceId: number;
  readonly gpsTime: number;
};

export type LasFile = ReadFile & {
  readonly points: readonly LasPoint[];
  /** Times are "adjusted standard GPS times". */
  readonly areTimesAdjusted: boolean;
};

export async function readStrictLas(path: string): Promise<LasFile> {
  const bytes = await readFile(path);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const [u8, u16, u32] = [view.getUint8, view.getUint16, view.getUint32].map(
    (get) => (at: number) => get.call(view, at, true),
  ) as [(at: number) => number, (at: number) => number, (at: number) => number];
  const f64 = (at: number) => view.getFloat64(at, true);
  const u64 = (at: number) => Number(view.getBigUint64(at, true));
  rule(bytes.toString('latin1', 0, 4) === 'LASF' && u8(24) === 1 && u8(25) === 4, 'signature and version');
  rule((u16(6) & ~1) === 16, 'only the bits of WKT and of adjusted times are set');
  rule(u16(90) >= 1 && u16(90) <= 366 && u16(92) >= 2026, 'date');
  rule(u16(94) === 375, 'size of the header');
  const [dataAt, vlrs, format, stride, count] = [u32(96), u32(100), u8(104), u16(105), u64(247)];
  rule((format === 7 && stride === 36) || (format === 6 && stride === 30), 'record format');
  rule(
    [107, 111, 115, 119, 123, 127].every((at) => u32(at) === 0),
    'no legacy counts',
  );
  rule(u64(227) === 0 && u64(235) === 0 && u32(243) === 0, 'no waveforms and no extended records');
  let [at, wkt] = [375, null as string | null];
  for (let i = 0; i < vlrs; i++) {
    const [user, id, length] = [bytes.toString('latin1', at + 2, at + 18), u16(at + 18), u16(at + 20)];
    rule(user === 'LASF_Projection\0' && id === 2112, 'the record of the coordinate system');
    rule(bytes[at + 54 + length - 1] === 0, 'its text ends');
    wkt = bytes.toString('utf8', at + 54, at + 54 + length - 1);
    at += 54 + length;
  }
  rule(at === dataAt && dataAt + count * stride === bytes.length, 'records fill the file');
  const place = (point: number, axis: number) =>
    view.getInt32(dataAt + point * stride + 4 * axis, true) * f64(131 + 8 * axis) + f64(155 + 8 * axis);
  const points = Array.from({ length: count }, (_, i): LasPoint => {
    const from = dataAt + i * stride;
    const color = (channel: number) => (format === 7 ? u16(from + 30 + 2 * channel) : null);
    return {
      x: place(i, 0),
      y: place(i, 1),
      z: place(i, 2),
      intensity: u16(from + 12),
      red: color(0),
      green: color(1),
      blue: color(2),
      returnNumber: u8(from + 14) & 15,
      returns: u8(from + 14) >> 4,
      flags: u8(from + 15),
      classification: u8(from + 16),
      userData: u8(from + 17),
      scanAngle: view.getInt16(from + 18, true),
      sourceId: u16(from + 20),
      gpsTime: f64(from + 22),
    };
  });
  checkHeader(points, { f64, u64 });
  return { points, wkt, areTimesAdjusted: (u16(6) & 1) === 1 };
}

type Reads = Record<'f64' | 'u64', (at: number) => number>;

/** Bounds and numbers of returns are those of the points. */
function checkHeader(points: readonly LasPoint[], { f64, u64 }: Reads): void {
  (['x', 'y', 'z'] as const).forEach((axis, i) => {
    const [least, most] = points.reduce(
      ([a, b], point) => [Math.min(a, point[axis]), Math.max(b, point[axis])],
      points.length > 0 ? [Infinity, -Infinity] : [0, 0],
    );
    rule(f64(179 + 16 * i) === most && f64(187 + 16 * i) === least, `bounds of ${axis}`);
  });
  for (let number = 1; number <= 15; number++)
    rule(
      u64(247 + 8 * number) === points.filter(({ returnNumber }) => returnNumber === number).length,
      `points of return ${number}`,
    );
  rule(
    points.every(({ returnNumber }) => returnNumber >= 1),
    'each point has a return number',
  );
}
