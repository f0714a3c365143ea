/**
 * A reader of E57 files after ASTM E2807-11, for tests: it shares no code with the writer and refuses all that the standard does not
 * allow or that this product does not write on purpose. It reads every point.
 */
import { readFile } from 'node:fs/promises';
import { SaxesParser } from 'saxes';
import { type ReadFile, type ReadPoint, rule } from './read-points.ts';

const PAGE = 1024;
const PAYLOAD = PAGE - 4;

/** CRC-32C bit by bit, after RFC 3720 appendix B.4. */
function checksumOf(bytes: Buffer): number {
  let remainder = 0xffffffff;
  for (const byte of bytes) {
    remainder ^= byte;
    for (let bit = 0; bit < 8; bit++) remainder = remainder & 1 ? (remainder >>> 1) ^ 0x82f63b78 : remainder >>> 1;
  }
  return (remainder ^ 0xffffffff) >>> 0;
}

/** The content of all pages, each with a right checksum (§9). */
function contentOf(file: Buffer): Buffer {
  rule(file.length > 0 && file.length % PAGE === 0, 'a file is whole pages');
  const pages: Buffer[] = [];
  for (let at = 0; at < file.length; at += PAGE) {
    const page = file.subarray(at, at + PAYLOAD);
    rule(file.readUInt32BE(at + PAYLOAD) === checksumOf(page), `checksum of the page at ${at}`);
    pages.push(page);
  }
  return Buffer.concat(pages);
}

function logicalOf(physical: bigint): number {
  const [page, within] = [Number(physical / 1024n), Number(physical % 1024n)];
  rule(within < PAYLOAD, `offset ${physical} is inside a checksum`);
  return page * PAYLOAD + within;
}

interface Node {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Node[];
  text: string;
}

const TYPES = new Set(['Structure', 'Vector', 'CompressedVector', 'Integer', 'ScaledInteger', 'Float', 'String']);

function parseXml(text: string): Node {
  const parser = new SaxesParser({ xmlns: true });
  const top: Node = { name: '', attributes: {}, children: [], text: '' };
  const open = [top];
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ local, uri, attributes }) => {
    rule(uri === 'http://www.astm.org/COMMIT/E57/2010-e57-v1.0', `namespace of ${local}`);
    const values = Object.fromEntries(Object.entries(attributes).map(([key, { value }]) => [key, value]));
    rule(TYPES.has(values['type'] ?? ''), `type of ${local}`);
    const node: Node = { name: local, attributes: values, children: [], text: '' };
    open.at(-1)!.children.push(node);
    open.push(node);
  });
  parser.on('text', (part) => void (open.at(-1)!.text += part));
  parser.on('cdata', (part) => void (open.at(-1)!.text += part));
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  rule(top.children.length === 1, 'one root');
  return top.children[0]!;
}

function child(node: Node, name: string, type: string): Node {
  const found = node.children.filter((one) => one.name === name);
  rule(found.length === 1, `one ${name} in ${node.name}`);
  rule(found[0]!.attributes['type'] === type, `${name} is of type ${type}`);
  return found[0]!;
}

const numberIn = (node: Node, name: string, type: string): number => {
  const value = Number(child(node, name, type).text || '0');
  rule(Number.isFinite(value), `${name} is a number`);
  return value;
};

const GUID = /^\{[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}\}$/;

interface Field {
  readonly name: string;
  readonly minimum: bigint;
  readonly maximum: bigint;
  readonly bits: number;
  readonly value: (stored: bigint) => number;
}

function fieldOf({ name, attributes }: Node): Field {
  const [minimum, maximum] = [BigInt(attributes['minimum']!), BigInt(attributes['maximum']!)];
  rule(minimum <= maximum, `range of ${name}`);
  const bits = (maximum - minimum).toString(2).length * (maximum > minimum ? 1 : 0);
  if (attributes['type'] === 'Integer') return { name, minimum, maximum, bits, value: Number };
  rule(attributes['type'] === 'ScaledInteger', `${name} is of integers`);
  const [scale, offset] = [Number(attributes['scale'] ?? 1), Number(attributes['offset'] ?? 0)];
  return { name, minimum, maximum, bits, value: (stored) => Number(stored) * scale + offset };
}

