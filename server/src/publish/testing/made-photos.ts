import sharp from 'sharp';

/** A tag of EXIF: a text, whole numbers (16 or 8 bits), or fractions. */
type Value = string | { short: number } | { byte: number } | { fractions: readonly (readonly [number, number])[] };
type Ifd = Readonly<Record<number, Value>>;

export interface MadeTags {
  /** Directory 0: maker, model, orientation. */
  readonly image?: Ifd;
  /** Directory of EXIF: times, lens, size. */
  readonly exif?: Ifd;
  readonly gps?: Ifd;
  /** Attributes of XMP, such as `drone-dji:GimbalYawDegree`. */
  readonly xmp?: Readonly<Record<string, string | number>>;
}

const NAMESPACES = {
  'drone-dji': 'http://www.dji.com/drone-dji/1.0/',
  drone: 'http://www.dji.com/drone-dji/1.0/',
  'drone-parrot': 'http://www.parrot.com/drone-parrot/1.0/',
  Camera: 'http://pix4d.com/camera/1.0/',
  exif: 'http://ns.adobe.com/exif/1.0/',
  GPano: 'http://ns.google.com/photos/1.0/panorama/',
};

/** Names of the tags that tests write. */
export const TAG = {
  make: 0x10f,
  model: 0x110,
  orientation: 0x112,
  artist: 0x13b,
  focalMm: 0x920a,
  focal35Mm: 0xa405,
  planeX: 0xa20e,
  planeUnit: 0xa210,
  widthPx: 0xa002,
  heightPx: 0xa003,
  taken: 0x9003,
  zone: 0x9011,
  latitudeRef: 1,
  latitude: 2,
  longitudeRef: 3,
  longitude: 4,
  altitudeRef: 5,
  altitude: 6,
  time: 7,
  directionRef: 16,
  direction: 17,
  day: 29,
  error: 31,
} as const;

/** A fraction to the millionth. */
export const fraction = (value: number): Value => ({ fractions: [[Math.round(value * 1e6), 1_000_000]] });
const dms = (value: number): Value => ({
  fractions: [
    [Math.round(Math.abs(value) * 1e7), 10_000_000],
    [0, 1],
    [0, 1],
  ],
});

/**
 * The GPS directory of a place: degrees, metres above the reference of `altitudeRef` (0 or 1: sea level, as in most
 * files).
 */
export const gpsAt = (longitude: number, latitude: number, altitude: number | null = null, altitudeRef = 0): Ifd => ({
  [TAG.latitudeRef]: latitude < 0 ? 'S' : 'N',
  [TAG.latitude]: dms(latitude),
  [TAG.longitudeRef]: longitude < 0 ? 'W' : 'E',
  [TAG.longitude]: dms(longitude),
  ...(altitude === null ? {} : { [TAG.altitudeRef]: { byte: altitudeRef }, [TAG.altitude]: fraction(altitude) }),
});

function encoded(value: Value): { type: number; count: number; bytes: Buffer } {
  if (typeof value === 'string') {
    const bytes = Buffer.from(`${value}\0`, 'latin1');
    return { type: 2, count: bytes.length, bytes };
  }
  if ('byte' in value) return { type: 1, count: 1, bytes: Buffer.from([value.byte]) };
  if ('short' in value) return { type: 3, count: 1, bytes: Buffer.from(Uint16Array.of(value.short).buffer) };
  const bytes = Buffer.from(Uint32Array.from(value.fractions.flat()).buffer);
  return { type: 5, count: value.fractions.length, bytes };
}

/** A directory at `offset` in a little-endian TIFF, its values after it. */
function directory(ifd: Ifd, offset: number): Buffer {
  const entries = Object.entries(ifd)
    .map(([tag, value]) => ({ tag: Number(tag), ...encoded(value) }))
    .sort((a, b) => a.tag - b.tag);
  const head = Buffer.alloc(2 + entries.length * 12 + 4);
  head.writeUInt16LE(entries.length, 0);
  const values: Buffer[] = [];
  let next = offset + head.length;
  for (const [i, { tag, type, count, bytes }] of entries.entries()) {
    const at = 2 + i * 12;
    head.writeUInt16LE(tag, at);
    head.writeUInt16LE(type, at + 2);
    head.writeUInt32LE(count, at + 4);
    if (bytes.length <= 4) bytes.copy(head, at + 8);
    else {
      head.writeUInt32LE(next, at + 8);
      values.push(bytes, Buffer.alloc(bytes.length % 2));
      next += bytes.length + (bytes.length % 2);
    }
  }
  return Buffer.concat([head, ...values]);
}

/** The EXIF block of these tags, from its TIFF header on. */
function anExif({ image = {}, exif = {}, gps = {} }: MadeTags): Buffer {
  const size = (ifd: Ifd) => directory(ifd, 0).length;
  const pointer = (value: number): Value => ({ fractions: [[value, 0]] });
  const withPointers = (exifAt: number, gpsAt: number): Ifd => ({
    ...image,
    0x8769: pointer(exifAt),
    0x8825: pointer(gpsAt),
  });
  const exifAt = 8 + size(withPointers(0, 0));
  const gpsOffset = exifAt + size(exif);
  const first = directory(withPointers(0, 0), 8);
  // Pointers are whole numbers of 32 bits, in place.
  for (const [tag, value] of [
    [0x8769, exifAt],
    [0x8825, gpsOffset],
  ] as const)
    for (let at = 2; at < 2 + first.readUInt16LE(0) * 12; at += 12)
      if (first.readUInt16LE(at) === tag) {
        first.writeUInt16LE(4, at + 2);
        first.writeUInt32LE(1, at + 4);
        first.writeUInt32LE(value, at + 8);
      }
  const header = Buffer.from([0x49, 0x49, 0x2a, 0, 8, 0, 0, 0]);
  return Buffer.concat([header, first, directory(exif, exifAt), directory(gps, gpsOffset)]);
}

const segment = (marker: number, ...parts: (Buffer | string)[]): Buffer => {
  const body = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)));
  const head = Buffer.from([0xff, marker, 0, 0]);
  head.writeUInt16BE(body.length + 2, 2);
  return Buffer.concat([head, body]);
};

function anXmp(properties: NonNullable<MadeTags['xmp']>): string {
  const attributes = Object.entries(properties).map(([name, value]) => `${name}="${value}"`);
  const names = Object.entries(NAMESPACES).map(([prefix, url]) => `xmlns:${prefix}="${url}"`);
  return `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" ${names.join(' ')} ${attributes.join(' ')}/></rdf:RDF></x:xmpmeta>`;
}

/** A JPEG with these tags after its first two bytes. */
export function tagged(jpeg: Buffer, tags: MadeTags): Buffer {
  const xmp = tags.xmp ? segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', anXmp(tags.xmp)) : Buffer.alloc(0);
  return Buffer.concat([jpeg.subarray(0, 2), segment(0xe1, 'Exif\0\0', anExif(tags)), xmp, jpeg.subarray(2)]);
}

let shades = 0;

/** A photo of one colour, another one each time, with these tags. */
export async function aPhoto(tags: MadeTags, width = 400, height = 300): Promise<Buffer> {
  const shade = ++shades;
  const background = { r: (shade * 7) % 256, g: (shade * 13) % 256, b: 90 };
  const jpeg = await sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer();
  return tagged(jpeg, tags);
}
