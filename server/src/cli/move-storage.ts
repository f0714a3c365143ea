import type { Db } from '@overlook/db';
import type { JobProgress } from '@overlook/db/schema';
import { z } from 'zod';
import { OperationFailedError } from '../errors/failure.ts';
import { moveFolders } from '../storage/folders/move-folders.ts';
import { StoredFolders } from '../storage/folders/stored-folders.ts';
import { OBJECT_KEYS } from '../storage/objects/object-keys.ts';
import { type MovedObjects, moveObjects } from '../storage/objects/move-objects.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { TwoStores } from '../storage/objects/two-stores.ts';

export const moveStorageSchema = z.object({ back: z.boolean(), keep: z.boolean() });

/** Failures that are named; the message of all is one line. */
const NAMED_MOST = 5;

interface MoveStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects?: ObjectStore;
  readonly folders?: StoredFolders;
}

/** Moves files from the data folder to S3, or back. Throws `OperationFailedError` without S3, and where files could not be moved. */
export async function moveStorage(
  { db, filesDir, objects, folders: opened }: MoveStores,
  { back, keep }: z.output<typeof moveStorageSchema>,
  { signal, onProgress }: { signal: AbortSignal; onProgress(progress: JobProgress): void },
): Promise<Omit<MovedObjects, 'failed'>> {
  if (!(objects instanceof TwoStores))
    throw new OperationFailedError({
      error:
        'STORAGE_URL is not set, so there is nowhere to move files to. Set it for the server, and for this command.',
      code: 'NO_STORAGE',
    });
  const { store, former } = objects;
  const folders = opened ?? new StoredFolders({ filesDir, objects });
  const report = (done: number) => onProgress({ label: 'Moving files', done, total: null, unit: 'items' });
  const ofObjects = await moveObjects(back ? store : former, back ? former : store, {
    keeps: keep,
    isTargetNewer: !back,
    // On the disk they are folders again.
    prefixes: Object.values(OBJECT_KEYS).filter((prefix) => !back || prefix !== OBJECT_KEYS.packed),
    signal,
    onProgress: report,
  });
  const before = ofObjects.moved + ofObjects.already;
  const ofFolders = await moveFolders(
    { db, filesDir, objects, folders },
    { back, keeps: keep, signal, onProgress: (done) => report(before + done) },
  );
  const sum = (count: 'moved' | 'bytes' | 'already') => ofObjects[count] + ofFolders[count];
  const moved = { moved: sum('moved'), bytes: sum('bytes'), already: sum('already') };
  const failed = [...ofObjects.failed, ...ofFolders.failed];
  if (failed.length === 0) return moved;
  const named = failed.slice(0, NAMED_MOST).map(({ key, reason }) => `${key} ${reason}`);
  throw new OperationFailedError({
    error: `Moved ${moved.moved} files; ${failed.length} could not be moved and stay where they were, such as: ${named.join('; ')}. Run the command again when the cause is gone.`,
    code: 'INCOMPLETE',
  });
}
