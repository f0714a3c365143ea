import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crc32c } from '../crc32c.ts';
import { type FileBytes, PlainBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import { E57Pages } from './e57-pages.ts';

const PAGES = 4;
const PAGE = 1024;
const PAYLOAD = 1020;

function memoryFile(bytes: Uint8Array): PointFile {
  const refusal = (place: string, reason: string) => new Error(`${place}: ${reason}`);
  const within = (at: number, length: number, what: string) => {
    if (at + length > bytes.length) throw refusal(what, 'The file is too short.');
  };
  const into = async (buffer: FileBytes, at: number, length: number, what: string) => {
    within(at, length, what);
    const part = buffer.subarray(0, length);
    part.set(bytes.subarray(at, at + length));
    return part;
  };
  return {
    name: 'scan.e57',
    sizeBytes: bytes.length,
    read: (at, length, what) => into(new PlainBytes(new ArrayBuffer(length)), at, length, what),
    into,
    allocate: (length) => new PlainBytes(new ArrayBuffer(length)),
    within,
    refusal,
    close: async () => undefined,
  };
}

/** A header, then bytes that differ from page to page. */
function logicalBytes({
  magic = 'ASTM-E57',
  major = 1,
  bytes = PAGES * PAGE,
  xmlAt = 2 * PAGE,
  pageBytes = PAGE,
} = {}): Uint8Array {
  const logical = Uint8Array.from({ length: PAGES * PAYLOAD }, (_, i) => (i * 31) ^ (i >> 8));
  const view = new DataView(logical.buffer);
  logical.set([...magic].map((letter) => letter.charCodeAt(0)));
  view.setUint32(8, major, true);
  view.setBigUint64(16, BigInt(bytes), true);
  view.setBigUint64(24, BigInt(xmlAt), true);
  view.setBigUint64(32, 77n, true);
  view.setBigUint64(40, BigInt(pageBytes), true);
  return logical;
}

function paged(logical: Uint8Array): Uint8Array {
  const out = new Uint8Array((logical.length / PAYLOAD) * PAGE);
  for (let page = 0; page * PAYLOAD < logical.length; page++) {
    const payload = logical.subarray(page * PAYLOAD, (page + 1) * PAYLOAD);
    out.set(payload, page * PAGE);
    new DataView(out.buffer).setUint32(page * PAGE + PAYLOAD, crc32c(payload), false);
  }
  return out;
}

const pagesOf = (bytes: Uint8Array) => new E57Pages(memoryFile(bytes));
const LOGICAL = logicalBytes();
const range = fc
  .tuple(fc.nat(LOGICAL.length), fc.nat(LOGICAL.length))
  .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);

describe('the pages of an E57 file', () => {
  it('give the bytes between their checksums, in any order of reading', async () => {
    const pages = pagesOf(paged(LOGICAL));
    expect(pages.logicalBytes).toBe(LOGICAL.length);
    await fc.assert(
      fc.asyncProperty(range, async ([from, to]) => {
        expect(Array.from(await pages.read(from, to - from, 'part'))).toEqual(Array.from(LOGICAL.subarray(from, to)));
      }),
    );
  });

  it('are refused where one bit of them is wrong, in the data or in the checksum', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(PAGES * PAGE - 1), fc.nat(7), async (at, bit) => {
        const bytes = paged(LOGICAL);
        bytes[at]! ^= 1 << bit;
        const page = Math.floor(at / PAGE);
        await expect(pagesOf(bytes).read(page * PAYLOAD, 1, 'part')).rejects.toThrow(
          `page ${page}: Its checksum is wrong`,
        );
      }),
    );
  });

  it('end with the file', async () => {
    const pages = pagesOf(paged(LOGICAL));
    await expect(pages.read(LOGICAL.length - 1, 2, 'part')).rejects.toThrow('part: The file is cut off or damaged');
    await expect(pages.read(-1, 1, 'part')).rejects.toThrow('part: The file is cut off or damaged');
  });

  it('have a logical offset for each physical one but those of checksums', () => {
    const pages = pagesOf(paged(LOGICAL));
    const bytes = paged(LOGICAL);
    for (let physical = 0; physical < bytes.length; physical++) {
      if (physical % PAGE < PAYLOAD) expect(LOGICAL[pages.logical(BigInt(physical), 'offset')]).toBe(bytes[physical]);
      else expect(() => pages.logical(BigInt(physical), 'offset')).toThrow(`offset: It points to byte ${physical}`);
    }
    expect(() => pages.logical(BigInt(bytes.length), 'offset')).toThrow('where nothing can be');
    expect(() => pages.logical(2n ** 63n, 'offset')).toThrow('where nothing can be');
  });
});

describe('the header', () => {
  it('says where the XML is', async () => {
    expect(await pagesOf(paged(LOGICAL)).readHeader()).toEqual({ xmlAt: 2 * PAYLOAD, xmlBytes: 77 });
  });

  it.each([
    [{ magic: 'ASTM-E58' }, 'It is no E57 file'],
    [{ major: 2 }, 'It is E57 2'],
    [{ pageBytes: 512 }, 'Its pages have 512 bytes'],
    [{ bytes: PAGES * PAGE + 1 }, 'The file is cut off'],
    [{ xmlAt: PAGE - 1 }, 'place of the XML: It points to byte 1023'],
  ])('%j is refused', async (fields, message) => {
    await expect(pagesOf(paged(logicalBytes(fields))).readHeader()).rejects.toThrow(message);
  });
});
