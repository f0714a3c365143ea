import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import { ImportRefusedError } from '../errors/import-refused.ts';

/** The file, after a check that it can be opened. Throws `ImportRefusedError`. */
export async function readableFile(source: string): Promise<string> {
  const fail = (reason: string): never => {
    throw new ImportRefusedError(path.basename(source), '', reason);
  };
  const found = await stat(source).catch((error: NodeJS.ErrnoException) =>
    fail(/^(ENOENT|ENOTDIR)$/.test(error.code ?? '') ? 'does not exist.' : `cannot be read (${error.code}).`),
  );
  if (!found.isFile()) fail('is not a file.');
  await access(source, constants.R_OK).catch(() => fail('may not be read.'));
  return source;
}
