import type { z } from 'zod';
import type { cancelJobInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { SITE_IMPORT_JOB } from '../../publish/import-job.ts';
import { recordDone } from '../../services/audit.ts';
import { cancelJob } from '../../services/jobs/stored-jobs.ts';

/** Cancels an import that waits or runs. Throws NOT_FOUND, or CONFLICT where it has ended or the job is none. */
export async function cancelImport(
  ctx: SignedInContext,
  { id }: z.output<typeof cancelJobInputSchema>,
): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    await cancelJob(tx, id, [SITE_IMPORT_JOB]);
    await recordDone(tx, ctx, { action: 'instance.cancelImport', subject: `job:${id}` });
  });
  return { status: 'success' };
}
