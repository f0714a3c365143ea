type Triple = readonly [number, number, number];

interface LasFacts {
  points: number;
  /** Stated by GeoTIFF keys; null states none. */
  epsg: number | null;
  least?: Triple;
  most?: Triple;
  made?: readonly [year: number, day: number];
}

const HEAD = 227;
const KEYS = 16;
const VLR = 54;
const RECORD = 20;

/** LAS 1.2 with the facts in its head; its points are all at the origin. */
export function madeLas(facts: LasFacts): Uint8Array<ArrayBuffer> {
  const { points, epsg, least = [0, 0, 0], most = [0, 0, 0], made = [0, 0] } = facts;
  const pointsAt = HEAD + (epsg === null ? 0 : VLR + KEYS);
  const bytes = new Uint8Array(pointsAt + RECORD * points);
  const view = new DataView(bytes.buffer);
  const text = (at: number, value: string) => bytes.set(new TextEncoder().encode(value), at);
  text(0, 'LASF');
  bytes.set([1, 2], 24);
  view.setUint16(90, made[1], true);
  view.setUint16(92, made[0], true);
  view.setUint16(94, HEAD, true);
  view.setUint32(96, pointsAt, true);
  view.setUint32(100, epsg === null ? 0 : 1, true);
  view.setUint16(105, RECORD, true);
  view.setUint32(107, points, true);
  for (let axis = 0; axis < 3; axis++) {
    view.setFloat64(131 + 8 * axis, 0.001, true);
    view.setFloat64(179 + 16 * axis, most[axis]!, true);
    view.setFloat64(187 + 16 * axis, least[axis]!, true);
  }
  if (epsg === null) return bytes;
  text(HEAD + 2, 'LASF_Projection');
  view.setUint16(HEAD + 18, 34_735, true);
  view.setUint16(HEAD + 20, KEYS, true);
  [1, 1, 0, 1, 3072, 0, 1, epsg].forEach((value, i) => view.setUint16(HEAD + VLR + 2 * i, value, true));
  return bytes;
}
