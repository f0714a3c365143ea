import { hasShortName } from '../../services/site-names.ts';
import { randomUUID } from 'node:crypto';
import { readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { z } from 'zod';
import { type Db, freeBytes } from '@overlook/db';
import { captures, type JobProgress, models, pointclouds, sites } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { fileSizeText } from '@overlook/shared/format';
import { estimateSize } from '@overlook/shared/points';
import { AppError, conflict, notFound, unavailable } from '../../errors/app-error.ts';
import { moveOfPlacement } from '../../pointclouds/placed-frame.ts';
import { exportInProcess } from '../../pointclouds/export/export-process.ts';
import { StoredFolders } from '../../storage/folders/stored-folders.ts';
import { FolderStore } from '../../storage/objects/folder-store.ts';
import type { ObjectStore } from '../../storage/objects/object-store.ts';
import { MEMORY_MB, ProcessEndedError } from '../../process/limited-process.ts';

export const exportPointsSchema = z.object({
  slug: z.string(),
  /** Absolute path of the LAS file. */
  file: z
    .string()
    .refine((file) => path.isAbsolute(file) && /\.las$/i.test(file), 'Give a file whose name ends in .las.'),
  replace: z.boolean().default(false),
});

export interface ExportedPoints {
  readonly file: string;
  readonly points: number;
  readonly sizeBytes: number;
}

interface ExportPointsContext {
  readonly signal: AbortSignal;
  readonly onProgress: (progress: JobProgress) => void;
}

interface ExportPointsStores {
  readonly db: Db;
  /** `<DATA_DIR>/files` */
  readonly filesDir: string;
  readonly objects?: ObjectStore;
  readonly folders?: StoredFolders;
  readonly convertMemoryMb?: number;
}

/**
 * Writes all points of a site's cloud as LAS 1.4, for other tools. The file appears under its name when it is complete.
 * Throws `AppError` NOT_FOUND for a site without a cloud, CONFLICT where the file exists and is not to be replaced,
 * DISK_FULL where the disk has too little room, UNAVAILABLE where `convertMemoryMb` is not enough, and what
 * `exportInProcess` throws.
 */
export async function exportPoints(
  {
    db,
    filesDir,
    objects = new FolderStore(filesDir),
    folders = new StoredFolders({ filesDir, objects }),
    convertMemoryMb: memoryMb = MEMORY_MB,
  }: ExportPointsStores,
  { slug, file, replace }: z.output<typeof exportPointsSchema>,
  { signal, onProgress }: ExportPointsContext,
): Promise<ExportedPoints> {
  const [cloud] = await db
    .select({ filepath: pointclouds.filepath, points: pointclouds.points, placement: captures.placement })
    .from(pointclouds)
    .innerJoin(sites, eq(sites.id, pointclouds.siteId))
    .innerJoin(captures, eq(captures.id, pointclouds.captureId))
    // The newest capture that is published.
    .innerJoin(models, eq(models.captureId, captures.id))
    .where(hasShortName(slug));
  if (!cloud) throw notFound(`There is no site “${slug}” with a point cloud that can be exported.`);
  await assertFree(file, replace);
  await removeLeftParts(file);
  assertRoom(path.dirname(file), cloud.points);
  const part = `${file}.${randomUUID()}.part`;
  const work = {
    moveEcef: moveOfPlacement(cloud.placement),
    box: null,
    density: 0,
    coordinates: 'site',
    pointsMost: null,
    title: slug,
  } as const;
  try {
    const report = (done: number) => onProgress({ label: 'Writing points', done, total: cloud.points, unit: 'points' });
    const { points, sizesBytes } = await folders.with(cloud.filepath, (store) =>
      exportInProcess(
        { ...work, store, files: [{ format: 'LAS', path: part }] },
        { memoryMb, signal, onProgress: report },
      ),
    );
    await rename(part, file);
    return { file, points, sizeBytes: sizesBytes[0]! };
  } catch (error) {
    if (!(error instanceof ProcessEndedError)) throw error;
    throw unavailable(
      `Writing the points needs more than ${memoryMb} MB of memory, or broke. Raise CONVERT_MEMORY_MB.`,
    );
  } finally {
    // Of a process that was ended.
    await rm(part, { force: true });
  }
}

async function assertFree(file: string, isReplaced: boolean): Promise<void> {
  const found = await stat(file).catch(() => null);
  if (found?.isDirectory()) throw conflict(`${file} is a folder.`);
  if (found && !isReplaced) throw conflict(`${file} is there already; --replace writes it again.`);
  const folder = await stat(path.dirname(file)).catch(() => null);
  if (!folder?.isDirectory()) throw new AppError('NOT_FOUND', `The folder of ${file} does not exist.`);
}

const LEFT_PART = /^\.[0-9a-f-]{36}\.part$/;
/** A part that is being written changes more often than this. */
const WRITTEN_WITHIN_MS = 60_000;

/** Removes parts of the file that a killed process has left. */
async function removeLeftParts(file: string): Promise<void> {
  const [folder, name] = [path.dirname(file), path.basename(file)];
  for (const other of await readdir(folder)) {
    if (!other.startsWith(name) || !LEFT_PART.test(other.slice(name.length))) continue;
    const part = path.join(folder, other);
    const found = await stat(part).catch(() => null);
    if (found && Date.now() - found.mtimeMs > WRITTEN_WITHIN_MS) await rm(part, { force: true });
  }
}

function assertRoom(folder: string, points: number): void {
  const neededBytes = estimateSize('LAS', points) + EXPORTS.freeBytesLeast;
  const free = freeBytes(folder);
  if (free >= neededBytes) return;
  throw new AppError(
    'DISK_FULL',
    `Writing ${points} points needs about ${fileSizeText(neededBytes)} of free disk space, and there is ${fileSizeText(free)}.`,
  );
}
