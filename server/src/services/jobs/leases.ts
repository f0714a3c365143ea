import { randomUUID } from 'node:crypto';
import { and, asc, desc, eq, inArray, isNull, lt, lte, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { type JobFailure, type JobProgress, jobs } from '@overlook/db/schema';

/**
 * A job that a worker has claimed, until its lease expires; every claim has its own owner id, so that
 * a process that was suspended beyond its lease cannot finish a job that another has taken over.
 *
 * All instants are the database's: the clocks of server processes may differ by more than a lease.
 */
export interface ClaimedJob {
  readonly id: string;
  readonly owner: string;
  readonly kind: string;
  readonly payload: Record<string, unknown>;
  /** From 1. */
  readonly attempt: number;
  /** Processes that ended while they worked on it, as far as they count against it. */
  readonly crashes: number;
  /** Whether it was cancelled, and its process was killed before it read that: then it is ended and not run. */
  readonly isCancelRequested: boolean;
}

type Lease = Pick<ClaimedJob, 'id' | 'owner'>;

const NOW = sql`now()`;
const nowPlus = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`;
const isHeld = ({ id, owner }: Lease) => and(eq(jobs.id, id), eq(jobs.leaseOwner, owner));
const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

export interface Claim {
  readonly kinds: readonly string[];
  /** Of the jobs that name a queue, those of these; without it all. */
  readonly queues?: readonly string[] | undefined;
  readonly leaseMs: number;
  /** Jobs that are skipped: those that this process works on, even when it renewed the lease too late. */
  readonly except?: readonly string[];
  /** Takes this job or none. */
  readonly only?: string | undefined;
}

/**
 * A job at this many crashes is suspected of ending its process: it waits `SUSPECTED_AFTER_MS`, so that kills of others in quick
 * succession do not meet it, and it never runs beside another suspect, so that one is not taken for the other.
 */
const SUSPECTED_FROM = 2;
const SUSPECTED_AFTER_MS = 60_000;

/** Without a sign of life for this long, the process of a job may have ended together with that of one whose lease has run out. */
const SILENT_MS = 10_000;

/**
 * Makes jobs pending whose process was killed. The attempt does not count, the crash does: it counts against those
 * jobs of the killed ones that were there at most crashes before, because whoever killed the process, the others are
 * probably not the cause. `killed` and `silent` (of the alias `other`) are conditions on running jobs: those to release, and
 * those whose process may have ended too.
 */
async function releaseKilled(db: Db, killed: SQL, silent: SQL): Promise<void> {
  const most = sql`(select max(other.crashes) from ${jobs} as other where other.status = 'running' and ${silent})`;
  const crashes = sql`${jobs.crashes} + (${jobs.crashes} = ${most})::int`;
  await db
    .update(jobs)
    .set({
      ...RELEASED,
      status: 'pending',
      isInterrupted: true,
      message: 'The server ended while it worked on this.',
      attempts: sql`greatest(0, ${jobs.attempts} - 1)`,
      crashes,
      runAfter: sql`case when ${crashes} >= ${SUSPECTED_FROM} then ${nowPlus(SUSPECTED_AFTER_MS)} else now() end`,
    })
    .where(and(eq(jobs.status, 'running'), killed));
}

/** Running jobs of each person. */
const RUNNING = sql`(select asked_by, count(*) as places from ${jobs} where status = 'running' group by asked_by)`;

/**
 * Takes the next due job; null when there is none. First those that a process has left unfinished, then those of the highest
 * priority, of these those of the person with the fewest running jobs, and of these the one that has been due for longest.
 */
export async function claimJob(
  db: Db,
  { kinds, queues, leaseMs, except = [], only }: Claim,
): Promise<ClaimedJob | null> {
  const owner = randomUUID();
  const isNotMine = except.length > 0 ? notInArray(jobs.id, [...except]) : undefined;
  const isOurs = and(
    inArray(jobs.kind, [...kinds]),
    queues === undefined ? undefined : or(isNull(jobs.queue), inArray(jobs.queue, [...queues])),
    isNotMine,
  )!;
  await releaseKilled(
    db,
    and(isOurs, lt(jobs.leaseUntil, NOW))!,
    sql`other.lease_until < ${nowPlus(leaseMs - Math.min(SILENT_MS, leaseMs))}`,
  );
  const suspect = sql`exists (select 1 from ${jobs} as other where other.status = 'running' and other.crashes >= ${SUSPECTED_FROM})`;
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .leftJoin(sql`${RUNNING} as running`, sql`running.asked_by = ${jobs.askedBy}`)
    .where(
      and(
        isOurs,
        only === undefined ? undefined : eq(jobs.id, only),
        eq(jobs.status, 'pending'),
        lte(jobs.runAfter, NOW),
        or(lt(jobs.crashes, SUSPECTED_FROM), sql`not ${suspect}`),
      ),
    )
    .orderBy(desc(jobs.isInterrupted), desc(jobs.priority), sql`coalesce(running.places, 0)`, asc(jobs.runAfter))
    .limit(1)
    .for('update', { of: jobs, skipLocked: true });
  const [job] = await db
    .update(jobs)
    .set({
      status: 'running',
      isInterrupted: false,
      progress: null,
      leaseOwner: owner,
      leaseUntil: nowPlus(leaseMs),
      attempts: sql`${jobs.attempts} + 1`,
    })
    .where(eq(jobs.id, due))
    .returning();
  if (!job) return null;
  const { id, kind, payload, attempts: attempt, crashes, cancelRequestedAt } = job;
  return { id, owner, kind, payload, attempt, crashes, isCancelRequested: cancelRequestedAt !== null };
}

/**
 * Extends the lease of a job and stores its progress. Returns whether it is still held, and whether it should continue.
 */
export async function renewLease(
  db: Db,
  lease: Lease,
  { leaseMs, progress }: { leaseMs: number; progress?: JobProgress | undefined },
): Promise<'held' | 'cancelled' | 'lost'> {
  const [kept] = await db
    .update(jobs)
    .set({ leaseUntil: nowPlus(leaseMs), ...(progress ? { progress } : {}) })
    .where(isHeld(lease))
    .returning({ cancelRequestedAt: jobs.cancelRequestedAt });
  if (!kept) return 'lost';
  return kept.cancelRequestedAt === null ? 'held' : 'cancelled';
}

/** The work is done, with this `result`. */
export async function completeJob(
  db: Db,
  lease: Lease,
  { isKept, result }: { isKept: boolean; result?: unknown },
): Promise<void> {
  if (!isKept) await db.delete(jobs).where(isHeld(lease));
  else
    await db
      .update(jobs)
      .set({ ...RELEASED, status: 'completed', message: null, result: result ?? null, finishedAt: NOW })
      .where(isHeld(lease));
}

/** This attempt has failed; the next may begin after `delayMs`. */
export async function retryJob(db: Db, lease: Lease, message: string, delayMs: number): Promise<void> {
  await db
    .update(jobs)
    .set({ ...RELEASED, status: 'pending', message, runAfter: nowPlus(delayMs) })
    .where(isHeld(lease));
}

/** The work has ended without a result: it has failed finally, or was cancelled. `failure` says why. Returns whether the job was still held. */
export async function failJob(
  db: Db,
  lease: Lease,
  failure: JobFailure,
  status: 'error' | 'cancelled' = 'error',
): Promise<boolean> {
  const ended = await db
    .update(jobs)
    .set({ ...RELEASED, status, message: failure.error, failure, finishedAt: NOW })
    .where(isHeld(lease))
    .returning({ id: jobs.id });
  return ended.length > 0;
}

/** Releases a job without counting the attempt, because the server stops. */
export async function releaseJob(db: Db, lease: Lease): Promise<void> {
  await db
    .update(jobs)
    .set({ ...RELEASED, status: 'pending', isInterrupted: true, attempts: sql`${jobs.attempts} - 1` })
    .where(isHeld(lease));
}

/**
 * Releases the jobs of killed processes, without waiting for their leases to expire. Only for the process that
 * has the database alone, as with the embedded one.
 */
export const releaseOrphans = (db: Db): Promise<void> => releaseKilled(db, sql`true`, sql`true`);
