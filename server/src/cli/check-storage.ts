import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { z } from 'zod';
import { type ReadObjects, readStored } from '../backup/read-stored.ts';
import { OperationFailedError } from '../errors/failure.ts';
import { compareFolders } from '../storage/folders/named-folders.ts';
import type { StoredFolders } from '../storage/folders/stored-folders.ts';
import { type ComparedObjects, compareObjects } from '../storage/objects/named-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';

/** The result of a check that found nothing wrong. */
export interface CheckedStorage extends Omit<ComparedObjects, 'lost'> {
  /** Where all were read. */
  readonly read?: Omit<ReadObjects, 'damaged'>;
}

export const checkStorageSchema = z.strictObject({
  /** Also read every byte, and compare the hashes that are known. */
  reads: z.boolean(),
});

/** Lost files that are named in the message, which is one line. */
const NAMED_MOST = 10;

/** Compares the files that rows name with those that are stored. Throws `OperationFailedError` where some are lost or damaged. */
export async function checkStorage(
  stores: { readonly db: Db; readonly objects: ObjectStore; readonly folders: StoredFolders },
  { reads }: z.infer<typeof checkStorageSchema>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: JobProgress): void },
): Promise<CheckedStorage> {
  let done = 0;
  const onListed = () => {
    signal.throwIfAborted();
    onProgress({ label: 'Listing files', done: ++done, total: null, unit: 'items' });
  };
  const ofObjects = await compareObjects(stores, onListed);
  const ofFolders = await compareFolders(stores, onListed);
  const lost = [...ofObjects.lost, ...ofFolders.lost];
  const counts = { named: ofObjects.named + ofFolders.named, unnamed: ofObjects.unnamed + ofFolders.unnamed };
  if (lost.length > 0)
    throw new OperationFailedError({
      error: `${lost.length} of ${counts.named} files are lost in ${stores.objects.address}, such as: ${firstOf(lost)}. Bring them back from a backup, under these names.`,
      code: 'LOST',
    });
  if (!reads) return counts;
  const { damaged, ...read } = await readStored(stores, { signal, onProgress });
  if (damaged.length > 0)
    throw new OperationFailedError({
      error: `${damaged.length} of ${read.compared} files are damaged in ${stores.objects.address}, such as: ${firstOf(damaged)}. Bring them back from a backup, under these names.`,
      code: 'DAMAGED',
    });
  return { ...counts, read };
}

const firstOf = (names: readonly string[]): string => names.slice(0, NAMED_MOST).join('; ');