interface Section {
  readonly streams: readonly Buffer[];
  /** Places of the data packets in the content, and that of the first record in each. */
  readonly packets: readonly { at: number; firstRecord: number }[];
  readonly end: number;
}

/** The packets of a compressed vector section (§9), with their streams put together. */
function readSection(content: Buffer, start: number, fields: readonly Field[]): Section {
  rule(start % 4 === 0, 'a section begins at a multiple of four');
  rule(content[start] === 1, 'id of a compressed vector section');
  rule(
    content.subarray(start + 1, start + 8).every((byte) => byte === 0),
    'reserved bytes of a section',
  );
  const end = start + Number(content.readBigUInt64LE(start + 8));
  rule(end <= content.length && end % 4 === 0, 'length of the section');
  const dataAt = content.readBigUInt64LE(start + 16);
  const indexAt = content.readBigUInt64LE(start + 24);
  const parts: Buffer[][] = fields.map(() => []);
  const packets: { at: number; firstRecord: number }[] = [];
  const indexes: number[] = [];
  let records = 0;
  let at = start + 32;
  while (at < end) {
    const [type, length] = [content[at], content.readUInt16LE(at + 2) + 1];
    rule(length % 4 === 0 && at + length <= end, `length of the packet at ${at}`);
    if (type === 0) indexes.push(at);
    else {
      rule(type === 1 && content[at + 1] === 0, `kind of the packet at ${at}`);
      const lengths = fields.map((_, i) => content.readUInt16LE(at + 6 + 2 * i));
      rule(content.readUInt16LE(at + 4) === fields.length, 'a stream a field');
      packets.push({ at, firstRecord: records });
      let from = at + 6 + 2 * fields.length;
      lengths.forEach((bytes, i) => {
        parts[i]!.push(content.subarray(from, from + bytes));
        from += bytes;
      });
      rule(from <= at + length && at + length - from < 4, `streams fill the packet at ${at}`);
      rule(
        content.subarray(from, at + length).every((byte) => byte === 0),
        'padding of a packet',
      );
      records += (lengths[0]! * 8) / fields[0]!.bits;
    }
    at += length;
  }
  rule(at === end, 'packets fill the section');
  if (packets.length > 0) rule(logicalOf(dataAt) === packets[0]!.at, 'place of the first data packet');
  checkIndex(content, indexes, { indexAt, packets });
  return { streams: parts.map((part) => Buffer.concat(part)), packets, end };
}

/** An index packet is needed (§9), and its entries lead to data packets. */
function checkIndex(
  content: Buffer,
  indexes: readonly number[],
  { indexAt, packets }: Pick<Section, 'packets'> & { indexAt: bigint },
): void {
  rule(indexes.length === 1 && logicalOf(indexAt) === indexes[0], 'place of the index packet');
  const at = indexes[0]!;
  const entries = content.readUInt16LE(at + 4);
  rule(entries >= 1 && content.readUInt16LE(at + 2) + 1 === 16 + 16 * entries, 'length of the index packet');
  rule(
    content.subarray(at + 6, at + 16).every((byte) => byte === 0),
    'level and reserved bytes of the index packet',
  );
  for (let i = 0; i < entries && packets.length > 0; i++) {
    const record = Number(content.readBigUInt64LE(at + 16 + 16 * i));
    const place = logicalOf(content.readBigUInt64LE(at + 24 + 16 * i));
    const packet = packets.find((one) => one.at === place);
    rule(packet?.firstRecord === record, `entry ${i} of the index`);
  }
}

/** The values of a stream: bits from the least significant one on, above the field's minimum (§9). */
function decode(stream: Buffer, field: Field, count: number): number[] {
  rule(stream.length === Math.ceil((count * field.bits) / 8), `length of the stream of ${field.name}`);
  const values: number[] = [];
  let [buffer, held, at] = [0n, 0, 0];
  for (let i = 0; i < count; i++) {
    for (; held < field.bits; held += 8) buffer |= BigInt(stream[at++]!) << BigInt(held);
    const stored = (buffer & ((1n << BigInt(field.bits)) - 1n)) + field.minimum;
    rule(stored <= field.maximum, `range of ${field.name}`);
    values.push(field.value(stored));
    buffer >>= BigInt(field.bits);
    held -= field.bits;
  }
  return values;
}

