import { madeZip } from '@overlook/engine/testing/made-zip';

export interface ShapePoint {
  readonly x: number;
  readonly y: number;
  readonly name: string;
}

const NAME_LENGTH = 16;
const UTF8 = new TextEncoder();

/** A Shapefile of points with one column, NAME, in a ZIP archive; `prj` is the text of its coordinate system. */
export function zippedShapes(points: readonly ShapePoint[], prj: string | null): Uint8Array<ArrayBuffer> {
  return madeZip([
    { name: 'plant/Points.shp', bytes: shapesOf(points), method: 8 },
    { name: 'plant/Points.dbf', bytes: tableOf(points), method: 8 },
    ...(prj === null ? [] : [{ name: 'plant/Points.prj', bytes: prj }]),
  ]);
}

/** ESRI Shapefile Technical Description (1998), shape type 1. */
function shapesOf(points: readonly ShapePoint[]): Uint8Array {
  const bytes = new Uint8Array(100 + 28 * points.length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, bytes.length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, 1, true);
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)];
  [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)].forEach((value, i) =>
    view.setFloat64(36 + 8 * i, value, true),
  );
  for (const [i, { x, y }] of points.entries()) {
    const at = 100 + 28 * i;
    view.setInt32(at, i + 1);
    view.setInt32(at + 4, 10);
    view.setInt32(at + 8, 1, true);
    view.setFloat64(at + 12, x, true);
    view.setFloat64(at + 20, y, true);
  }
  return bytes;
}

/** dBASE III with one text column. */
function tableOf(points: readonly ShapePoint[]): Uint8Array {
  const header = 32 + 32 + 1;
  const bytes = new Uint8Array(header + (NAME_LENGTH + 1) * points.length + 1).fill(0x20, header);
  const view = new DataView(bytes.buffer);
  bytes.set([3, 126, 3, 14]);
  view.setUint32(4, points.length, true);
  view.setUint16(8, header, true);
  view.setUint16(10, NAME_LENGTH + 1, true);
  bytes.set(UTF8.encode('NAME'), 32);
  bytes[32 + 11] = 'C'.charCodeAt(0);
  bytes[32 + 16] = NAME_LENGTH;
  bytes[64] = 0x0d;
  for (const [i, { name }] of points.entries()) bytes.set(UTF8.encode(name), header + (NAME_LENGTH + 1) * i + 1);
  bytes[bytes.length - 1] = 0x1a;
  return bytes;
}
