import { readSync } from 'node:fs';

const CHUNK_BYTES = 1 << 20;
const [QUOTE, HASH, SLASH, STAR, SEMICOLON, EQUALS, ZERO, NINE] = [0x27, 0x23, 0x2f, 0x2a, 0x3b, 0x3d, 0x30, 0x39];
const PAGE_BITS = 16;
const PAGE_BYTES = 2 ** PAGE_BITS / 8;

/** A set of line numbers in pages of bits: a few megabytes for millions of them, however far apart. */
class LineSet {
  readonly #pages = new Map<number, Uint8Array>();

  add(id: number): void {
    const key = Math.floor(id / 2 ** PAGE_BITS);
    let page = this.#pages.get(key);
    if (!page) this.#pages.set(key, (page = new Uint8Array(PAGE_BYTES)));
    page[(id % 2 ** PAGE_BITS) >> 3]! |= 1 << (id & 7);
  }

  has(id: number): boolean {
    const page = this.#pages.get(Math.floor(id / 2 ** PAGE_BITS));
    return page !== undefined && (page[(id % 2 ** PAGE_BITS) >> 3]! & (1 << (id & 7))) !== 0;
  }

  hasAllOf(others: LineSet): boolean {
    for (const [key, page] of others.#pages) {
      const own = this.#pages.get(key);
      if (page.some((bits, i) => (bits & ~(own?.[i] ?? 0)) !== 0)) return false;
    }
    return true;
  }
}

/**
 * Numbers of the lines of a STEP file (ISO 10303-21) that refer to a line that is not there. The file is read as a stream, once
 * where it is whole and twice where it is not.
 */
export function linesWithBrokenReferences(fd: number): ReadonlySet<number> {
  const defined = new LineSet();
  const referenced = new LineSet();
  scanReferences(fd, (line, to) => {
    if (to === null) defined.add(line);
    else referenced.add(to);
  });
  const broken = new Set<number>();
  if (defined.hasAllOf(referenced)) return broken;
  scanReferences(fd, (line, to) => {
    if (to !== null && !defined.has(to)) broken.add(line);
  });
  return broken;
}

/** Calls `found` with each line (`to` null) and each reference in it; what stands in texts and comments is neither. */
function scanReferences(fd: number, found: (line: number, to: number | null) => void): void {
  const chunk = Buffer.alloc(CHUNK_BYTES);
  let isText = false;
  let isComment = false;
  let isStart = true;
  let before = 0;
  let line = 0;
  /** The number that is being read, or was just before; −1 where there is none. */
  let number = -1;
  let isNumber = false;
  for (let offset = 0, length = 1; length > 0; offset += length) {
    length = readSync(fd, chunk, 0, CHUNK_BYTES, offset);
    for (let i = 0; i < length; i++) {
      const byte = chunk[i]!;
      if (isText) {
        if (byte === QUOTE) isText = false;
        continue;
      }
      if (isComment) {
        if (byte === SLASH && before === STAR) isComment = false;
        before = byte;
        continue;
      }
      if (isNumber && byte >= ZERO && byte <= NINE) {
        number = number * 10 + byte - ZERO;
        continue;
      }
      isNumber = false;
      // A number is the line's own where a line begins and an equals sign follows it, blanks or not.
      if (byte > 0x20 && number >= 0) {
        if (isStart && byte === EQUALS) found((line = number), null);
        else found(line, number);
        [number, isStart] = [-1, false];
      }
      if (byte === HASH) [number, isNumber] = [0, true];
      else if (byte === QUOTE) isText = true;
      else if (byte === SEMICOLON) isStart = true;
      else if (byte === STAR && before === SLASH) isComment = true;
      before = byte;
    }
  }
}
