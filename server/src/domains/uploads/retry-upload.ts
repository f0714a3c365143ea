import { eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs, uploads } from '@overlook/db/schema';
import { UPLOADS_MESSAGES } from '@overlook/shared/messages';
import type { retryUploadInputSchema, Upload } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { SITE_UPLOAD_JOB } from '../../publish/import/import-job.ts';
import { recordDone } from '../../services/audit.ts';
import { openUpload } from '../../storage/uploads/stored-upload.ts';
import { findUpload, loadUpload, stateOf } from './find-upload.ts';
import { assertInDelivery } from './left-out.ts';
import { addImport } from './receive-bytes.ts';

/**
 * Imports a refused delivery again, as the person has corrected it; its bytes are there already. Its job removes the files that are
 * left out: the change is stored whole or not at all, whenever the process ends. Throws 404, 409 for one that was not refused,
 * 400 for a file that is not in it.
 */
export async function retryUpload(
  ctx: SignedInContext,
  { siteId, id, options, leftOut = [] }: z.output<typeof retryUploadInputSchema>,
): Promise<{ upload: Upload }> {
  const { db, caller } = ctx;
  const found = await findUpload(db, caller, { id, siteId });
  await assertInDelivery(await openUpload(ctx, found.row), leftOut);
  await db.transaction(async (tx) => {
    // Of two that try it again at once, the second finds it at work.
    const [row] = await tx.select().from(uploads).where(eq(uploads.id, id)).for('update');
    if (!row) throw notFound(UPLOADS_MESSAGES['uploads.unknown']);
    const [job] = row.jobId === null ? [] : await tx.select().from(jobs).where(eq(jobs.id, row.jobId));
    if (stateOf({ row, job: job ?? null }) !== 'refused') throw conflict(UPLOADS_MESSAGES['uploads.notRefused']);
    await tx
      .update(uploads)
      .set({ options, touchedAt: sql`now()` })
      .where(eq(uploads.id, id));
    // A job that was cancelled before it began has removed nothing.
    const before = SITE_UPLOAD_JOB.payload.safeParse(job?.payload).data?.leftOut ?? [];
    await addImport(tx, row, [...new Set([...before, ...leftOut])]);
    const details = { upload: id, title: row.title, options, leftOut };
    await recordDone(tx, ctx, { action: 'uploads.retry', subject: `site:${siteId}`, details });
  });
  return { upload: await loadUpload(ctx, { id, siteId }) };
}
