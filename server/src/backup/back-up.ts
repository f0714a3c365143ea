import { z } from 'zod';
import type { Db } from '@overlook/db';
import type { Env } from '../env.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { recordBackup } from './backup-records.ts';
import type { BackupRepository } from './backup-repository.ts';
import type { BackupPlace } from './backup-target.ts';
import { withBackups } from './open-backups.ts';
import { pruneBackups } from './verify-backup.ts';
import { type BackupContext, createBackup, type CreatedBackup } from './create-backup.ts';

export const backUpSchema = z.strictObject({
  /** An absolute path, or an `s3://` address. */
  to: z.string().min(1),
  /** A file with 64 hexadecimal digits, absolute; null to write backups as they are. */
  keyFile: z.string().nullable(),
  /** How many backups remain afterwards, at least 1; all without. */
  keep: z.number().int().min(1).optional(),
});

export interface BackUpStores {
  db: Db;
  /** `<DATA_DIR>/files` */
  filesDir: string;
  /** Without them files are in that folder. */
  objects?: ObjectStore;
  env: Pick<Env, 'databaseUrl' | 'secretKey'> & BackupPlace;
}

/** Adds a backup of this installation to a place that is empty or has backups. Throws `BackupFailedError`. */
export async function backUp(
  { db, env, filesDir, objects = new FolderStore(filesDir) }: BackUpStores,
  { to, keyFile, keep }: z.infer<typeof backUpSchema>,
  context: BackupContext,
): Promise<CreatedBackup> {
  const make = async (repository: BackupRepository) => {
    const made = await createBackup({ db, env, objects }, repository, context);
    if (keep !== undefined) await pruneBackups(repository, keep);
    return made;
  };
  const made = await withBackups({ to, keyFile }, env, make, true);
  await recordBackup(db, { ...made, to, finishedAt: new Date().toISOString() });
  return made;
}
