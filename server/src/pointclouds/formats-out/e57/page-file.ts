import { crc32c } from '@overlook/shared/point-files';
import { PartFile } from '../part-file.ts';

/** ASTM E2807 §9: pages of 1024 bytes, each with a checksum of its first 1020. */
export const PAGE_BYTES = 1024;
const PAYLOAD_BYTES = 1020;

/** The offset in the file (`physical`) of an offset in the content (`logical`), bytes. */
export const physicalOffset = (logical: number): number =>
  Math.floor(logical / PAYLOAD_BYTES) * PAGE_BYTES + (logical % PAYLOAD_BYTES);

/** Writes content in pages. The first page is kept in memory, because its content is known only at the end. */
export class PageFile {
  readonly #file: PartFile;
  readonly #page = Buffer.alloc(PAGE_BYTES);
  #filled = 0;
  #first: Buffer | null = null;
  #length = 0;

  constructor(path: string) {
    this.#file = new PartFile(path);
  }

  /** Bytes of content so far. */
  get logicalLength(): number {
    return this.#length;
  }

  /** Bytes of the file when it is finished now. */
  get physicalLength(): number {
    return Math.ceil(this.#length / PAYLOAD_BYTES) * PAGE_BYTES;
  }

  append(bytes: Uint8Array): void {
    for (let from = 0; from < bytes.length;) {
      const taken = Math.min(bytes.length - from, PAYLOAD_BYTES - this.#filled);
      this.#page.set(bytes.subarray(from, from + taken), this.#filled);
      this.#filled += taken;
      from += taken;
      if (this.#filled === PAYLOAD_BYTES) this.#endPage();
    }
    this.#length += bytes.length;
  }

  /** Fills the last page with zeros, writes `start` over the beginning of the content, and closes the file safely. */
  finish(start: Uint8Array): void {
    if (this.#filled > 0) this.#endPage();
    this.#first!.set(start, 0);
    this.#file.replace(withChecksum(this.#first!), 0);
    this.#file.finish();
  }

  discard(): void {
    this.#file.discard();
  }

  #endPage(): void {
    this.#page.fill(0, this.#filled, PAYLOAD_BYTES);
    this.#first ??= Buffer.from(this.#page);
    this.#file.append(withChecksum(this.#page));
    this.#filled = 0;
  }
}

/** The checksum is big-endian, unlike all else in the file: readers compute it so (libE57Format). */
function withChecksum(page: Buffer): Buffer {
  page.writeUInt32BE(crc32c(page.subarray(0, PAYLOAD_BYTES)), PAYLOAD_BYTES);
  return page;
}
