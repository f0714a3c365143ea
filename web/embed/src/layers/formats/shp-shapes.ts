/** Reads the shapes of a .shp file (ESRI Shapefile Technical Description, 1998) as GeoJSON geometries in the units of the file. */
import { areasOfRings, type Position } from './shp-rings.ts';

type Geometry = { readonly type: string; readonly coordinates: unknown };

/** A record of the file; the row of the table with the same index belongs to it. */
export type Shape = { readonly geometry: Geometry | null } | { readonly problem: string };

/** File code at byte 0, big-endian (page 3). */
const FILE_CODE = 9994;
const HEADER_BYTES = 100;
/** Below these values a coordinate is "no data" (page 2). */
const NO_DATA = -1e38;
const MULTI_PATCH = 31;

export const isShapeFile = (bytes: Uint8Array): boolean =>
  bytes.length >= HEADER_BYTES && new DataView(bytes.buffer, bytes.byteOffset).getInt32(0) === FILE_CODE;

/** The shapes in the order of the file. A null shape has no geometry; a damaged record has a problem, a sentence. */
export function* shapesOf(bytes: Uint8Array): Generator<Shape> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = HEADER_BYTES; at + 8 <= bytes.length;) {
    const length = 2 * view.getInt32(at + 4);
    const [start, end] = [at + 8, at + 8 + length];
    if (length < 4 || end > bytes.length) {
      yield { problem: 'The file ends in its record.' };
      return;
    }
    yield shapeOf(new DataView(bytes.buffer, bytes.byteOffset + start, length));
    at = end;
  }
}

function shapeOf(record: DataView): Shape {
  const type = record.getInt32(0, true);
  if (type === 0) return { geometry: null };
  if (type === MULTI_PATCH) return { problem: 'Its shape is a MultiPatch, which is not supported.' };
  const read = READERS[type % 10];
  if (!read || type > 28) return { problem: `Its shape has the unknown type ${type}.` };
  try {
    return { geometry: read(record, type) };
  } catch (error) {
    if (error instanceof RangeError) return { problem: 'Its record is damaged.' };
    throw error;
  }
}

/** By the last digit of the type: 1x has heights and 2x has measures. DataView throws a RangeError beyond the record. */
const READERS: Readonly<Record<number, (record: DataView, type: number) => Geometry>> = {
  1: (record, type) => ({ type: 'Point', coordinates: point(record, 4, type === 11 ? 20 : null) }),
  3: (record, type) => ({ type: 'MultiLineString', coordinates: partsOf(record, type === 13) }),
  5: (record, type) => ({ type: 'MultiPolygon', coordinates: areasOfRings(partsOf(record, type === 15)) }),
  8: (record, type) => ({
    type: 'MultiPoint',
    coordinates: points(record, 40, record.getInt32(36, true), type === 18),
  }),
};

/** Bytes of the type and the bounding box, before the counts of parts and points. */
const COUNTS_AT = 36;

function partsOf(record: DataView, hasHeights: boolean): Position[][] {
  const [partCount, pointCount] = [record.getInt32(COUNTS_AT, true), record.getInt32(COUNTS_AT + 4, true)];
  const pointsAt = COUNTS_AT + 8 + 4 * partCount;
  if (partCount < 0 || pointsAt > record.byteLength) throw new RangeError('parts');
  const all = points(record, pointsAt, pointCount, hasHeights);
  const starts = Array.from({ length: partCount }, (_, i) => record.getInt32(COUNTS_AT + 8 + 4 * i, true));
  return starts.map((start, i) => all.slice(start, starts[i + 1] ?? pointCount));
}

/** Heights follow the points, after their range of 16 bytes. */
function points(record: DataView, at: number, count: number, hasHeights: boolean): Position[] {
  if (count < 0 || at + 16 * count > record.byteLength) throw new RangeError('points');
  const heightsAt = at + 16 * count + 16;
  return Array.from({ length: count }, (_, i) => point(record, at + 16 * i, hasHeights ? heightsAt + 8 * i : null));
}

function point(record: DataView, at: number, heightAt: number | null): Position {
  const [x, y] = [record.getFloat64(at, true), record.getFloat64(at + 8, true)];
  if (heightAt === null) return [x, y];
  const height = record.getFloat64(heightAt, true);
  return height > NO_DATA ? [x, y, height] : [x, y];
}
