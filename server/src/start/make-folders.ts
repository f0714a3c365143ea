import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseUnavailableError } from '@overlook/db';

/** Makes `<DATA_DIR>/files` where it is missing. Throws `DatabaseUnavailableError` with a line for the operator. */
export async function makeFolders(filesDir: string): Promise<void> {
  await mkdir(join(filesDir, 'models'), { recursive: true }).catch((error: NodeJS.ErrnoException) => {
    throw new DatabaseUnavailableError(`The data folder ${filesDir} cannot be written to (${error.code}).`);
  });
}
