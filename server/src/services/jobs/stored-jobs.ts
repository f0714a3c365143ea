import { and, desc, eq, inArray, lt, or, sql } from 'drizzle-orm';
import { type Db, JOB_CHANNEL } from '@overlook/db';
import { type JobFailure, type JobProgress, jobs } from '@overlook/db/schema';
import { JOBS_KEPT_MS } from '@overlook/shared/config';
import { INSTANCE_MESSAGES } from '@overlook/shared/messages';
import { conflict, notFound } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { CANCELLED } from '../../errors/failure.ts';
import type { JobKind } from './job-handler.ts';

export interface JobOptions {
  /** The id of the person for whom it is done. */
  readonly askedBy?: number | null;
  /** Which workers take it, where its kind alone does not say so. */
  readonly queue?: string;
}

/** Adds a job, of which waiting workers hear. In a transaction the job exists exactly when the rest is stored. */
export async function addJob<T extends Record<string, unknown>>(
  db: Db,
  kind: JobKind<T>,
  payload: T,
  options: JobOptions = {},
): Promise<string> {
  const { name, priority = 0 } = kind;
  const [job] = await db
    .insert(jobs)
    .values({ kind: name, payload: kind.payload.parse(payload), priority, ...options })
    .returning({ id: jobs.id });
  await tellWorkers(db, name);
  return job!.id;
}

/** Wakes the workers of a kind when the transaction is committed. */
export async function tellWorkers(db: Db, kind: string): Promise<void> {
  await db.execute(sql`select pg_notify(${JOB_CHANNEL}, ${kind})`);
}

/** Adds a job unless there is one of its kind with the same payload, in any state. True when it was added. */
export async function addJobOnce<T extends Record<string, unknown>>(
  db: Db,
  kind: JobKind<T>,
  payload: T,
): Promise<boolean> {
  const isSame = and(eq(jobs.kind, kind.name), sql`${jobs.payload} = ${JSON.stringify(payload)}::jsonb`);
  const isKnown = async (within: Db) =>
    (await within.select({ id: jobs.id }).from(jobs).where(isSame).limit(1)).length > 0;
  if (await isKnown(db)) return false;
  return db.transaction(async (tx) => {
    // Of two simultaneous calls, the second waits and finds the job of the first.
    await tx.execute(sql`select pg_advisory_xact_lock(hashtext(${kind.name}))`);
    if (await isKnown(tx)) return false;
    await addJob(tx, kind, payload);
    return true;
  });
}

/** A job as an operator sees it; instants are ISO 8601. */
export interface StoredJob {
  id: string;
  kind: string;
  /** The subject of the job: for an import the slug of the site. */
  subject: string | null;
  state: 'pending' | 'running' | 'completed' | 'error' | 'cancelled';
  isCancelRequested: boolean;
  attempts: number;
  progress: JobProgress | null;
  /** Why the last try failed. */
  message: string | null;
  failure: JobFailure | null;
  createdAt: string;
  finishedAt: string | null;
}

/** Most jobs that are listed. */
const LISTED = 100;

const toStored = (row: typeof jobs.$inferSelect): StoredJob => ({
  id: row.id,
  kind: row.kind,
  subject: typeof row.payload['slug'] === 'string' ? row.payload['slug'] : null,
  state: row.status,
  isCancelRequested: row.cancelRequestedAt !== null,
  attempts: row.attempts,
  progress: row.progress,
  message: row.message,
  failure: row.failure,
  createdAt: row.createdAt.toISOString(),
  finishedAt: row.finishedAt?.toISOString() ?? null,
});

export interface JobFilter {
  /** Those of one of these kinds. */
  kinds?: readonly Pick<JobKind<never>, 'name'>[];
  states?: readonly StoredJob['state'][];
  limit?: number;
}

/** The latest jobs, newest first. */
export async function listJobs(db: Db, { kinds, states, limit = LISTED }: JobFilter = {}): Promise<StoredJob[]> {
  const rows = await db
    .select()
    .from(jobs)
    .where(
      and(
        kinds === undefined
          ? undefined
          : inArray(
              jobs.kind,
              kinds.map(({ name }) => name),
            ),
        states === undefined ? undefined : inArray(jobs.status, [...states]),
      ),
    )
    .orderBy(desc(jobs.createdAt), desc(jobs.id))
    .limit(limit);
  return rows.map(toStored);
}

/** One job with its result. Throws `AppError` NOT_FOUND. */
export async function findJob(db: Db, id: string): Promise<StoredJob & { result: unknown }> {
  const [row] = await db.select().from(jobs).where(eq(jobs.id, id));
  if (!row) throw notFound(said(INSTANCE_MESSAGES, 'job.unknown', { id }));
  return { ...toStored(row), result: row.result };
}

/**
 * Ends a job that waits, or whose process was killed; asks a running one to stop, which it does within
 * about a second. Throws `AppError` NOT_FOUND, or CONFLICT when it has ended already or is of another kind.
 */
export async function cancelJob(
  db: Db,
  id: string,
  kinds: readonly Pick<JobKind<never>, 'name'>[],
): Promise<StoredJob> {
  const isIdle = or(eq(jobs.status, 'pending'), lt(jobs.leaseUntil, sql`now()`))!;
  const ifIdle = (then: unknown, column: unknown) => sql`case when ${isIdle} then ${then} else ${column} end`;
  const [row] = await db
    .update(jobs)
    .set({
      cancelRequestedAt: sql`coalesce(${jobs.cancelRequestedAt}, now())`,
      status: ifIdle(sql`'cancelled'::job_status`, jobs.status),
      finishedAt: ifIdle(sql`now()`, jobs.finishedAt),
      failure: ifIdle(sql`${JSON.stringify(CANCELLED)}::jsonb`, jobs.failure),
      message: ifIdle(sql`${CANCELLED.error}::text`, jobs.message),
      leaseOwner: ifIdle(sql`null`, jobs.leaseOwner),
    })
    .where(
      and(
        eq(jobs.id, id),
        inArray(jobs.status, ['pending', 'running']),
        inArray(
          jobs.kind,
          kinds.map(({ name }) => name),
        ),
      ),
    )
    .returning();
  if (row) return toStored(row);
  const { kind, state } = await findJob(db, id);
  if (!kinds.some(({ name }) => name === kind)) throw conflict(said(INSTANCE_MESSAGES, 'job.notCancelled', { kind }));
  throw conflict(said(INSTANCE_MESSAGES, 'job.ended', { state }));
}

/** Removes jobs of a kind that ended some days ago. Returns how many. */
export async function pruneJobs(db: Db, { name }: Pick<JobKind<never>, 'name'>): Promise<number> {
  const removed = await db
    .delete(jobs)
    .where(and(eq(jobs.kind, name), lt(jobs.finishedAt, sql`now() - ${JOBS_KEPT_MS} * interval '1 millisecond'`)))
    .returning({ id: jobs.id });
  return removed.length;
}
