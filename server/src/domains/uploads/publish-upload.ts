import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, uploads } from '@overlook/db/schema';
import { formatMessage, UPLOADS_MESSAGES } from '@overlook/shared/messages';
import { AppError, conflict } from '../../errors/app-error.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import type { ImportResult } from '../../publish/import/import-site.ts';
import { importAsJob, SITE_UPLOAD_JOB, type SiteImportStores } from '../../publish/import/import-job.ts';
import { type JobHandler, jobHandler, type JobRun, UnrecoverableError } from '../../services/jobs/job-handler.ts';
import { isUndamaged } from '../../storage/uploads/is-undamaged.ts';
import { openUpload, removeUpload, type StoredUpload } from '../../storage/uploads/stored-upload.ts';
import { segmentsOf } from '../../storage/uploads/upload-folder.ts';
import type { UploadRow } from './find-upload.ts';
import { removeLeftOut } from './left-out.ts';
import { inPageWords } from './page-words.ts';
import { assertRoom } from './space.ts';
import { uploadRefusal } from './upload-refusal.ts';
import { uploadRequest } from './upload-request.ts';

/** Compares a complete delivery with what was sent, and imports it. Its bytes are removed once it is published. */
export function uploadHandler(stores: SiteImportStores): JobHandler {
  const { db } = stores;
  return jobHandler(SITE_UPLOAD_JOB, async ({ uploadId, leftOut }, run) => {
    const [found] = await db
      .select({ row: uploads, site: sites })
      .from(uploads)
      .innerJoin(sites, eq(sites.id, uploads.siteId))
      .where(eq(uploads.id, uploadId));
    // Cancelled, or its site was deleted.
    if (!found || found.row.state !== 'working') return null;
    const { row, site } = found;
    if (site.archivedAt !== null) throw hopeless(conflict(UPLOADS_MESSAGES['uploads.archived']));
    const upload = await openUpload(stores, row);
    const label = 'Fetching what was sent';
    const result = await upload
      .with((folder) => importFolder(stores, { upload, folder, row, slug: site.slug, leftOut }, run), {
        signal: run.signal,
        beforeFetch: (folder) => assertRoom(folder, row.bytes),
        onFetched: (done) => run.report({ label, done, total: row.bytes, unit: 'bytes' }),
      })
      .catch((error: unknown) => {
        const refusal = error instanceof AppError && error.code === 'DISK_FULL' ? error : uploadRefusal(error);
        throw refusal ? hopeless(refusal) : error;
      });
    await removeUpload(stores, uploadId);
    return result;
  });
}

interface Delivered {
  readonly upload: StoredUpload;
  /** With its files. */
  readonly folder: string;
  readonly row: UploadRow;
  readonly slug: string;
  readonly leftOut: readonly string[];
}

async function importFolder(
  stores: SiteImportStores,
  { upload, folder, row, slug, leftOut }: Delivered,
  run: JobRun,
): Promise<ImportResult> {
  if (!row.isCompared || !upload.isFolder) await compare(stores.db, { folder, row }, run);
  await removeLeftOut(folder, leftOut);
  const ownWords = (text: string) => inPageWords(inOwnersWords(text, folder));
  const request = await uploadRequest(folder, row, slug);
  return importAsJob(stores, request, {
    ...run,
    publishedBy: row.userId,
    async complete(tx, imported) {
      await tx
        .update(uploads)
        .set({
          state: 'done',
          finishedAt: sql`now()`,
          warnings: [...picturesText(imported), ...imported.warnings.map((warning) => ownWords(warning))],
        })
        .where(eq(uploads.id, row.id));
      await run.complete(tx, imported);
    },
  }).catch((error: unknown) => {
    throw forThePage(error, ownWords);
  });
}

/** What became of the pictures of point files, for the person who sent them. */
function picturesText({ pictures }: ImportResult): string[] {
  if (!pictures || pictures.added + pictures.refused === 0) return [];
  const { added, refused } = pictures;
  return [formatMessage(UPLOADS_MESSAGES['uploads.pictures'], { added, refused })];
}

const hopeless = (cause: Error) => new UnrecoverableError(cause.message, { cause });

/** Throws where the bytes are not those that were sent. In a folder it is done once, before files that are left out are removed. */
async function compare(db: Db, { folder, row }: Pick<Delivered, 'folder' | 'row'>, run: JobRun): Promise<void> {
  const label = 'Comparing with what was sent';
  const isSame = await isUndamaged(folder, await segmentsOf(folder, row), {
    signal: run.signal,
    onBytes: (done) => run.report({ label, done, total: row.bytes, unit: 'bytes' }),
  });
  if (!isSame) throw hopeless(conflict(UPLOADS_MESSAGES['uploads.damaged']));
  await db.update(uploads).set({ isCompared: true }).where(eq(uploads.id, row.id));
}

/** A refusal names the file as its owner knows it, not where it lies on the server. */
const inOwnersWords = (text: string, folder: string): string =>
  text
    .replaceAll(folder, '')
    .replaceAll(/\/?parts\/(?:textured|shaded|points|cad|properties|photos|photoTable)\/?/g, '');

function forThePage(error: unknown, ownWords: (text: string) => string): unknown {
  if (!(error instanceof UnrecoverableError)) return error;
  if (error.cause instanceof ImportRefusedError) {
    const { file, place, reason } = error.cause;
    return hopeless(new ImportRefusedError(ownWords(file), ownWords(place), ownWords(reason)));
  }
  return error.cause instanceof AppError ? hopeless(conflict(ownWords(error.cause.message))) : error;
}
