import { crc32c } from '@overlook/shared/point-files';

const [PAGE_BYTES, PAYLOAD_BYTES] = [1024, 1020];

/** A field of the points of a made scan. */
export interface MadeField {
  readonly name: string;
  /** Attributes of its element in the prototype: `type="Integer" minimum="0" maximum="255"`. */
  readonly attributes: string;
  /** How values are stored: floating point, or this many bits of the difference from `least`. */
  readonly stored: 'single' | 'double' | { readonly bits: number; readonly least: bigint };
  /** As stored, before scale and offset. */
  readonly values: readonly (number | bigint)[];
}

export interface MadeScan {
  readonly fields: readonly MadeField[];
  /** XML besides the points: pose, limits, name. */
  readonly xml?: string;
  /** Statements of the XML that are not true. */
  readonly records?: number;
  /** Bytes of a field in one packet; each field has a few more than the one before, so that values straddle packets. */
  readonly packetBytes?: number;
}

/** A picture of a made file, in a section of its own. */
export interface MadeImage {
  /** A JPEG or PNG. */
  readonly bytes: Buffer;
  /** `pinhole`, `spherical`, `cylindrical` or `visualReference`. */
  readonly representation: string;
  /** Elements of the representation besides the picture: numbers by name. */
  readonly lens?: Readonly<Record<string, number>>;
  /** XML besides the representation: pose, name, time. */
  readonly xml?: string;
  /** Statements of the XML that are not true. */
  readonly claimedBytes?: number | string;
  readonly fileOffset?: number | string;
}

export interface MadeE57 {
  readonly scans: readonly MadeScan[];
  readonly images?: readonly MadeImage[];
  /** XML beside the scans. */
  readonly xml?: string;
}

export const integerField = (name: string, least: number, greatest: number, values: readonly number[]): MadeField => ({
  name,
  attributes: `type="Integer" minimum="${least}" maximum="${greatest}"`,
  stored: { bits: greatest === least ? 0 : (greatest - least).toString(2).length, least: BigInt(least) },
  values,
});

export const doubleField = (name: string, values: readonly number[]): MadeField => ({
  name,
  attributes: 'type="Float"',
  stored: 'double',
  values,
});

