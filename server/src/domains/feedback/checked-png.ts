import { once } from 'node:events';
import { crc32, createInflate } from 'node:zlib';
import { FEEDBACK_SCREENSHOT_PIXELS_MOST } from '@overlook/shared/config';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Chunks that define the picture; the others, for example texts, are omitted. */
const KEPT = new Set(['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'pHYs']);

/** Length, type and checksum of a chunk, in bytes. */
const CHUNK_FRAME = 12;

/** Samples of a pixel by colour type, with the bit depths that it allows (PNG 3rd edition, table 8). */
const COLOUR_TYPES: Readonly<Record<number, { samples: number; depths: readonly number[] }>> = {
  0: { samples: 1, depths: [1, 2, 4, 8, 16] },
  2: { samples: 3, depths: [8, 16] },
  3: { samples: 1, depths: [1, 2, 4, 8] },
  4: { samples: 2, depths: [8, 16] },
  6: { samples: 4, depths: [8, 16] },
};

interface Chunk {
  readonly type: string;
  readonly data: Buffer;
  readonly whole: Buffer;
}

/** The chunks of a file that is exactly one PNG, each with a correct checksum; null for anything else. */
function chunksOf(file: Buffer): Chunk[] | null {
  if (!file.subarray(0, SIGNATURE.length).equals(SIGNATURE)) return null;
  const chunks: Chunk[] = [];
  for (let at = SIGNATURE.length; at < file.length;) {
    if (file.length - at < CHUNK_FRAME) return null;
    const end = at + CHUNK_FRAME + file.readUInt32BE(at);
    if (end > file.length) return null;
    if (crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) return null;
    const type = file.toString('latin1', at + 4, at + 8);
    chunks.push({ type, data: file.subarray(at + 8, end - 4), whole: file.subarray(at, end) });
    if (type === 'IEND') return end === file.length ? chunks : null;
    at = end;
  }
  return null;
}

/** Bytes of the uncompressed rows, each after its filter byte; null for a header that our pictures never have. */
function rowBytesOf(head: Chunk | undefined): number | null {
  if (head?.type !== 'IHDR' || head.data.length !== 13) return null;
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  const [depth, colour, compression, filter, interlace] = head.data.subarray(8);
  const { samples, depths } = COLOUR_TYPES[colour!] ?? { samples: 0, depths: [] };
  if (!depths.includes(depth!) || compression !== 0 || filter !== 0 || interlace !== 0) return null;
  if (width === 0 || height === 0 || width * height > FEEDBACK_SCREENSHOT_PIXELS_MOST) return null;
  return height * (1 + Math.ceil((width * samples * depth!) / 8));
}

/** Whether the parts unpack to exactly this many bytes; stops unpacking at more. */
async function unpacksTo(bytes: number, parts: readonly Buffer[]): Promise<boolean> {
  const inflate = createInflate();
  let unpacked = 0;
  inflate.on('data', (chunk: Buffer) => {
    unpacked += chunk.length;
    if (unpacked > bytes) inflate.destroy(new Error('more than the head says'));
  });
  const ended = once(inflate, 'end');
  inflate.end(Buffer.concat(parts));
  return ended.then(
    () => unpacked === bytes,
    () => false,
  );
}

/**
 * A PNG with only its picture: complete, with a bounded number of pixels, and rows that unpack to the size of its
 * header (PNG 3rd edition, not interlaced). Null for anything else.
 */
export async function checkedPng(file: Buffer): Promise<Buffer | null> {
  const chunks = chunksOf(file);
  const bytes = rowBytesOf(chunks?.[0]);
  if (!chunks || bytes === null) return null;
  const parts = chunks.filter((chunk) => chunk.type === 'IDAT').map((chunk) => chunk.data);
  if (!(await unpacksTo(bytes, parts))) return null;
  return Buffer.concat([SIGNATURE, ...chunks.filter(({ type }) => KEPT.has(type)).map(({ whole }) => whole)]);
}
