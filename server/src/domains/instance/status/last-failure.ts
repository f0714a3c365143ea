import { and, desc, isNotNull, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { plainReason } from '../../../services/gauges/plain-reason.ts';

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
  return { kind: row.kind, reason: plainReason(row.message), at: (row.finishedAt ?? row.runAfter).toISOString() };
}
