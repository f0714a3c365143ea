import { and, eq, inArray, lte, min, ne, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { lastFailure } from './last-failure.ts';

const countOf = (status: 'pending' | 'running' | 'error') =>
  sql<number>`(count(*) filter (where ${jobs.status} = ${status}))::int`;

/** How many jobs wait, run and have failed, by kind; completed ones are nobody's concern here. */
export function countJobs(db: Db, ...kinds: readonly string[]) {
  return db
    .select({ kind: jobs.kind, waiting: countOf('pending'), running: countOf('running'), failed: countOf('error') })
    .from(jobs)
    .where(and(ne(jobs.status, 'completed'), kinds.length > 0 ? inArray(jobs.kind, [...kinds]) : undefined))
    .groupBy(jobs.kind)
    .orderBy(jobs.kind);
}

/** The work that is done outside requests. Instants are the database's, by whose clock jobs are due. */
export async function jobsStatus({ db }: { readonly db: Db }) {
  const due = and(eq(jobs.status, 'pending'), lte(jobs.runAfter, sql`now()`));
  const [kinds, [oldest], failure] = await Promise.all([
    countJobs(db),
    db
      .select({ at: min(jobs.runAfter) })
      .from(jobs)
      .where(due),
    lastFailure(db, eq(jobs.status, 'error')),
  ]);
  return { kinds, oldestDueAt: oldest?.at?.toISOString() ?? null, lastFailure: failure };
}
