import type { PointFile } from '../point-file.ts';
import type { E57Pages } from './e57-pages.ts';

/** Kind, reserved bytes, and the length of the section. */
const HEADER_BYTES = 16;
const BLOB_SECTION = 0;
const PART_BYTES = 64 * 1024;

/**
 * Reads the bytes of a binary section (ASTM E2807-11 §9.2) in parts of at most 64 kB; each is valid until `take` ends. The checksum of each
 * page is compared. Throws the refusals of `file`, named by `what`.
 */
export async function readBlob(
  { file, pages }: { file: PointFile; pages: E57Pages },
  { offset, bytes }: { readonly offset: bigint; readonly bytes: number },
  what: string,
  take: (part: Uint8Array) => void,
): Promise<void> {
  const at = pages.logical(offset, what);
  const header = await pages.read(at, HEADER_BYTES, what);
  const section = Number(header.readBigUInt64LE(8));
  if (header[0] !== BLOB_SECTION)
    throw file.refusal(what, 'Its bytes are no picture: another section of the file is there.');
  if (section < HEADER_BYTES + bytes)
    throw file.refusal(what, `It claims ${bytes} bytes, and its section of the file has ${section - HEADER_BYTES}.`);
  pages.within(at + HEADER_BYTES, bytes, what);
  for (let done = 0; done < bytes;) {
    const part = await pages.part(at + HEADER_BYTES + done, Math.min(bytes - done, PART_BYTES), what);
    take(part);
    done += part.length;
  }
}
