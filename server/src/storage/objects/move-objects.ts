import { Readable } from 'node:stream';
import { isChunk } from '../uploads/upload-chunks.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { sha256Of } from './object-sources.ts';
import { ObjectMissingError, type ObjectStore } from './object-store.ts';

/** Objects on their way at once, each with up to 48 MB in memory. */
const AT_ONCE = 4;

/** What earlier versions had not completed. */
const UNFINISHED = /\.part(?:\/|$)|\.owner$/;

/** Of a delivery that began without an object store: it lies there as a folder until it is published. */
const isDeliveredFile = (key: string): boolean => key.startsWith(OBJECT_KEYS.uploads) && !isChunk(key);

/** The result of a move. */
export interface MovedObjects {
  readonly moved: number;
  readonly bytes: number;
  /** Objects that the other store had already, with the same bytes or newer ones. */
  readonly already: number;
  /** They stay where they were. */
  readonly failed: readonly { readonly key: string; readonly reason: string }[];
}

export interface MoveOptions {
  /** Leaves the objects where they were, too. */
  readonly keeps: boolean;
  /** Whether an object that both have with different bytes is newer in `to`. Only lists of builds are ever replaced. */
  readonly isTargetNewer: boolean;
  /** Beginnings of the keys of those that are moved. */
  readonly prefixes: readonly string[];
  readonly signal: AbortSignal;
  onProgress(done: number): void;
}

/**
 * Moves all objects from one store to another while servers use both (`TwoStores`): each is copied, read back, and only then removed.
 * Objects that fail stay and are reported; a further call goes on where one was ended.
 */
export async function moveObjects(from: ObjectStore, to: ObjectStore, options: MoveOptions): Promise<MovedObjects> {
  const counts = { moved: 0, bytes: 0, already: 0 };
  const failed: { key: string; reason: string }[] = [];
  let done = 0;
  const moveOne = async (key: string, sizeBytes: number) => {
    try {
      const outcome = await copyOne(from, to, { key, sizeBytes }, options);
      if (outcome === 'moved') counts.bytes += sizeBytes;
      if (outcome !== null) counts[outcome]++;
      if (!options.keeps) await from.delete(key);
    } catch (error) {
      options.signal.throwIfAborted();
      failed.push({ key, reason: (error as Error).message });
    }
    options.onProgress(++done);
  };
  const running = new Set<Promise<void>>();
  for (const prefix of options.prefixes)
    for await (const { key, sizeBytes } of from.list(prefix)) {
      options.signal.throwIfAborted();
      if (UNFINISHED.test(key) || isDeliveredFile(key)) continue;
      const one = moveOne(key, sizeBytes).finally(() => running.delete(one));
      one.catch(() => {});
      running.add(one);
      if (running.size >= AT_ONCE) await Promise.race(running);
    }
  await Promise.all(running);
  return { ...counts, failed };
}

const hashIn = async (store: ObjectStore, key: string): Promise<string> => sha256Of(await store.get(key));

/** Null where the object was removed meanwhile. Throws where the copy has other bytes. */
async function copyOne(
  from: ObjectStore,
  to: ObjectStore,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
  { isTargetNewer, signal }: MoveOptions,
): Promise<'moved' | 'already' | null> {
  try {
    const sha256 = await hashIn(from, key);
    if (await to.head(key)) {
      const isEqual = (await hashIn(to, key)) === sha256;
      if (isEqual || isTargetNewer) return 'already';
    }
    async function* bytes() {
      yield* await from.get(key);
    }
    await to.put(key, { sizeBytes, sha256, open: () => Readable.from(bytes()) }, signal);
    if ((await hashIn(to, key)) !== sha256) throw new Error('has other bytes when it is read back');
    return 'moved';
  } catch (error) {
    if (error instanceof ObjectMissingError) return null;
    throw error;
  }
}
