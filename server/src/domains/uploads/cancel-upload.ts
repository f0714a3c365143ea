import { eq } from 'drizzle-orm';
import { uploads } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { SITE_UPLOAD_JOB } from '../../publish/import/import-job.ts';
import { recordDone } from '../../services/audit.ts';
import { cancelJob } from '../../services/jobs/stored-jobs.ts';
import { removeUpload } from '../../storage/uploads/stored-upload.ts';
import { findUpload, stateOf } from './find-upload.ts';

/**
 * Ends a delivery and removes every byte of it, also of another person's; of a published one only the line in the list. Throws 404; 409 when
 * it was published this moment.
 */
export async function cancelUpload(
  ctx: SignedInContext,
  { siteId, id }: { siteId: number; id: string },
): Promise<{ status: 'success' }> {
  const { db, caller } = ctx;
  await findUpload(db, caller, { id, siteId });
  await db.transaction(async (tx) => {
    const found = await findUpload(tx, caller, { id, siteId });
    if (stateOf(found) === 'working') await cancelJob(tx, found.job!.id, [SITE_UPLOAD_JOB]);
    await tx.delete(uploads).where(eq(uploads.id, id));
    const details = { upload: id, title: found.row.title, bytes: found.row.bytes };
    await recordDone(tx, ctx, { action: 'uploads.cancel', subject: `site:${siteId}`, details });
  });
  await removeUpload(ctx, id);
  return { status: 'success' };
}
