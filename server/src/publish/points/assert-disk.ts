import { fileSizeText } from '@overlook/shared/format';
import { listed } from '../../errors/listed.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { ProbedFile } from './probe-file.ts';

/** Bytes of a point during the build: its record, and the output. */
const BYTES_A_POINT = 36 + 16;

/** Throws `ImportRefusedError` where the free bytes of a disk are not enough to convert the files. */
export function assertDisk(files: readonly Pick<ProbedFile, 'name' | 'points'>[], freeBytes: number): void {
  const neededBytes = files.reduce((sum, { points }) => sum + points, 0) * BYTES_A_POINT;
  if (freeBytes >= neededBytes) return;
  throw new ImportRefusedError(
    listed(files.map(({ name }) => name)),
    '',
    `needs about ${fileSizeText(neededBytes)} of free disk space to be converted, and there is ${fileSizeText(freeBytes)}.`,
  );
}
