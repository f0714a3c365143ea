import { readBackupKey } from './backup-cipher.ts';
import { BackupRepository } from './backup-repository.ts';
import { type BackupPlace, openTarget } from './backup-target.ts';

/** Where backups are, and how they are read. */
export interface BackupsAt {
  /** An absolute path, or an `s3://` address. */
  readonly to: string;
  /** A file with 64 hexadecimal digits, absolute; null where backups are not encrypted. */
  readonly keyFile: string | null;
}

/** Calls back with a repository while it is open; with `isNew` also with an empty one. Throws what `BackupRepository.open` throws. */
export async function withBackups<T>(
  { to, keyFile }: BackupsAt,
  place: BackupPlace,
  work: (repository: BackupRepository) => Promise<T>,
  isNew = false,
): Promise<T> {
  const key = keyFile === null ? null : await readBackupKey(keyFile);
  const target = await openTarget(to, place);
  try {
    return await work(await BackupRepository.open(target, key, isNew));
  } finally {
    target.objects.close();
  }
}
