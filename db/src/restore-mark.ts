import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { DatabaseUnavailableError } from './errors.ts';

/** A file in the data folder while a backup is restored into it. */
export const RESTORE_MARK = 'restore.incomplete';

/** Throws `DatabaseUnavailableError` where a restore has begun and not ended. */
export function assertRestored(dataDir: string): void {
  if (existsSync(join(resolve(dataDir), RESTORE_MARK)))
    throw new DatabaseUnavailableError(
      `A backup was being restored to the data folder ${resolve(dataDir)}, and is not complete. Run “overlook restore” again; it goes on where it ended.`,
    );
}
