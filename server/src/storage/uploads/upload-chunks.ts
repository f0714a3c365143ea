import { buffer } from 'node:stream/consumers';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import { DamagedObjectError, type ObjectStore } from '../objects/object-store.ts';

/** Most bytes of a chunk: as many are lost where a process is killed. */
export const CHUNK_BYTES = 8 * 1024 * 1024;

const OFFSET_DIGITS = 15;
/** The keys of chunks that begin within one gigabyte of a delivery begin alike. */
const NEAR_DIGITS = 9;
const NEAR_BYTES = 10 ** NEAR_DIGITS;
const CHUNK = /^uploads\/[^/]+\/(\d{15})-(\d{15})$/;
/** Objects that are removed at once: S3 takes some 20 ms for each. */
const REMOVED_AT_ONCE = 16;

/** An object with bytes of a delivery. */
export interface Chunk {
  readonly key: string;
  readonly startByte: number;
  readonly endByte: number;
}

/** A chunk of which the bytes from `fromByte` on are taken. */
export interface JoinedChunk extends Chunk {
  readonly fromByte: number;
}

const keysOf = (id: string): string => `${OBJECT_KEYS.uploads}${id}/`;
const padded = (offset: number): string => String(offset).padStart(OFFSET_DIGITS, '0');

/**
 * The key of a chunk. It has both ends, so that no request that comes late, when another one has gone on, replaces more bytes by fewer.
 */
export const chunkKey = (id: string, startByte: number, endByte: number): string =>
  `${keysOf(id)}${padded(startByte)}-${padded(endByte)}`;

/** Whether a file or object is a chunk of a delivery, by its key. */
export const isChunk = (key: string): boolean => CHUNK.test(key);

async function listChunks(objects: ObjectStore, id: string, begin = ''): Promise<Chunk[]> {
  const chunks: Chunk[] = [];
  for await (const { key } of objects.list(keysOf(id) + begin)) {
    const ends = CHUNK.exec(key);
    if (ends) chunks.push({ key, startByte: Number(ends[1]), endByte: Number(ends[2]) });
  }
  return chunks;
}

/** What of these chunks makes the bytes from `fromByte` to the first gap; they may overlap. */
export function joinChunks(chunks: readonly Chunk[], fromByte = 0): JoinedChunk[] {
  const sorted = chunks.toSorted((a, b) => a.startByte - b.startByte);
  const joined: JoinedChunk[] = [];
  let reached = fromByte;
  for (let i = 0; ;) {
    let longest: Chunk | null = null;
    for (; i < sorted.length && sorted[i]!.startByte <= reached; i++)
      if (sorted[i]!.endByte > (longest?.endByte ?? reached)) longest = sorted[i]!;
    if (!longest) return joined;
    joined.push({ ...longest, fromByte: reached });
    reached = longest.endByte;
  }
}

/** All bytes of a delivery that are there, from the first to the first gap. */
export const joinedChunks = async (objects: ObjectStore, id: string): Promise<JoinedChunk[]> =>
  joinChunks(await listChunks(objects, id));

export const endOf = (joined: readonly JoinedChunk[]): number => joined.at(-1)?.endByte ?? 0;

/**
 * How many bytes have arrived. Of a large delivery only the chunks near the end are listed, by what its row says, unless they are not there:
 * the row may be from a backup.
 */
export async function chunkBytes(objects: ObjectStore, id: string, notedBytes: number): Promise<number> {
  const near = notedBytes > 0 ? await bytesFrom(objects, id, notedBytes - 1) : 0;
  return near > 0 ? near : endOf(await joinedChunks(objects, id));
}

/** The end of the chunks that follow each other from this byte on; 0 where none has it. */
async function bytesFrom(objects: ObjectStore, id: string, byte: number): Promise<number> {
  const chunks: Chunk[] = [];
  for (let gigabyte = Math.floor(Math.max(0, byte - CHUNK_BYTES) / NEAR_BYTES); ; gigabyte++) {
    const near = String(gigabyte).padStart(OFFSET_DIGITS - NEAR_DIGITS, '0');
    // A client that sends little at a time leaves very many.
    for (const chunk of await listChunks(objects, id, near)) chunks.push(chunk);
    const reached = endOf(joinChunks(chunks, byte));
    if (Math.max(byte, reached) < (gigabyte + 1) * NEAR_BYTES) return reached;
  }
}

/** The bytes of chunks, one chunk after another. Throws `ObjectMissingError`, and `DamagedObjectError` for one of another length. */
export async function* readChunks(
  objects: ObjectStore,
  joined: readonly JoinedChunk[],
  signal?: AbortSignal,
): AsyncGenerator<Buffer> {
  for (const { key, startByte, endByte, fromByte } of joined) {
    signal?.throwIfAborted();
    let left = endByte - fromByte;
    const range = fromByte > startByte ? { first: fromByte - startByte, last: endByte - startByte - 1 } : undefined;
    for await (const bytes of await objects.get(key, range)) {
      left -= (bytes as Buffer).length;
      yield bytes as Buffer;
    }
    if (left !== 0) throw new DamagedObjectError(`${key} has ${left} bytes less than its name says`);
  }
}

/** The first bytes of a delivery; null where they are not all there. */
export async function readFirst(objects: ObjectStore, id: string, bytes: number): Promise<Buffer | null> {
  const first = (await joinedChunks(objects, id)).filter(({ fromByte }) => fromByte < bytes);
  if (endOf(first) < bytes) return null;
  const parts = [];
  for (const { key, startByte, endByte, fromByte } of first) {
    const last = Math.min(endByte, bytes) - startByte - 1;
    parts.push(await buffer(await objects.get(key, { first: fromByte - startByte, last })));
  }
  return Buffer.concat(parts);
}

/** Removes all objects of a delivery. */
export async function removeChunks(objects: ObjectStore, id: string): Promise<void> {
  const keys: string[] = [];
  for await (const { key } of objects.list(keysOf(id))) keys.push(key);
  for (let at = 0; at < keys.length; at += REMOVED_AT_ONCE)
    await Promise.all(keys.slice(at, at + REMOVED_AT_ONCE).map((key) => objects.delete(key)));
}
