/**
 * A pack: the files of a folder as one ZIP archive (stored, zip64 where it is needed), which is read by ranges. Before the list of the archive
 * it has an index of its own, whose place is in the comment at the end: where each file is, its size and its CRC, sorted by hashes of the
 * paths, so that it is searched as it is read, in 32 bytes a file. The same files make the same bytes.
 */
import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';

/** A file to be packed. */
export interface FileToPack {
  /** Relative, with `/`. */
  readonly path: string;
  read(): Promise<Uint8Array>;
}

/** Where a file is in its pack. */
export interface PackedPlace {
  readonly first: number;
  readonly sizeBytes: number;
  readonly crc32: number;
}

/** The name of the index in the archive. */
const INDEX_NAME = '.overlook-index';
const COMMENT = /overlook-pack-1 (\d+) (\d+)$/;
/** Of a hash, of the first byte of the file, of its size and its CRC. */
const HASH_BYTES = 16;
const ROW_BYTES = HASH_BYTES + 8 + 4 + 4;

const LOCAL = 0x04034b50;
const LOCAL_BYTES = 30;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const END = 0x06054b50;
const END_BYTES = 22;
const END_64 = 0x06064b50;
const END_64_BYTES = 56;
const LOCATOR_64 = 0x07064b50;
const LOCATOR_64_BYTES = 20;
const EXTRA_64_BYTES = 12;
const VERSION = 45;
/** Names are UTF-8. */
const FLAGS = 0x0800;
/** 1 January 1980: the time of a file would change the bytes. */
const NO_DATE = 0x21;
const IN_EXTRA = 0xffff_ffff;
/** Larger files would need another record; no published file has half of it. */
const FILE_LARGEST_BYTES = 0xffff_fffe;
const COUNT_IN_EXTRA = 0xffff;

const hashOf = (path: string): Buffer => createHash('sha256').update(path).digest().subarray(0, HASH_BYTES);

interface Written extends PackedPlace {
  readonly name: Buffer;
  /** Of its local header. */
  readonly at: number;
}

