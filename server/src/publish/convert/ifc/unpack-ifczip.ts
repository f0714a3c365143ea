import { createReadStream, createWriteStream } from 'node:fs';
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { MalformedContentError } from '@overlook/shared/tiles3d';
import { listed } from '../listed.ts';

/** Most bytes that an archive may unpack to; what a ZIP without its 64-bit fields can hold. */
const MOST_UNPACKED = 2 ** 32 - 2;
/** An IFC archive lists one file, or a few. */
const MOST_DIRECTORY = 1 << 20;

/** Layout of ZIP (APPNOTE 6.3.10): end record §4.3.16, directory §4.3.12, file header §4.3.7. */
const END = { signature: 0x06054b50, bytes: 22, longestComment: 65_535 } as const;
const ENTRY = { signature: 0x02014b50, bytes: 46 } as const;
const FILE = { signature: 0x04034b50, bytes: 30 } as const;
const [STORED, DEFLATED] = [0, 8];
const ENCRYPTED = 1;

interface Entry {
  readonly name: string;
  readonly flags: number;
  readonly method: number;
  readonly crc: number;
  readonly packed: number;
  readonly unpacked: number;
  readonly header: number;
}

/**
 * Unpacks the one IFC file of an archive into `folder`, which is made, under the archive's own name; returns its path. Names in
 * the archive are not used as paths. Throws `ContentError` for a file that is not such an archive, is damaged or unpacks to more than 4 GB.
 */
export async function unpackIfcZip(archive: string, folder: string): Promise<string> {
  const file = await open(archive, 'r');
  try {
    const entry = onlyIfc(await readDirectory(file));
    await mkdir(folder, { recursive: true });
    const target = path.join(folder, `${path.parse(archive).name}.ifc`);
    await unpack(archive, entry, await dataStart(file, entry), target);
    return target;
  } finally {
    await file.close();
  }
}

async function readDirectory(file: FileHandle): Promise<Entry[]> {
  const { size } = await file.stat();
  const tailBytes = Math.min(size, END.bytes + END.longestComment);
  const tail = await bytesAt(file, size - tailBytes, tailBytes);
  let end = tail.length - END.bytes;
  while (end >= 0 && tail.readUInt32LE(end) !== END.signature) end--;
  if (end < 0) throw new MalformedContentError('', 'is no ZIP archive, or is cut off.');
  const [count, bytes, offset] = [
    tail.readUInt16LE(end + 10),
    tail.readUInt32LE(end + 12),
    tail.readUInt32LE(end + 16),
  ];
  if (bytes > MOST_DIRECTORY || offset + bytes > size)
    throw new MalformedContentError('', 'has a directory that cannot be read.');
  const directory = await bytesAt(file, offset, bytes);
  const entries: Entry[] = [];
  for (let at = 0; entries.length < count;) {
    if (at + ENTRY.bytes > bytes || directory.readUInt32LE(at) !== ENTRY.signature)
      throw new MalformedContentError('', 'is damaged: its directory cannot be read.');
    const nameBytes = directory.readUInt16LE(at + 28);
    entries.push({
      name: directory.toString('utf8', at + ENTRY.bytes, at + ENTRY.bytes + nameBytes),
      flags: directory.readUInt16LE(at + 8),
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
      packed: directory.readUInt32LE(at + 20),
      unpacked: directory.readUInt32LE(at + 24),
      header: directory.readUInt32LE(at + 42),
    });
    at += ENTRY.bytes + nameBytes + directory.readUInt16LE(at + 30) + directory.readUInt16LE(at + 32);
  }
  return entries;
}

function onlyIfc(entries: readonly Entry[]): Entry {
  // macOS adds a file of its own to each: "__MACOSX/._plant.ifc".
  const found = entries.filter(({ name }) => /\.ifc$/i.test(name) && !/(^|\/)\._/.test(name));
  const [entry] = found;
  if (!entry)
    throw new MalformedContentError('', `holds no .ifc, but ${listed(entries.map(({ name }) => name)) || 'nothing'}.`);
  if (found.length > 1)
    throw new MalformedContentError(
      '',
      `holds ${found.length} IFC files: ${listed(found.map(({ name }) => name))}. Unpack them.`,
    );
  const fail = (reason: string): never => {
    throw new MalformedContentError(entry.name, reason);
  };
  if (entry.flags & ENCRYPTED) fail('is encrypted.');
  if (entry.method !== STORED && entry.method !== DEFLATED)
    fail(`is packed by method ${entry.method}, which cannot be read.`);
  if (entry.unpacked > MOST_UNPACKED) fail(`unpacks to more than ${MOST_UNPACKED} bytes.`);
  return entry;
}

/** Where the packed bytes begin: after a header of the file that repeats the directory's. */
async function dataStart(file: FileHandle, { name, header, packed }: Entry): Promise<number> {
  const { size } = await file.stat();
  const bytes = header + FILE.bytes <= size ? await bytesAt(file, header, FILE.bytes) : null;
  const start = bytes ? header + FILE.bytes + bytes.readUInt16LE(26) + bytes.readUInt16LE(28) : Infinity;
  if (bytes?.readUInt32LE(0) !== FILE.signature || start + packed > size)
    throw new MalformedContentError(name, 'is damaged: it is not where the directory says.');
  return start;
}

async function unpack(archive: string, entry: Entry, start: number, target: string): Promise<void> {
  const damaged = (reason: string) => new MalformedContentError(entry.name, `is damaged: ${reason}.`);
  let [bytes, crc] = [0, 0];
  const counted = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      crc = crc32(chunk, crc);
      done(
        bytes > entry.unpacked ? damaged(`it unpacks to more than the ${entry.unpacked} bytes that it names`) : null,
        chunk,
      );
    },
  });
  const source = createReadStream(archive, { start, end: start + Math.max(entry.packed, 1) - 1 });
  const inflate = entry.method === DEFLATED ? [createInflateRaw()] : [];
  const out = createWriteStream(target);
  await pipeline([source, ...inflate, counted, out]).catch((error: NodeJS.ErrnoException) => {
    throw error.code?.startsWith('Z_') ? damaged('its packed bytes cannot be read') : error;
  });
  if (bytes !== entry.unpacked || crc !== entry.crc) throw damaged('its checksum is wrong');
}

async function bytesAt(file: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.alloc(length);
  const { bytesRead } = await file.read(bytes, 0, length, offset);
  return bytes.subarray(0, bytesRead);
}
