import { endingOf, type PartFile } from './dropped-file.ts';

/** What the files of photos state of where they were taken. */
export interface PhotoFacts {
  /** Photos whose beginning was read to the end of its metadata: a selection may have more. */
  readonly read: number;
  /** Photos of these with a position. */
  readonly placed: number;
}

/** Of more photos these are read. */
const READ_MOST = 2000;
const READ_AT_ONCE = 4;
/** Cameras write what they know within this; the importer reads so much of others, too. */
const HEAD_BYTES = 256 * 1024;
const LONG_HEAD_BYTES = 4 * 1024 * 1024;

/** Reads the beginnings of photos; nothing else of them. Rejects with the reason of the signal. */
export async function photoFacts(files: readonly PartFile[], signal: AbortSignal): Promise<PhotoFacts> {
  const some = files.slice(0, READ_MOST);
  const facts = { read: 0, placed: 0 };
  let next = 0;
  const readNext = async () => {
    for (let at = next++; at < some.length; at = next++) {
      signal.throwIfAborted();
      const isPlaced = await isPlacedIn(some[at]!).catch(() => null);
      if (isPlaced === null) continue;
      facts.read++;
      if (isPlaced) facts.placed++;
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, readNext));
  return facts;
}

/** Whether a photo states its position; null where its metadata may lie deeper than is read. */
async function isPlacedIn({ path, file }: PartFile): Promise<boolean | null> {
  const { openTags, positionTags } = await import('./photo-head.ts');
  for (const most of [HEAD_BYTES, LONG_HEAD_BYTES]) {
    const bytes = new Uint8Array(await file.slice(0, most).arrayBuffer());
    const { longitude, latitude } = positionTags(openTags(bytes));
    if (longitude !== null && latitude !== null) return true;
    const isAll = bytes.length === file.size || (/^jp(?:e?g|e)$/.test(endingOf(path)) && hasPixels(bytes));
    if (isAll) return false;
  }
  return null;
}

const SEGMENT = 0xff;
const START_OF_SCAN = 0xda;

/** Whether the beginning of a JPEG reaches its pixels, before which its metadata are. */
function hasPixels(bytes: Uint8Array): boolean {
  for (let at = 2; at + 3 < bytes.length && bytes[at] === SEGMENT;) {
    if (bytes[at + 1] === START_OF_SCAN) return true;
    at += 2 + 256 * bytes[at + 2]! + bytes[at + 3]!;
  }
  return false;
}
