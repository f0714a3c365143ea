import { and, eq, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs } from '@overlook/db/schema';
import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import type { jobIdInputSchema, retryJobsInputSchema, retryJobsOutputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { CROP_JOB } from '../exports/crop-job.ts';
import { IMPORT_JOBS } from '../../publish/import/import-job.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { recordDone } from '../../services/audit.ts';
import { cancelJob, tellWorkers } from '../../services/jobs/stored-jobs.ts';

/** Cancels an import that waits or runs. Throws NOT_FOUND, or CONFLICT when it has ended or is not an import. */
export async function cancelImport(
  ctx: SignedInContext,
  { id }: z.output<typeof jobIdInputSchema>,
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
  { kind, id }: z.output<typeof retryJobsInputSchema>,
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
      .where(
        and(
          eq(jobs.status, 'error'),
          kind === undefined ? undefined : eq(jobs.kind, kind),
          id === undefined ? undefined : eq(jobs.id, id),
        ),
      )
      .returning({ id: jobs.id, kind: jobs.kind });
    const details = { kind: kind ?? null, count: rows.length };
    for (const name of new Set(rows.map((row) => row.kind))) await tellWorkers(tx, name);
    if (rows.length > 0) await recordDone(tx, ctx, { action: 'instance.retryJobs', details });
    return rows.length;
  });
  return { status: 'success', retried };
}

/** Kinds on whose jobs something depends that people see: a delivery, a download. */
const OWNED = [...IMPORT_JOBS, CROP_JOB].map(({ name }) => name);

/** Whether a failed job of this kind can be given up. */
export const isDiscardable = (kind: string): boolean => !OWNED.includes(kind);

/** Removes a failed job for good. Throws NOT_FOUND, or CONFLICT where it has not failed or something depends on it. */
export async function discardJob(
  ctx: SignedInContext,
  { id }: z.output<typeof jobIdInputSchema>,
): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    const [job] = await tx.select().from(jobs).where(eq(jobs.id, id)).for('update');
    if (!job) throw notFound(said(INSTANCE_MESSAGES, 'job.unknown', { id }));
    if (job.status !== 'error' || !isDiscardable(job.kind))
      throw conflict(said(INSTANCE_MESSAGES, 'job.notDiscarded', { kind: job.kind }));
    await tx.delete(jobs).where(eq(jobs.id, id));
    await recordDone(tx, ctx, { action: 'instance.discardJob', subject: `job:${id}`, details: { kind: job.kind } });
  });
  return { status: 'success' };
}
