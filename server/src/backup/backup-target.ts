import { randomUUID } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import type { Env } from '../env.ts';
import { parseS3Url } from '../env-values.ts';
import { UsageError } from '../errors/failure.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { incomingFolder } from '../storage/receive-file.ts';
import { BackupFailedError } from './backup-failed.ts';

/** Where backups are kept: a folder, or a place in a bucket of S3. */
export interface BackupTarget {
  readonly objects: ObjectStore;
  /** A folder for what is on its way, with nothing else in it. For a folder of backups it is on the same disk. */
  readonly scratch: string;
}

/** What of the environment leads to backups. */
export type BackupPlace = Pick<Env, 'dataDir' | 'storage' | 'backupKeys'>;

/** Whether this is the address of a bucket, not of a folder. */
const isS3Url = (to: string): boolean => to.startsWith('s3://');

/**
 * Opens an absolute path, or an `s3://` address as in `STORAGE_URL`. Throws `BackupFailedError` for a folder that is not there, because that
 * may be a disk which is not mounted, and `UsageError`, also where the installation would back up its backups.
 */
export async function openTarget(to: string, place: BackupPlace): Promise<BackupTarget> {
  const filesDir = resolve(place.dataDir, 'files');
  if (!isS3Url(to)) {
    if (`${to}${sep}`.startsWith(`${resolve(place.dataDir)}${sep}`))
      throw new UsageError(`${to} is in the data folder. Give a folder outside, best on another disk.`);
    await assertFolder(to);
    return { objects: new FolderStore(to), scratch: incomingFolder(to) };
  }
  const address = parseS3Url(to);
  if (!address)
    throw new UsageError(`${to} must be like s3://bucket/folder?endpoint=https://s3.example.com&region=eu-central-1.`);
  const { storage, backupKeys } = place;
  if (!backupKeys)
    throw new UsageError(
      'Set BACKUP_ACCESS_KEY_ID and BACKUP_SECRET_ACCESS_KEY, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, for backups in S3.',
    );
  const isSameBucket = storage && storage.bucket === address.bucket && storage.endpoint === address.endpoint;
  if (isSameBucket && address.prefix.startsWith(storage.prefix))
    throw new UsageError(`${to} is in the place of STORAGE_URL. Give another bucket, best of another provider.`);
  // Loaded only where it is used: it has thousands of files.
  const { S3Store } = await import('../storage/objects/s3-store.ts');
  const scratch = join(incomingFolder(filesDir), `backup-${randomUUID()}`);
  return { objects: new S3Store({ ...backupKeys, ...address }, scratch), scratch };
}

async function assertFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    throw new BackupFailedError(`There is no folder ${path} (${error.code}). Make it first.`, { cause: error });
  });
  if (!found.isDirectory()) throw new BackupFailedError(`${path} is no folder.`);
}
