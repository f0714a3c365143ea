import { randomUUID } from 'node:crypto';
import { and, asc, eq, inArray, lt, lte, or, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { jobs } from '@overlook/db/schema';

/**
 * A job that somebody works on. It is theirs until the lease runs out; every claim has an owner of its own, so that
 * a process that slept through its lease can no longer finish what another has taken over.
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
}

type Lease = Pick<ClaimedJob, 'id' | 'owner'>;

const NOW = sql`now()`;
const nowPlus = (durationMs: number) => sql`now() + ${durationMs} * interval '1 millisecond'`;
const isHeld = ({ id, owner }: Lease) => and(eq(jobs.id, id), eq(jobs.leaseOwner, owner));
const RELEASED = { leaseOwner: null, leaseUntil: null } as const;

/** Takes the job that has been due for longest, also one whose lease has run out; null when there is none. */
export async function claimJob(db: Db, kinds: readonly string[], leaseMs: number): Promise<ClaimedJob | null> {
  const owner = randomUUID();
  const due = db
    .select({ id: jobs.id })
    .from(jobs)
    .where(
      and(
        inArray(jobs.kind, [...kinds]),
        or(
          and(eq(jobs.status, 'pending'), lte(jobs.runAfter, NOW)),
          and(eq(jobs.status, 'running'), lt(jobs.leaseUntil, NOW)),
        ),
      ),
    )
    .orderBy(asc(jobs.runAfter))
    .limit(1)
    .for('update', { skipLocked: true });
  const [job] = await db
    .update(jobs)
    .set({ status: 'running', leaseOwner: owner, leaseUntil: nowPlus(leaseMs), attempts: sql`${jobs.attempts} + 1` })
    .where(eq(jobs.id, due))
    .returning();
  return job ? { id: job.id, owner, kind: job.kind, payload: job.payload, attempt: job.attempts } : null;
}

/** Keeps a job for longer. False when it is no longer held. */
export async function renewLease(db: Db, lease: Lease, leaseMs: number): Promise<boolean> {
  const kept = await db
    .update(jobs)
    .set({ leaseUntil: nowPlus(leaseMs) })
    .where(isHeld(lease))
    .returning({ id: jobs.id });
  return kept.length > 0;
}

/** The work is done. */
export async function completeJob(db: Db, lease: Lease, { isKept }: { isKept: boolean }): Promise<void> {
  if (!isKept) await db.delete(jobs).where(isHeld(lease));
  else
    await db
      .update(jobs)
      .set({ ...RELEASED, status: 'completed', message: null, finishedAt: NOW })
      .where(isHeld(lease));
}

/** This try has failed; the next may come after `delayMs`. */
export async function retryJob(db: Db, lease: Lease, message: string, delayMs: number): Promise<void> {
  await db
    .update(jobs)
    .set({ ...RELEASED, status: 'pending', message, runAfter: nowPlus(delayMs) })
    .where(isHeld(lease));
}

/** The work has failed for good; `message` says why. */
export async function failJob(db: Db, lease: Lease, message: string): Promise<void> {
  await db
    .update(jobs)
    .set({ ...RELEASED, status: 'error', message, finishedAt: NOW })
    .where(isHeld(lease));
}

/** Gives a job back untried, because the server stops. */
export async function releaseJob(db: Db, lease: Lease): Promise<void> {
  await db
    .update(jobs)
    .set({ ...RELEASED, status: 'pending', attempts: sql`${jobs.attempts} - 1` })
    .where(isHeld(lease));
}
