import { randomUUID } from 'node:crypto';
import { RECORD_WORDS } from '../../record.ts';
import { GridBounds } from '../grid-bounds.ts';
import type { CreatePointWriter, PointFileFacts, PointWriter } from '../point-writer.ts';
import { SHORT, SHORTS, type RecordViews, viewRecords } from '../record-views.ts';
import { e57Xml } from './e57-xml.ts';
import { PAGE_BYTES, PageFile, physicalOffset } from './page-file.ts';

/** Sizes of ASTM E2807 §9: the file's header, the header of a section, an index packet with one entry. */
const FILE_HEADER_BYTES = 48;
const SECTION_HEADER_BYTES = 32;
const INDEX_PACKET_BYTES = 32;

/** Behind them the data packets begin. */
const DATA_OFFSET = FILE_HEADER_BYTES + SECTION_HEADER_BYTES + INDEX_PACKET_BYTES;

const COMPRESSED_VECTOR_SECTION = 1;
const DATA_PACKET = 1;
const PACKET_BYTES_MOST = 65_536;
const PACKET_HEADER_BYTES = 6;

/** Bytes of a point in the streams of a packet: integers of 32, 16 and 8 bits, so that a stream is an array of them. */
const COORDINATE_BYTES = 4;
const INTENSITY_BYTES = 2;

/** A stream has the difference from the least value, which is −2³¹ (§9): the value with this bit inverted. */
const SIGN_BIT = 1 << 31;

/**
 * E57 (ASTM E2807) with one scan: coordinates as scaled integers, which are exact, intensity of 16 bits, colours of 8
 * bits. The index packet is before the data packets: older readers stop early where it is after them (libE57Format
 * issue 249).
 */
export const createE57Writer: CreatePointWriter = (path, facts) => new E57Writer(path, facts);

class E57Writer implements PointWriter {
  readonly #file: PageFile;
  readonly #facts: PointFileFacts;
  readonly #bounds = new GridBounds();
  readonly #packet: DataPacket;
  #points = 0;

  constructor(path: string, facts: PointFileFacts) {
    this.#facts = facts;
    this.#packet = new DataPacket(facts);
    this.#file = new PageFile(path);
    this.#file.append(Buffer.alloc(FILE_HEADER_BYTES + SECTION_HEADER_BYTES));
    this.#file.append(indexPacket());
  }

