import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { attachments } from '@overlook/db/schema';
import { forEachInParallel } from '../publish/in-parallel.ts';
import { OBJECT_KEYS } from '../storage/objects/object-keys.ts';
import { sha256Of } from '../storage/objects/object-sources.ts';
import { type ListedObject, ObjectMissingError, type ObjectStore } from '../storage/objects/object-store.ts';

const AT_ONCE = 4;

/** Objects whose every byte was read. */
export interface ReadObjects {
  readonly read: number;
  readonly bytes: number;
  /** Of these, those whose hash is known: from a row, or from the metadata of the object. */
  readonly compared: number;
  /** Keys whose bytes do not have that hash. */
  readonly damaged: readonly string[];
}

/** Reads all objects of an installation, and compares the hashes that rows or the store know of them. */
export async function readStored(
  { db, objects }: { readonly db: Db; readonly objects: ObjectStore },
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: JobProgress): void },
): Promise<ReadObjects> {
  const rows = await db.select({ uuid: attachments.uuid, sha256: attachments.sha256 }).from(attachments);
  const hashes = new Map(rows.map(({ uuid, sha256 }) => [OBJECT_KEYS.attachments + uuid, sha256]));
  const counts = { read: 0, bytes: 0, compared: 0 };
  const damaged: string[] = [];
  const readOne = async ({ key }: ListedObject) => {
    try {
      const facts = await objects.head(key);
      const wanted = hashes.get(key) ?? facts?.sha256;
      const sha256 = await sha256Of(await objects.get(key));
      counts.read++;
      counts.bytes += facts?.sizeBytes ?? 0;
      if (wanted) counts.compared++;
      if (wanted && sha256 !== wanted) damaged.push(key);
    } catch (error) {
      // It was removed with its row meanwhile; the comparison of names tells what is lost.
      if (!(error instanceof ObjectMissingError)) throw error;
    }
    onProgress({ label: 'Reading files', done: counts.bytes, total: null, unit: 'bytes' });
  };
  for (const prefix of Object.values(OBJECT_KEYS))
    await forEachInParallel(objects.list(prefix), AT_ONCE, readOne, signal);
  return { ...counts, damaged: damaged.toSorted() };
}
