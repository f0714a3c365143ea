import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { Db } from '@overlook/db';
import { fileSizeText } from '@overlook/shared/format';
import { measurementsFileSchema } from '@overlook/shared/schemas';
import type { VerifiedMeasurement } from '../domains/measurements/verify/verdict.ts';
import { verifyMeasurements } from '../domains/measurements/verify/verify-measurements.ts';
import { invalid, notFound } from '../errors/app-error.ts';
import { MEMORY_MB } from '../process/limited-process.ts';
import { findSiteByName } from '../services/site-names.ts';
import type { StoredFolders } from '../storage/folders/stored-folders.ts';
import type { JobProgress } from '@overlook/db/schema';

export const verifySchema = z.strictObject({
  /** Absolute path. */
  file: z.string().refine((file) => path.isAbsolute(file), 'Give an absolute path.'),
});

export interface Verified {
  readonly site: string;
  readonly measurements: readonly VerifiedMeasurement[];
}

/** More is no file of measurements of people. */
const LARGEST_BYTES = 64 * 1024 ** 2;

/** Computes the measurements of a file again. Throws 400 for a file that is none of measurements, 404 for an unknown site. */
export async function verifyFile(
  {
    db,
    folders,
    convertMemoryMb: memoryMb = MEMORY_MB,
  }: { readonly db: Db; readonly folders: StoredFolders; readonly convertMemoryMb?: number },
  { file }: z.output<typeof verifySchema>,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(progress: JobProgress): void },
): Promise<Verified> {
  const { site: named, measurements } = await readMeasurements(file);
  const site = await findSiteByName(db, named.slug);
  if (!site) throw notFound(`There is no site “${named.slug}”, whose measurements are in ${file}.`);
  const onDone = (done: number) => onProgress({ label: 'Verifying', done, total: measurements.length, unit: 'items' });
  const verified = await verifyMeasurements({ db, folders, memoryMb }, site.id, measurements, { signal, onDone });
  return { site: site.slug, measurements: verified };
}

async function readMeasurements(file: string): Promise<z.output<typeof measurementsFileSchema>> {
  const found = await stat(file).catch(() => null);
  if (!found?.isFile()) throw invalid(`${file} is no file that can be read.`);
  if (found.size > LARGEST_BYTES)
    throw invalid(
      `${file} has ${fileSizeText(found.size)}; a file of measurements has at most ${fileSizeText(LARGEST_BYTES)}.`,
    );
  let content: unknown;
  try {
    content = JSON.parse(await readFile(file, 'utf8'));
  } catch (error) {
    throw invalid(`${file} is no JSON: ${(error as Error).message}`);
  }
  const { data, error } = measurementsFileSchema.safeParse(content);
  if (data) return data;
  const { path: place, message } = error.issues[0]!;
  throw invalid(`${file} is no file of saved measurements: at ${place.join('.') || 'its begin'}, ${message}.`);
}