/** An E57 file. Every scan has an index packet before its data and an empty packet between them. */
export function madeE57({ scans, images = [], xml = '' }: MadeE57): Buffer {
  const parts: Buffer[] = [Buffer.alloc(48)];
  let at = 48;
  const scanXml = scans.map((scan) => {
    const section = sectionOf(scan, at);
    parts.push(section);
    const text = xmlOf(scan, physical(at));
    at += section.length;
    return text;
  });
  const imageXml = images.map((image) => {
    const section = blobOf(image.bytes);
    parts.push(section);
    const text = imageXmlOf(image, physical(at));
    at += section.length;
    return text;
  });
  const root = Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><e57Root type="Structure" xmlns="http://www.astm.org/COMMIT/E57/2010-e57-v1.0">` +
      `${xml}<data3D type="Vector" allowHeterogeneousChildren="1">${scanXml.join('')}</data3D>` +
      `<images2D type="Vector" allowHeterogeneousChildren="1">${imageXml.join('')}</images2D></e57Root>`,
  );
  const file = paged(Buffer.concat([...parts, root]));
  const header = file.subarray(0, 48);
  header.write('ASTM-E57', 'latin1');
  header.writeUInt32LE(1, 8);
  header.writeBigUInt64LE(BigInt(file.length), 16);
  header.writeBigUInt64LE(BigInt(physical(at)), 24);
  header.writeBigUInt64LE(BigInt(root.length), 32);
  header.writeBigUInt64LE(BigInt(PAGE_BYTES), 40);
  sealPages(file);
  return file;
}

/** Makes the checksums of all pages right, after a change. */
export function sealPages(file: Buffer): void {
  for (let at = 0; at + PAGE_BYTES <= file.length; at += PAGE_BYTES)
    file.writeUInt32BE(crc32c(file.subarray(at, at + PAYLOAD_BYTES)), at + PAYLOAD_BYTES);
}

const physical = (logical: number): number =>
  Math.floor(logical / PAYLOAD_BYTES) * PAGE_BYTES + (logical % PAYLOAD_BYTES);

function paged(logical: Buffer): Buffer {
  const pages = Math.ceil(logical.length / PAYLOAD_BYTES);
  const file = Buffer.alloc(pages * PAGE_BYTES);
  for (let page = 0; page < pages; page++)
    logical.copy(file, page * PAGE_BYTES, page * PAYLOAD_BYTES, (page + 1) * PAYLOAD_BYTES);
  return file;
}

function sectionOf({ fields, packetBytes = 300 }: MadeScan, at: number): Buffer {
  const streams = fields.map(streamOf);
  const packets: Buffer[] = [indexPacket()];
  const done = streams.map(() => 0);
  while (done.some((from, i) => from < streams[i]!.length)) {
    const pieces = streams.map((stream, i) => {
      const from = done[i]!;
      done[i] = Math.min(stream.length, from + packetBytes + i);
      return stream.subarray(from, done[i]);
    });
    packets.push(dataPacket(pieces), packet(2, Buffer.alloc(6)));
  }
  const body = Buffer.concat(packets);
  const head = Buffer.alloc(32);
  head[0] = 1;
  head.writeBigUInt64LE(BigInt(head.length + body.length), 8);
  head.writeBigUInt64LE(BigInt(physical(at + head.length)), 16);
  return Buffer.concat([head, body]);
}

/** Padded to a multiple of four bytes. */
function blobOf(bytes: Buffer): Buffer {
  const section = Buffer.alloc(16 + Math.ceil(bytes.length / 4) * 4);
  section.writeBigUInt64LE(BigInt(section.length), 8);
  bytes.copy(section, 16);
  return section;
}

/** The bits of a field: the first value is in the lowest bits of the first byte. */
function streamOf({ stored, values }: Pick<MadeField, 'stored' | 'values'>): Buffer {
  if (stored === 'single') return Buffer.from(Float32Array.from(values, Number).buffer);
  if (stored === 'double') return Buffer.from(Float64Array.from(values, Number).buffer);
  let text = '';
  for (const value of values)
    if (stored.bits > 0) text = (BigInt(value) - stored.least).toString(2).padStart(stored.bits, '0') + text;
  const bytes = Buffer.alloc(Math.ceil(text.length / 8));
  for (let i = 0; i < bytes.length; i++) {
    const end = text.length - i * 8;
    bytes[i] = Number.parseInt(text.slice(Math.max(0, end - 8), end), 2);
  }
  return bytes;
}

function dataPacket(pieces: readonly Buffer[]): Buffer {
  const head = Buffer.alloc(2 + 2 * pieces.length);
  head.writeUInt16LE(pieces.length);
  pieces.forEach((piece, i) => head.writeUInt16LE(piece.length, 2 + 2 * i));
  return packet(1, Buffer.concat([head, ...pieces]));
}

const indexPacket = (): Buffer => packet(0, Buffer.alloc(28));

/** After type and length; padded to a multiple of four bytes. */
function packet(type: number, body: Buffer): Buffer {
  const bytes = Buffer.alloc(Math.ceil((4 + body.length) / 4) * 4);
  bytes[0] = type;
  bytes.writeUInt16LE(bytes.length - 1, 2);
  body.copy(bytes, 4);
  return bytes;
}

/** Rotation as a quaternion w, x, y, z. */
export const poseXml = (
  [w, x, y, z]: readonly [number, number, number, number],
  [tx, ty, tz]: readonly [number, number, number],
): string => {
  const float = (name: string, value: number) => `<${name} type="Float">${value}</${name}>`;
  return (
    `<pose type="Structure"><rotation type="Structure">${float('w', w)}${float('x', x)}${float('y', y)}${float('z', z)}</rotation>` +
    `<translation type="Structure">${float('x', tx)}${float('y', ty)}${float('z', tz)}</translation></pose>`
  );
};

function imageXmlOf({ bytes, representation, lens = {}, xml = '', ...claims }: MadeImage, fileOffset: number): string {
  const kind = bytes[0] === 0x89 ? 'pngImage' : 'jpegImage';
  const numbers = Object.entries(lens).map(([name, value]) => `<${name} type="Float">${value}</${name}>`);
  return (
    `<vectorChild type="Structure">${xml}<${representation}Representation type="Structure">` +
    `<${kind} type="Blob" fileOffset="${claims.fileOffset ?? fileOffset}" length="${claims.claimedBytes ?? bytes.length}"/>` +
    `${numbers.join('')}</${representation}Representation></vectorChild>`
  );
}

function xmlOf({ fields, xml = '', records }: MadeScan, fileOffset: number): string {
  const prototype = fields.map(({ name, attributes }) => `<${name} ${attributes}/>`).join('');
  return (
    `<vectorChild type="Structure">${xml}` +
    `<points type="CompressedVector" fileOffset="${fileOffset}" recordCount="${records ?? fields[0]!.values.length}">` +
    `<prototype type="Structure">${prototype}</prototype><codecs type="Vector"></codecs></points></vectorChild>`
  );
}
