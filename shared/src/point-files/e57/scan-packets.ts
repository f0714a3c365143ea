import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import type { BitColumn } from './bit-column.ts';
import type { E57Pages } from './e57-pages.ts';
import type { E57Scan } from './e57-scans.ts';

const SECTION_BYTES = 32;
const COMPRESSED_VECTOR = 1;
const PACKET_HEAD_BYTES = 6;
const PACKET = { index: 0, data: 1, empty: 2 } as const;

/** Where the packets of a scan are, logical. */
export interface PacketRange {
  readonly from: number;
  readonly to: number;
}

/** Reads the head of the section with the points of a scan. Throws the refusals of `file` where they cannot be in it. */
export async function packetsOf(file: PointFile, pages: E57Pages, scan: E57Scan): Promise<PacketRange> {
  const head = await pages.read(scan.sectionAt, SECTION_BYTES, scan.name);
  if (head[0] !== COMPRESSED_VECTOR) throw file.refusal(scan.name, 'Its points are not where the XML says.');
  const length = Number(head.readBigUInt64LE(8));
  pages.within(scan.sectionAt, length, scan.name);
  const from = pages.logical(head.readBigUInt64LE(16), scan.name);
  const to = scan.sectionAt + length;
  if (from < scan.sectionAt + SECTION_BYTES || from > to)
    throw file.refusal(scan.name, 'Its points are outside the section that holds them.');
  const bits = scan.fields.reduce((sum, field) => sum + field.bits, 0);
  if ((scan.records * Math.max(bits, 1)) / 8 > to - from)
    throw file.refusal(
      scan.name,
      `It claims ${scan.records} points, which do not fit the ${to - from} bytes that it has.`,
    );
  return { from, to };
}

/**
 * Reads the data packets of a scan into `columns`, which have an entry for each field, null for one that is not needed.
 * Yields how many records are complete; they must be taken before the next step. Throws the refusals of `file`.
 */
export async function* completeRecords(
  file: PointFile,
  pages: E57Pages,
  scan: E57Scan,
  columns: readonly (BitColumn | null)[],
): AsyncGenerator<number, void> {
  const { from, to } = await packetsOf(file, pages, scan);
  const wanted = columns.filter((column) => column !== null);
  let records = 0;
  for (let at = from; at < to && records < scan.records;) {
    const head = await pages.part(at, 4, scan.name);
    const [type, length] = [head[0]!, head.readUInt16LE(2) + 1];
    if (at + length > to || length < PACKET_HEAD_BYTES)
      throw file.refusal(scan.name, 'A packet is longer than it can be.');
    if (type === PACKET.data) {
      pushStreams(await pages.part(at, length, scan.name), columns, file, scan);
      const complete = Math.min(scan.records - records, ...wanted.map((column) => column.available));
      if (complete > 0) yield complete;
      records += complete;
    } else if (type !== PACKET.index && type !== PACKET.empty) {
      throw file.refusal(scan.name, `A packet has the unknown type ${type}.`);
    }
    at += length;
  }
  if (records < scan.records) throw file.refusal(scan.name, `It claims ${scan.records} points and has ${records}.`);
}

function pushStreams(packet: FileBytes, columns: readonly (BitColumn | null)[], file: PointFile, scan: E57Scan): void {
  const streams = packet.readUInt16LE(4);
  if (streams !== columns.length)
    throw file.refusal(scan.name, `A packet has ${streams} fields where the points have ${columns.length}.`);
  let at = PACKET_HEAD_BYTES + 2 * streams;
  for (let i = 0; i < streams; i++) {
    const lengthAt = PACKET_HEAD_BYTES + 2 * i;
    const length = lengthAt + 2 <= packet.length ? packet.readUInt16LE(lengthAt) : Infinity;
    if (at + length > packet.length) throw file.refusal(scan.name, 'The fields of a packet reach beyond its end.');
    if (columns[i]?.push(packet.subarray(at, at + length)) === false)
      throw file.refusal(scan.name, `The field ${columns[i]!.field.name} is stored too far from the others.`);
    at += length;
  }
}
