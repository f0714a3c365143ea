import { and, desc, eq, gt, sql } from 'drizzle-orm';
import type { z } from 'zod';
import { jobs, mails, snapshots, snapshotShares } from '@overlook/db/schema';
import { SHARES_LISTED_MS } from '@overlook/shared/config';
import { type siteFilterSchema, type SnapshotShare, snapshotShareSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { MAIL_JOB } from '../../services/mail/queue-mail.ts';
import { readableRows } from '../../services/stored-rows.ts';

/** An unsent mail waits for its job; without a job that will be repeated, it has failed. */
function statusOf(sentAt: Date | null, job: (typeof jobs.$inferSelect)['status'] | null): SnapshotShare['status'] {
  if (sentAt !== null) return 'sent';
  return job === 'pending' || job === 'running' ? 'waiting' : 'failed';
}

/**
 * The mails with Places that the caller has sent in the last days, newest first, and whether they were delivered to the
 * mail server.
 */
export async function listShares(
  ctx: SignedInContext,
  { siteId }: z.output<typeof siteFilterSchema>,
): Promise<{ shares: SnapshotShare[] }> {
  const since = new Date(ctx.clock.now().getTime() - SHARES_LISTED_MS);
  const rows = await ctx.db
    .select({
      id: snapshotShares.id,
      snapshotId: snapshots.id,
      recipient: snapshotShares.recipient,
      createdAt: snapshotShares.createdAt,
      sentAt: mails.sentAt,
      job: jobs.status,
    })
    .from(snapshotShares)
    .innerJoin(snapshots, eq(snapshots.id, snapshotShares.snapshotId))
    .leftJoin(mails, eq(mails.id, snapshotShares.mailId))
    .leftJoin(jobs, and(eq(jobs.kind, MAIL_JOB.name), sql`${jobs.payload} ->> 'mailId' = ${mails.id}::text`))
    .where(
      and(
        eq(snapshotShares.userId, ctx.caller.userId),
        gt(snapshotShares.createdAt, since),
        siteId === undefined ? undefined : eq(snapshots.siteId, siteId),
      ),
    )
    .orderBy(desc(snapshotShares.id));
  const shares = rows.map(({ createdAt, sentAt, job, ...share }) => ({
    ...share,
    sharedAt: createdAt.toISOString(),
    status: statusOf(sentAt, job),
  }));
  return { shares: readableRows(ctx.log, 'share', snapshotShareSchema, shares) };
}
