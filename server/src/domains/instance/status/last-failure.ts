import { and, desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { plainReason } from '../../../services/gauges/plain-reason.ts';

/** When it failed, or will be tried again: what is still going on comes first. */
const FAILED_AT = sql<string | null>`coalesce(${jobs.finishedAt}, ${jobs.runAfter})`;

/** The latest failure among the jobs that fit: of one given up, or of a try that will be followed by another. */
export async function lastFailure(db: Db, condition: SQL | undefined) {
  const [row] = await db
    .select({ kind: jobs.kind, message: jobs.message, finishedAt: jobs.finishedAt, runAfter: jobs.runAfter })
    .from(jobs)
    .where(and(condition, isNotNull(jobs.message)))
    .orderBy(desc(FAILED_AT))
    .limit(1);
  if (!row) return null;
  const { kind, message, finishedAt, runAfter } = row;
  return {
    kind,
    reason: plainReason(message),
    at: finishedAt?.toISOString() ?? null,
    nextTryAt: finishedAt ? null : runAfter.toISOString(),
  };
}
