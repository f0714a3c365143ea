import { and, eq, lt, max, min, notInArray, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { JOBS_STUCK_MS } from '@overlook/shared/config';
import { dateTimeText } from '@overlook/shared/format';
import type { CheckFinding } from '@overlook/shared/schemas';
import { plainReason } from '../../../services/health/plain-reason.ts';
import { failure, warning } from './finding.ts';

export interface JobsFacts {
  /** Kinds that are due for some time while none of them runs. */
  readonly due: readonly { readonly kind: string; readonly since: Date }[];
  /** Kinds with jobs whose process has ended, and that nobody has taken over for some time. */
  readonly stale: readonly { readonly kind: string; readonly count: number }[];
  readonly failed: readonly { readonly kind: string; readonly count: number; readonly message: string | null }[];
}

export const jobsFindings = ({ due, stale, failed }: JobsFacts): CheckFinding[] => [
  ...due.map(({ kind, since }) => failure('jobs.nobody', { kind, dateTime: dateTimeText(since) })),
  ...stale.map(({ kind, count }) => failure('jobs.stale', { kind, count })),
  ...failed.map(({ kind, count, message }) =>
    warning('jobs.failed', { kind, count, reason: plainReason(message).replace(/\.$/, '') }),
  ),
];

const COUNT = sql<number>`count(*)::int`;
/** By the database's clock, as workers do. */
const LONG_AGO = sql`now() - ${JOBS_STUCK_MS} * interval '1 millisecond'`;

export async function jobsFacts(db: Db): Promise<JobsFacts> {
  const { kind, status, runAfter, leaseUntil, message } = jobs;
  const running = db.select({ kind }).from(jobs).where(eq(status, 'running'));
  const [due, stale, failed] = await Promise.all([
    db
      .select({ kind, since: min(runAfter) })
      .from(jobs)
      .where(and(eq(status, 'pending'), lt(runAfter, LONG_AGO), notInArray(kind, running)))
      .groupBy(kind)
      .orderBy(kind),
    db
      .select({ kind, count: COUNT })
      .from(jobs)
      .where(and(eq(status, 'running'), lt(leaseUntil, LONG_AGO)))
      .groupBy(kind)
      .orderBy(kind),
    db
      .select({ kind, count: COUNT, message: max(message) })
      .from(jobs)
      .where(eq(status, 'error'))
      .groupBy(kind)
      .orderBy(kind),
  ]);
  return { due: due.map(({ kind, since }) => ({ kind, since: since! })), stale, failed };
}