function checkBounds(scan: Node, columns: ReadonlyMap<string, number[]>): void {
  const bounds = child(scan, 'cartesianBounds', 'Structure');
  for (const axis of ['x', 'y', 'z']) {
    const values = columns.get(`cartesian${axis.toUpperCase()}`)!;
    if (values.length === 0) continue;
    const [least, most] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
    rule(numberIn(bounds, `${axis}Minimum`, 'Float') === least, `least ${axis}`);
    rule(numberIn(bounds, `${axis}Maximum`, 'Float') === most, `largest ${axis}`);
  }
  for (const name of ['intensity', 'colorRed', 'colorGreen', 'colorBlue']) {
    const values = columns.get(name);
    const limits = scan.children.find((one) => one.name === `${name.replace(/Red|Green|Blue/, '')}Limits`);
    rule((values === undefined) === (limits === undefined), `limits of ${name}`);
    if (!values || !limits) continue;
    const [least, most] = [`${name}Minimum`, `${name}Maximum`].map((one) => numberIn(limits, one, 'Integer'));
    rule(
      values.every((value) => value >= least! && value <= most!),
      `${name} is within its limits`,
    );
  }
}

/** Reads a file of one scan. Throws at the first rule that it breaks. */
export async function readStrictE57(path: string): Promise<ReadFile & { readonly title: string }> {
  const file = await readFile(path);
  const content = contentOf(file);
  rule(content.toString('latin1', 0, 8) === 'ASTM-E57', 'signature');
  rule(content.readUInt32LE(8) === 1 && content.readUInt32LE(12) === 0, 'version 1.0');
  rule(content.readBigUInt64LE(16) === BigInt(file.length), 'length of the file');
  rule(content.readBigUInt64LE(40) === 1024n, 'size of pages');
  const xmlAt = logicalOf(content.readBigUInt64LE(24));
  const xmlEnd = xmlAt + Number(content.readBigUInt64LE(32));
  rule(xmlEnd <= content.length && content.length - xmlEnd < PAYLOAD, 'the XML ends in the last page');
  rule(
    content.subarray(xmlEnd).every((byte) => byte === 0),
    'nothing is behind the XML',
  );
  const root = parseXml(new TextDecoder('utf-8', { fatal: true }).decode(content.subarray(xmlAt, xmlEnd)));
  rule(root.name === 'e57Root' && root.attributes['type'] === 'Structure', 'root element');
  rule(child(root, 'formatName', 'String').text === 'ASTM E57 3D Imaging Data File', 'name of the format');
  rule(GUID.test(child(root, 'guid', 'String').text), 'guid of the file');
  rule(numberIn(root, 'versionMajor', 'Integer') === 1 && numberIn(root, 'versionMinor', 'Integer') === 0, 'version');
  child(root, 'images2D', 'Vector');
  const scans = child(root, 'data3D', 'Vector').children;
  rule(scans.length === 1 && scans[0]!.attributes['type'] === 'Structure', 'one scan');
  const scan = scans[0]!;
  rule(GUID.test(child(scan, 'guid', 'String').text), 'guid of the scan');
  const points = child(scan, 'points', 'CompressedVector');
  rule(child(points, 'codecs', 'Vector').children.length === 0, 'the default codec');
  const fields = child(points, 'prototype', 'Structure').children.map(fieldOf);
  const count = Number(points.attributes['recordCount']);
  const section = readSection(content, logicalOf(BigInt(points.attributes['fileOffset']!)), fields);
  rule(section.end === xmlAt, 'the XML follows the section');
  const columns = new Map(fields.map((field, i) => [field.name, decode(section.streams[i]!, field, count)]));
  rule(columns.size === fields.length, 'names of fields');
  checkBounds(scan, columns);
  const at = (name: string, i: number) => columns.get(name)?.[i] ?? null;
  return {
    title: child(scan, 'name', 'String').text,
    wkt: root.children.find(({ name }) => name === 'coordinateMetadata')?.text ?? null,
    points: Array.from({ length: count }, (_, i): ReadPoint => ({
      x: at('cartesianX', i)!,
      y: at('cartesianY', i)!,
      z: at('cartesianZ', i)!,
      intensity: at('intensity', i),
      red: at('colorRed', i),
      green: at('colorGreen', i),
      blue: at('colorBlue', i),
    })),
  };
}
