import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs } from '@overlook/db/schema';
import type { cancelJobInputSchema, retryJobsInputSchema, retryJobsOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { IMPORT_JOBS } from '../../publish/import/import-job.ts';
import { recordDone } from '../../services/audit.ts';
import { cancelJob } from '../../services/jobs/stored-jobs.ts';

/** Cancels an import that waits or runs. Throws NOT_FOUND, or CONFLICT when it has ended or is not an import. */
export async function cancelImport(
  ctx: SignedInContext,
  { id }: z.output<typeof cancelJobInputSchema>,
): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    await cancelJob(tx, id, IMPORT_JOBS);
    await recordDone(tx, ctx, { action: 'instance.cancelImport', subject: `job:${id}` });
  });
  return { status: 'success' };
}

/** Resets the attempts of failed jobs. The reason of the failure is kept until they succeed. */
export async function retryJobs(
  ctx: SignedInContext,
  { kind }: z.output<typeof retryJobsInputSchema>,
): Promise<z.input<typeof retryJobsOutputSchema>> {
  const retried = await ctx.db.transaction(async (tx) => {
    const rows = await tx
      .update(jobs)
      // By the database's clock, as workers do.
      .set({
        status: 'pending',
        attempts: 0,
        crashes: 0,
        runAfter: sql`now()`,
        finishedAt: null,
        failure: null,
        progress: null,
      })
      .where(and(eq(jobs.status, 'error'), kind === undefined ? undefined : eq(jobs.kind, kind)))
      .returning({ id: jobs.id });
    const details = { kind: kind ?? null, count: rows.length };
    if (rows.length > 0) await recordDone(tx, ctx, { action: 'instance.retryJobs', details });
    return rows.length;
  });
  return { status: 'success', retried };
}
