import { crc32c } from '../crc32c.ts';
import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';

/**
 * Bytes of a page in the file, and without its checksum. Offsets that count checksums are physical, others are logical.
 */
const PAGE_BYTES = 1024;
const PAYLOAD_BYTES = PAGE_BYTES - 4;
const HEADER_BYTES = 48;
/** Pages of one read while points are read: 512 kB. */
const WINDOW_PAGES = 512;

export interface E57Header {
  /** Logical. */
  readonly xmlAt: number;
  readonly xmlBytes: number;
}

const isE57 = (start: FileBytes): boolean => start.length >= 8 && start.toString('latin1', 0, 8) === 'ASTM-E57';

/**
 * The pages of an E57 file (ASTM E2807-11 §7 to §9): 1,020 bytes and a CRC-32C each. Every page that is read is checked.
 * Keeps the last pages, so that consecutive packets need one read.
 */
export class E57Pages {
  readonly logicalBytes: number;
  readonly #physical: FileBytes;
  readonly #window: FileBytes;
  #windowAt = 0;
  #windowBytes = 0;

  constructor(private readonly file: PointFile) {
    this.logicalBytes = Math.floor(file.sizeBytes / PAGE_BYTES) * PAYLOAD_BYTES;
    this.#physical = file.allocate(WINDOW_PAGES * PAGE_BYTES);
    this.#window = file.allocate(WINDOW_PAGES * PAYLOAD_BYTES);
  }

  /** Throws the refusals of `file` where the file is no E57, of another version, or cut off. */
  async readHeader(): Promise<E57Header> {
    const { file } = this;
    const place = 'header';
    const start = await file.read(0, HEADER_BYTES, place);
    if (!isE57(start)) throw file.refusal(place, 'It is no E57 file: it does not begin with “ASTM-E57”.');
    const bytes = await this.read(0, HEADER_BYTES, place);
    const [major, pageBytes] = [bytes.readUInt32LE(8), bytes.readBigUInt64LE(40)];
    if (major !== 1) throw file.refusal(place, `It is E57 ${major}; version 1 can be read.`);
    if (pageBytes !== BigInt(PAGE_BYTES))
      throw file.refusal(place, `Its pages have ${pageBytes} bytes; ${PAGE_BYTES} can be read.`);
    const length = bytes.readBigUInt64LE(16);
    if (length > BigInt(file.sizeBytes))
      throw file.refusal(place, `The file is cut off: it says that it has ${length} bytes and has ${file.sizeBytes}.`);
    return {
      xmlAt: this.logical(bytes.readBigUInt64LE(24), 'place of the XML'),
      xmlBytes: Number(bytes.readBigUInt64LE(32)),
    };
  }

  /** The logical offset of a physical one; throws for one that is outside the file or in a checksum. */
  logical(physical: bigint, what: string): number {
    const [page, inPage] = [Number(physical / BigInt(PAGE_BYTES)), Number(physical % BigInt(PAGE_BYTES))];
    const at = page * PAYLOAD_BYTES + inPage;
    if (inPage >= PAYLOAD_BYTES || !(at < this.logicalBytes))
      throw this.file.refusal(what, `It points to byte ${physical}, where nothing can be.`);
    return at;
  }

  /** Logical bytes in a buffer of their own. */
  async read(at: number, length: number, what: string): Promise<FileBytes> {
    this.within(at, length, what);
    const bytes = this.file.allocate(length);
    for (let done = 0; done < length;) {
      const part = await this.part(at + done, Math.min(length - done, PAYLOAD_BYTES), what);
      bytes.set(part, done);
      done += part.length;
    }
    return bytes;
  }

  /** At most 64 kB of logical bytes, valid until the next call. */
  async part(at: number, length: number, what: string): Promise<FileBytes> {
    this.within(at, length, what);
    if (at < this.#windowAt || at + length > this.#windowAt + this.#windowBytes) await this.#load(at, length, what);
    const start = at - this.#windowAt;
    return this.#window.subarray(start, start + length);
  }

  within(at: number, length: number, what: string): void {
    if (!(length >= 0 && at >= 0 && at + length <= this.logicalBytes))
      throw this.file.refusal(what, `The file is cut off or damaged: ${length} bytes are needed that it has not.`);
  }

  /** Reads the pages from `at` on, up to the first damaged one, which fails only those who need it. */
  async #load(at: number, length: number, what: string): Promise<void> {
    const first = Math.floor(at / PAYLOAD_BYTES);
    const pages = Math.min(WINDOW_PAGES, this.logicalBytes / PAYLOAD_BYTES - first);
    this.#windowBytes = 0;
    const physical = await this.file.into(this.#physical, first * PAGE_BYTES, pages * PAGE_BYTES, what);
    for (let page = 0; page < pages; page++) {
      const start = page * PAGE_BYTES;
      const end = start + PAYLOAD_BYTES;
      if (crc32c(physical.subarray(start, end)) !== bigEndian(physical, end)) {
        if ((first + page) * PAYLOAD_BYTES >= at + length) break;
        this.#windowBytes = 0;
        throw this.file.refusal(`page ${first + page}`, 'Its checksum is wrong: the file is damaged.');
      }
      this.#window.set(physical.subarray(start, end), page * PAYLOAD_BYTES);
      this.#windowBytes = (page + 1) * PAYLOAD_BYTES;
    }
    this.#windowAt = first * PAYLOAD_BYTES;
  }
}

/** Checksums are the only big-endian numbers of the format. */
const bigEndian = (bytes: Uint8Array, at: number): number =>
  ((bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!) >>> 0;
