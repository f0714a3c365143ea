import type { Db } from '@overlook/db';
import type { Env } from '../../env.ts';
import { openObjects } from '../objects/open-objects.ts';
import type { ObjectStore } from '../objects/object-store.ts';
import { StoredFolders } from './stored-folders.ts';

/** Where an installation keeps everything that is not in the database. */
export interface FileStores {
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  /** Files that are one object each: in that folder, or in S3. */
  readonly objects: ObjectStore;
  /** Versions of layers and exact clouds: likewise. */
  readonly folders: StoredFolders;
}

/** The stores of this installation. Throws as `openObjects` does. */
export async function openStores(
  env: Pick<Env, 'storage' | 'storageScratchBytes'>,
  filesDir: string,
  db: Db,
): Promise<FileStores & { close(): Promise<void> }> {
  const objects = await openObjects(env, filesDir, db);
  const folders = new StoredFolders({ filesDir, objects, scratchBytesMost: env.storageScratchBytes });
  const close = async () => {
    await folders.close();
    objects.close();
  };
  return { filesDir, objects, folders, close };
}