  write(records: Uint8Array, count: number): void {
    const views = viewRecords(records, count);
    this.#bounds.add(views);
    for (let from = 0; from < count;) {
      from += this.#packet.take(views, from, count);
      if (this.#packet.isFull) this.#file.append(this.#packet.end());
    }
    this.#points += count;
  }

  finish(): { points: number; sizeBytes: number } {
    const file = this.#file;
    if (this.#packet.points > 0) file.append(this.#packet.end());
    const sectionBytes = file.logicalLength - FILE_HEADER_BYTES;
    const xmlOffset = file.logicalLength;
    const guid = () => `{${randomUUID().toUpperCase()}}`;
    const xml = e57Xml({
      facts: this.#facts,
      points: this.#points,
      bounds: this.#bounds.inUnits(this.#facts.grid),
      sectionOffset: physicalOffset(FILE_HEADER_BYTES),
      guids: { file: guid(), scan: guid() },
    });
    file.append(Buffer.from(xml, 'utf8'));
    const sizeBytes = file.physicalLength;
    const xmlBytes = file.logicalLength - xmlOffset;
    file.finish(
      Buffer.concat([fileHeader({ sizeBytes, xmlOffset, xmlBytes }), sectionHeader(sectionBytes, this.#points)]),
    );
    return { points: this.#points, sizeBytes };
  }

  discard(): void {
    this.#file.discard();
  }
}

/** Points on their way into a data packet: one stream for each field. */
class DataPacket {
  points = 0;
  readonly #facts: PointFileFacts;
  readonly #most: number;
  readonly #coordinates: readonly Int32Array[];
  readonly #intensity: Uint16Array;
  readonly #colors: readonly Uint8Array[];
  readonly #bytes = Buffer.alloc(PACKET_BYTES_MOST);

  constructor(facts: PointFileFacts) {
    const { intensity, color } = facts.fields;
    const streams = 3 + (intensity ? 1 : 0) + (color ? 3 : 0);
    const pointBytes = 3 * COORDINATE_BYTES + (intensity ? INTENSITY_BYTES : 0) + (color ? 3 : 0);
    // Three bytes may be needed to end at a multiple of four.
    this.#most = Math.floor((PACKET_BYTES_MOST - PACKET_HEADER_BYTES - 2 * streams - 3) / pointBytes);
    this.#facts = facts;
    this.#coordinates = Array.from({ length: 3 }, () => new Int32Array(this.#most));
    this.#intensity = new Uint16Array(intensity ? this.#most : 0);
    this.#colors = Array.from({ length: color ? 3 : 0 }, () => new Uint8Array(this.#most));
  }

  get isFull(): boolean {
    return this.points === this.#most;
  }

  /** Takes records from the number `from` on, as many as there is room for. Returns how many. */
  take({ ints, shorts }: RecordViews, from: number, count: number): number {
    const taken = Math.min(count - from, this.#most - this.points);
    this.#coordinates.forEach((stream, axis) => {
      for (let i = 0, to = this.points, at = from * RECORD_WORDS + axis; i < taken; i++, at += RECORD_WORDS)
        stream[to + i] = ints[at]! ^ SIGN_BIT;
    });
    if (this.#facts.fields.intensity)
      for (let i = 0, to = this.points, at = from * SHORTS + SHORT.intensity; i < taken; i++, at += SHORTS)
        this.#intensity[to + i] = shorts[at]!;
    const shift = this.#facts.isColor8Bit ? 0 : 8;
    this.#colors.forEach((stream, channel) => {
      for (let i = 0, to = this.points, at = from * SHORTS + SHORT.red + channel; i < taken; i++, at += SHORTS)
        stream[to + i] = shorts[at]! >> shift;
    });
    this.points += taken;
    return taken;
  }

  /** The packet of these points, valid until the next call. After it a new packet begins. */
  end(): Buffer {
    const streams = [...this.#coordinates, ...(this.#intensity.length > 0 ? [this.#intensity] : []), ...this.#colors];
    const packet = this.#bytes;
    let at = PACKET_HEADER_BYTES + 2 * streams.length;
    streams.forEach((stream, i) => {
      const bytes = new Uint8Array(stream.buffer, 0, this.points * stream.BYTES_PER_ELEMENT);
      packet.writeUInt16LE(bytes.length, PACKET_HEADER_BYTES + 2 * i);
      packet.set(bytes, at);
      at += bytes.length;
    });
    const length = Math.ceil(at / 4) * 4;
    packet.fill(0, at, length);
    packet.writeUInt8(DATA_PACKET, 0);
    packet.writeUInt8(0, 1);
    packet.writeUInt16LE(length - 1, 2);
    packet.writeUInt16LE(streams.length, 4);
    this.points = 0;
    return packet.subarray(0, length);
  }
}

/** One entry: the first record is in the first data packet. */
function indexPacket(): Buffer {
  const packet = Buffer.alloc(INDEX_PACKET_BYTES);
  packet.writeUInt16LE(INDEX_PACKET_BYTES - 1, 2);
  packet.writeUInt16LE(1, 4);
  packet.writeBigUInt64LE(BigInt(physicalOffset(DATA_OFFSET)), 24);
  return packet;
}

function sectionHeader(logicalBytes: number, points: number): Buffer {
  const header = Buffer.alloc(SECTION_HEADER_BYTES);
  header.writeUInt8(COMPRESSED_VECTOR_SECTION, 0);
  header.writeBigUInt64LE(BigInt(logicalBytes), 8);
  header.writeBigUInt64LE(BigInt(points > 0 ? physicalOffset(DATA_OFFSET) : 0), 16);
  header.writeBigUInt64LE(BigInt(physicalOffset(FILE_HEADER_BYTES + SECTION_HEADER_BYTES)), 24);
  return header;
}

function fileHeader(file: { sizeBytes: number; xmlOffset: number; xmlBytes: number }): Buffer {
  const header = Buffer.alloc(FILE_HEADER_BYTES);
  header.write('ASTM-E57', 0, 'latin1');
  header.writeUInt32LE(1, 8);
  header.writeBigUInt64LE(BigInt(file.sizeBytes), 16);
  header.writeBigUInt64LE(BigInt(physicalOffset(file.xmlOffset)), 24);
  header.writeBigUInt64LE(BigInt(file.xmlBytes), 32);
  header.writeBigUInt64LE(BigInt(PAGE_BYTES), 40);
  return header;
}