function localHeader(name: Buffer, sizeBytes: number, crc: number): Buffer {
  const header = Buffer.alloc(LOCAL_BYTES);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(FLAGS, 6);
  header.writeUInt16LE(NO_DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(sizeBytes, 18);
  header.writeUInt32LE(sizeBytes, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function listEntry({ name, sizeBytes, crc32: crc, at }: Written): Buffer {
  const isFar = at >= IN_EXTRA;
  const entry = Buffer.alloc(ENTRY_BYTES);
  entry.writeUInt32LE(ENTRY, 0);
  entry.writeUInt16LE(VERSION, 4);
  entry.writeUInt16LE(VERSION, 6);
  entry.writeUInt16LE(FLAGS, 8);
  entry.writeUInt16LE(NO_DATE, 14);
  entry.writeUInt32LE(crc, 16);
  entry.writeUInt32LE(sizeBytes, 20);
  entry.writeUInt32LE(sizeBytes, 24);
  entry.writeUInt16LE(name.length, 28);
  entry.writeUInt16LE(isFar ? EXTRA_64_BYTES : 0, 30);
  entry.writeUInt32LE(isFar ? IN_EXTRA : at, 42);
  if (!isFar) return Buffer.concat([entry, name]);
  const extra = Buffer.alloc(EXTRA_64_BYTES);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(8, 2);
  extra.writeBigUInt64LE(BigInt(at), 4);
  return Buffer.concat([entry, name, extra]);
}

function endOfList(
  { count, at, bytes }: { count: number; at: number; bytes: number },
  { first, sizeBytes }: PackedPlace,
): Buffer {
  const is64 = count >= COUNT_IN_EXTRA || at + bytes >= IN_EXTRA;
  const comment = Buffer.from(`overlook-pack-1 ${first} ${sizeBytes}`);
  const end = Buffer.alloc(END_BYTES);
  end.writeUInt32LE(END, 0);
  end.writeUInt16LE(is64 ? COUNT_IN_EXTRA : count, 8);
  end.writeUInt16LE(is64 ? COUNT_IN_EXTRA : count, 10);
  end.writeUInt32LE(is64 ? IN_EXTRA : bytes, 12);
  end.writeUInt32LE(is64 ? IN_EXTRA : at, 16);
  end.writeUInt16LE(comment.length, 20);
  if (!is64) return Buffer.concat([end, comment]);
  const end64 = Buffer.alloc(END_64_BYTES);
  end64.writeUInt32LE(END_64, 0);
  end64.writeBigUInt64LE(BigInt(END_64_BYTES - 12), 4);
  end64.writeUInt16LE(VERSION, 12);
  end64.writeUInt16LE(VERSION, 14);
  end64.writeBigUInt64LE(BigInt(count), 24);
  end64.writeBigUInt64LE(BigInt(count), 32);
  end64.writeBigUInt64LE(BigInt(bytes), 40);
  end64.writeBigUInt64LE(BigInt(at), 48);
  const locator = Buffer.alloc(LOCATOR_64_BYTES);
  locator.writeUInt32LE(LOCATOR_64, 0);
  locator.writeBigUInt64LE(BigInt(at + bytes), 8);
  locator.writeUInt32LE(1, 16);
  return Buffer.concat([end64, locator, end, comment]);
}

function indexOf(written: readonly (Written & { readonly hash: Buffer })[]): Buffer {
  const index = Buffer.alloc(written.length * ROW_BYTES);
  const sorted = written.toSorted((a, b) => a.hash.compare(b.hash));
  for (const [i, { hash, first, sizeBytes, crc32: crc }] of sorted.entries()) {
    const at = i * ROW_BYTES;
    hash.copy(index, at);
    index.writeBigUInt64LE(BigInt(first), at + HASH_BYTES);
    index.writeUInt32LE(sizeBytes, at + HASH_BYTES + 8);
    index.writeUInt32LE(crc, at + HASH_BYTES + 12);
  }
  return index;
}

/** Files that are requested one after another are neighbours: a browser takes all in one form, compressed or not. */
function byRequest({ path: a }: FileToPack, { path: b }: FileToPack): number {
  const [formA, formB] = [a, b].map((path) => ['.br', '.gz'].findIndex((ending) => path.endsWith(ending)));
  return formA! - formB! || (a < b ? -1 : 1);
}

/** The bytes of a pack of these files, whose paths differ, in pieces. Throws a RangeError for a file of 4 GiB. */
export async function* packBytes(files: readonly FileToPack[]): AsyncGenerator<Buffer> {
  const written: (Written & { hash: Buffer })[] = [];
  let at = 0;
  function* place(path: string, bytes: Uint8Array): Generator<Buffer> {
    if (bytes.byteLength > FILE_LARGEST_BYTES) throw new RangeError(`${path} is too large to be packed`);
    const name = Buffer.from(path);
    const crc = crc32(bytes);
    const first = at + LOCAL_BYTES + name.length;
    written.push({ name, hash: hashOf(path), at, first, sizeBytes: bytes.byteLength, crc32: crc });
    yield localHeader(name, bytes.byteLength, crc);
    yield Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    at = first + bytes.byteLength;
  }
  for (const { path, read } of files.toSorted(byRequest)) yield* place(path, await read());
  yield* place(INDEX_NAME, indexOf(written));
  let bytes = 0;
  for (const one of written) {
    const entry = listEntry(one);
    bytes += entry.length;
    yield entry;
  }
  yield endOfList({ count: written.length, at, bytes }, written.at(-1)!);
}

/** Read at first: the whole index of a small pack is within. */
const TAIL_BYTES = 64 * 1024;

/** The index of a pack, in memory as it is stored. */
export class PackIndex {
  private constructor(private readonly rows: Buffer) {}

  /** Reads the index of a pack of `sizeBytes`; `read` gives bytes `first` to `last`. Throws an `Error` for another file. */
  static async read(
    sizeBytes: number,
    read: (range: { first: number; last: number }) => Promise<Buffer>,
  ): Promise<PackIndex> {
    const tailAt = Math.max(0, sizeBytes - TAIL_BYTES);
    const tail = await read({ first: tailAt, last: sizeBytes - 1 });
    const [, first, bytes] = COMMENT.exec(tail.toString('latin1', Math.max(0, tail.length - 64)))?.map(Number) ?? [];
    if (first === undefined || bytes === undefined || first + bytes > sizeBytes || bytes % ROW_BYTES !== 0)
      throw new Error('is no pack, or is cut off');
    if (bytes === 0) return new PackIndex(Buffer.alloc(0));
    const rows = first >= tailAt ? tail.subarray(first - tailAt) : await read({ first, last: first + bytes - 1 });
    // A copy: a part of the tail would keep all of it.
    return new PackIndex(Buffer.from(rows.subarray(0, bytes)));
  }

  get bytes(): number {
    return this.rows.length;
  }

  /** Null where the pack has no such file. */
  find(path: string): PackedPlace | null {
    const hash = hashOf(path);
    let [low, high] = [0, this.rows.length / ROW_BYTES];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const at = middle * ROW_BYTES;
      const order = this.rows.compare(hash, 0, HASH_BYTES, at, at + HASH_BYTES);
      if (order === 0)
        return {
          first: Number(this.rows.readBigUInt64LE(at + HASH_BYTES)),
          sizeBytes: this.rows.readUInt32LE(at + HASH_BYTES + 8),
          crc32: this.rows.readUInt32LE(at + HASH_BYTES + 12),
        };
      if (order < 0) low = middle + 1;
      else high = middle;
    }
    return null;
  }
}

/** Takes numbers of bytes from a stream. */
class Pieces {
  readonly #source: AsyncIterator<Buffer>;
  #rest: Buffer = Buffer.alloc(0);

  constructor(source: AsyncIterable<Buffer>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** The next bytes, `most` at most and one at least. Throws an `Error` at the end. */
  async some(most: number): Promise<Buffer> {
    while (this.#rest.length === 0) {
      const next = await this.#source.next();
      if (next.done) throw new Error('is cut off');
      this.#rest = next.value;
    }
    const taken = this.#rest.subarray(0, most);
    this.#rest = this.#rest.subarray(taken.length);
    return taken;
  }

  async all(bytes: number): Promise<Buffer> {
    const pieces: Buffer[] = [];
    for (let left = bytes; left > 0; left -= pieces.at(-1)!.length) pieces.push(await this.some(left));
    return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces);
  }

  /** Reads what is left. */
  async drain(): Promise<void> {
    while (!(await this.#source.next()).done);
  }

  /** A stream that is not read to its end would hold its connection. */
  async close(): Promise<void> {
    await this.#source.return?.();
  }
}

/** A file of a pack that is read from its beginning; `pieces` are read to their end before the next file is asked for. */
export interface UnpackedFile {
  readonly path: string;
  readonly sizeBytes: number;
  /** Throws an `Error` after the last one where the bytes are not those of the CRC. */
  pieces(): AsyncGenerator<Buffer>;
}

/**
 * The files of a pack that is read as one stream. Its list is not read: the caller compares the hash of the whole, or trusts the CRC of each.
 * Throws an `Error` for another file.
 */
export async function* unpackedFiles(bytes: AsyncIterable<Buffer>): AsyncGenerator<UnpackedFile> {
  const source = new Pieces(bytes);
  try {
    for (;;) {
      const header = await source.all(LOCAL_BYTES);
      if (header.readUInt32LE(0) !== LOCAL) throw new Error('is no pack');
      const path = (await source.all(header.readUInt16LE(26))).toString();
      if (path === INDEX_NAME) return await source.drain();
      const [crc, sizeBytes] = [header.readUInt32LE(14), header.readUInt32LE(18)];
      yield { path, sizeBytes, pieces: () => piecesOf(source, { path, crc, sizeBytes }) };
    }
  } finally {
    await source.close();
  }
}

async function* piecesOf(
  source: Pieces,
  { path, crc, sizeBytes }: { path: string; crc: number; sizeBytes: number },
): AsyncGenerator<Buffer> {
  let seen = 0;
  for (let left = sizeBytes; left > 0;) {
    const piece = await source.some(left);
    seen = crc32(piece, seen);
    left -= piece.length;
    yield piece;
  }
  if (seen !== crc) throw new Error(`has other bytes of ${path} than were packed`);
}
