const ASCII = 2;
const LONG = 4;
const RATIONAL = 5;

interface MadePhoto {
  /** Degrees; null states no position. */
  readonly at: { readonly longitude: number; readonly latitude: number } | null;
  /** Bytes of a segment without meaning before the tags. */
  readonly before?: number;
  /** Whether pixels follow. */
  readonly hasPixels?: boolean;
}

/** The beginning of a JPEG with a position in EXIF. */
export function madePhoto({ at, before = 0, hasPixels = true }: MadePhoto): Uint8Array<ArrayBuffer> {
  const filling = before > 0 ? segment(0xef, new Uint8Array(before)) : [];
  const tags = at === null ? [] : segment(0xe1, exifOf(at.longitude, at.latitude));
  return new Uint8Array([0xff, 0xd8, ...filling, ...tags, ...(hasPixels ? [0xff, 0xda, 0, 2, 0xff, 0xd9] : [])]);
}

const segment = (marker: number, data: Uint8Array): number[] => [
  0xff,
  marker,
  (data.length + 2) >> 8,
  (data.length + 2) & 255,
  ...data,
];

const GPS_AT = 26;
const VALUES_AT = GPS_AT + 2 + 4 * 12 + 4;

function exifOf(longitude: number, latitude: number): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(VALUES_AT + 48));
  const entry = (at: number, [tag, type, count]: readonly [number, number, number], value: number) => {
    tiff.setUint16(at, tag, true);
    tiff.setUint16(at + 2, type, true);
    tiff.setUint32(at + 4, count, true);
    tiff.setUint32(at + 8, value, true);
  };
  tiff.setUint32(0, 0x002a4949, true);
  tiff.setUint32(4, 8, true);
  tiff.setUint16(8, 1, true);
  entry(10, [0x8825, LONG, 1], GPS_AT);
  tiff.setUint16(GPS_AT, 4, true);
  const letter = (text: string) => text.charCodeAt(0);
  entry(GPS_AT + 2, [1, ASCII, 2], letter(latitude < 0 ? 'S' : 'N'));
  entry(GPS_AT + 14, [2, RATIONAL, 3], VALUES_AT);
  entry(GPS_AT + 26, [3, ASCII, 2], letter(longitude < 0 ? 'W' : 'E'));
  entry(GPS_AT + 38, [4, RATIONAL, 3], VALUES_AT + 24);
  for (const [n, degrees] of [latitude, longitude].entries()) {
    tiff.setUint32(VALUES_AT + 24 * n, Math.round(Math.abs(degrees) * 1e6), true);
    tiff.setUint32(VALUES_AT + 24 * n + 4, 1e6, true);
    // No minutes and no seconds.
    tiff.setUint32(VALUES_AT + 24 * n + 12, 1, true);
    tiff.setUint32(VALUES_AT + 24 * n + 20, 1, true);
  }
  return new Uint8Array([...new TextEncoder().encode('Exif\0\0'), ...new Uint8Array(tiff.buffer)]);
}
