import { and, eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sites, uploads } from '@overlook/db/schema';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import type { Caller } from '../../context.ts';
import { conflict, forbidden, notFound } from '../../errors/app-error.ts';
import { SITE_UPLOAD_JOB } from '../../publish/import/import-job.ts';
import { importQueue } from '../../publish/import/import-queue.ts';
import { addJob } from '../../services/jobs/stored-jobs.ts';
import { findUpload, type UploadRow } from './find-upload.ts';

/** Asked before each request with bytes. Throws 404, 403 for another person's delivery, 409 where the site is archived or the delivery is complete. */
export async function assertMaySend(
  db: Db,
  caller: Pick<Caller, 'userId' | 'permissions'>,
  id: string,
): Promise<UploadRow> {
  const { row } = await findUpload(db, caller, { id });
  if (row.userId !== caller.userId) throw forbidden(UPLOADS_MESSAGES['uploads.notYours']);
  const [site] = await db.select({ archivedAt: sites.archivedAt }).from(sites).where(eq(sites.id, row.siteId));
  if (!site) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
  if (site.archivedAt !== null && row.state === 'receiving') throw conflict(UPLOADS_MESSAGES['uploads.archived']);
  return row;
}

/** Notes how many bytes have arrived; with the last one its import is added, once. Returns whether the delivery still needs its bytes. */
export async function noteReceived(db: Db, id: string, receivedBytes: number): Promise<boolean> {
  return db.transaction(async (tx) => {
    const [row] = await tx
      .update(uploads)
      .set({ receivedBytes, touchedAt: sql`now()` })
      .where(and(eq(uploads.id, id), eq(uploads.state, 'receiving')))
      .returning();
    if (row && receivedBytes === row.bytes) await addImport(tx, row);
    if (row) return true;
    const [complete] = await tx.select({ state: uploads.state }).from(uploads).where(eq(uploads.id, id));
    return complete?.state === 'working';
  });
}

/** Adds the import of a complete delivery without some of its files, in the transaction that has locked its row. */
export async function addImport(
  tx: Db,
  { id, siteId, userId, parts }: Pick<UploadRow, 'id' | 'siteId' | 'userId' | 'parts'>,
  leftOut: readonly string[] = [],
): Promise<void> {
  const [site] = await tx.select({ slug: sites.slug }).from(sites).where(eq(sites.id, siteId));
  if (!site) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
  const queue = importQueue(new Set(parts.map(({ part }) => part)));
  const payload = { uploadId: id, slug: site.slug, leftOut: [...leftOut] };
  const jobId = await addJob(tx, SITE_UPLOAD_JOB, payload, { askedBy: userId, queue });
  await tx.update(uploads).set({ state: 'working', jobId }).where(eq(uploads.id, id));
}
