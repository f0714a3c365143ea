import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { Database } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { aUser } from '@overlook/db/seed';
import { notFound } from '../../errors/app-error.ts';
import { addJob, cancelJob, listJobs, pruneJobs } from './stored-jobs.ts';
import { UnrecoverableError, jobHandler, type JobRun, doublingBackOff, type JobKind } from './job-handler.ts';
import { claimJob, completeJob, releaseOrphans } from './leases.ts';
import { createWorker, type Worker } from './worker.ts';
import { WAIT } from '../../testing/wait.ts';
import { databaseKinds } from '../../testing/database-kinds.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const COUNTING: JobKind<{ n: number }> = {
  name: 'counting',
  payload: z.object({ n: z.number() }),
  attempts: 3,
  backOffMs: doublingBackOff(60_000, 90_000),
  isKept: true,
};
/** Longer than any test takes: a lease ends where a test ends it. */
const LEASE_MS = 600_000;
const log = { warn: vi.fn(), error: vi.fn() };
const aborted = (signal: AbortSignal) =>
  new Promise<never>((_resolve, reject) => {
    const stop = () => reject(signal.reason as Error);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop);
  });

describe.each(kinds)('jobs on $name', ({ open }) => {
  let database: Database;
  let workers: Worker[];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(() => {
    workers = [];
  });
  afterEach(async () => {
    await Promise.all(workers.map((worker) => worker.stop()));
    await database.db.delete(jobs);
  });

  const worker = (run: (payload: { n: number }, run: JobRun) => Promise<unknown>) => {
    const made = createWorker({ db: database.db, log, leaseMs: LEASE_MS, handlers: [jobHandler(COUNTING, run)] });
    workers.push(made);
    return made;
  };
  const job = async (id: string) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0]!;
  const claim = () => claimJob(database.db, { kinds: ['counting'], leaseMs: LEASE_MS });
  const makeDue = (id: string) =>
    database.db
      .update(jobs)
      .set({ runAfter: sql`now()` })
      .where(eq(jobs.id, id));
  /** As if the worker that holds it had been silent for long. */
  const endLease = (id: string) =>
    database.db
      .update(jobs)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(jobs.id, id));

  it('runs each once, with any number of workers', async () => {
    for (let n = 0; n < 50; n++) await addJob(database.db, COUNTING, { n });
    const seen: number[] = [];
    const run = async ({ n }: { n: number }) => void seen.push(n);
    await Promise.all([worker(run), worker(run), worker(run)].map((one) => one.runDue()));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    const rows = await database.db.select().from(jobs);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['completed']));
  });

  describe('which is next', () => {
    const order = async () => {
      const seen: number[] = [];
      await worker(async ({ n }) => void seen.push(n)).runDue();
      return seen;
    };

    it('is the one of the highest priority, then the one that has waited longest', async () => {
      const urgent = { ...COUNTING, priority: 10 };
      await addJob(database.db, COUNTING, { n: 1 });
      await addJob(database.db, COUNTING, { n: 2 });
      await addJob(database.db, { ...COUNTING, priority: -10 }, { n: 3 });
      await addJob(database.db, urgent, { n: 4 });
      expect(await order()).toEqual([4, 1, 2, 3]);
    });

    it('is before all one that a killed process has left, also behind many that wait as long', async () => {
      const left = await addJob(database.db, COUNTING, { n: 0 });
      await claim();
      await endLease(left);
      for (let n = 1; n < 5; n++) await addJob(database.db, { ...COUNTING, priority: 10 }, { n });
      await database.db.update(jobs).set({ runAfter: new Date(0) });
      expect(await order()).toEqual([0, 1, 2, 3, 4]);
    });

    it('is one of the person with the fewest running ones, so that people take turns', async () => {
      const [many, few] = [await aUser(database.db), await aUser(database.db)];
      for (let n = 0; n < 3; n++) await addJob(database.db, COUNTING, { n }, { askedBy: many.id });
      await addJob(database.db, COUNTING, { n: 9 }, { askedBy: few.id });
      const claimed = [await claim(), await claim(), await claim()];
      expect(claimed.map((one) => one!.payload['n'])).toEqual([0, 9, 1]);
    });

    it('is of the queues of the worker, or of none', async () => {
      await addJob(database.db, COUNTING, { n: 1 }, { queue: 'large' });
      await addJob(database.db, COUNTING, { n: 2 }, { queue: 'small' });
      await addJob(database.db, COUNTING, { n: 3 });
      const of = (queue: string) => claimJob(database.db, { kinds: ['counting'], queues: [queue], leaseMs: LEASE_MS });
      const claimed = [await of('small'), await of('small'), await of('small'), await of('large')];
      expect(claimed.map((one) => one?.payload['n'])).toEqual([2, 3, undefined, 1]);
    });
  });

  it('is begun as soon as it is added, also by another process', async () => {
    const seen: number[] = [];
    const handlers = [jobHandler(COUNTING, async ({ n }) => void seen.push(n))];
    const waiting = createWorker({ db: database.db, log, leaseMs: LEASE_MS, pollMs: LEASE_MS, handlers });
    workers.push(waiting);
    await database.watch({ onJob: (kind) => waiting.wake(kind) });
    await waiting.runDue();
    waiting.start();
    await addJob(database.db, COUNTING, { n: 1 });
    await vi.waitFor(() => expect(seen).toEqual([1]), WAIT);
  });

  it('is added exactly when its transaction is committed', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await addJob(tx, COUNTING, { n: 1 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.db.select().from(jobs)).toEqual([]);
  });

  it('repeats after increasing delays, and ends in error', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const failing = worker(() => Promise.reject(new Error('not today')));
    for (const waitMs of [60_000, 90_000]) {
      const beforeMs = Date.now();
      await failing.runDue();
      const row = await job(id);
      expect(row).toMatchObject({ status: 'pending', message: 'not today', leaseOwner: null });
      expect(row.runAfter.getTime() - beforeMs).toBeGreaterThan(waitMs - 5000);
      expect(row.runAfter.getTime() - beforeMs).toBeLessThan(waitMs + 20_000);
      await makeDue(id);
    }
    await failing.runDue();
    const failure = { error: 'not today', code: 'INTERNAL' };
    expect(await job(id)).toMatchObject({ status: 'error', attempts: 3, failure, finishedAt: expect.any(Date) });
  });

  it('ends an unrecoverable one immediately, with the message of its cause', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const cause = notFound('no such person');
    await worker(() => Promise.reject(new UnrecoverableError('unrecoverable', { cause }))).runDue();
    const failure = { error: 'no such person', code: 'NOT_FOUND' };
    expect(await job(id)).toMatchObject({ status: 'error', attempts: 1, message: 'no such person', failure });
    const [odd] = await database.db.insert(jobs).values({ kind: 'counting', payload: {} }).returning();
    await worker(() => Promise.resolve()).runDue();
    expect((await job(odd!.id)).status).toBe('error');
  });

  it('stores the consequences of an end in error with that end, once, and not for a cancellation', async () => {
    const told: string[] = [];
    const made = createWorker({
      db: database.db,
      log,
      leaseMs: LEASE_MS,
      handlers: [
        jobHandler(
          COUNTING,
          () => Promise.reject(new Error('no')),
          async (tx, { n }, { error }) => {
            const [row] = await tx.select().from(jobs);
            told.push(`${n} ${error} ${row!.status}`);
          },
        ),
      ],
    });
    workers.push(made);
    const id = await addJob(database.db, COUNTING, { n: 7 });
    for (let n = 0; n < 3; n++) {
      await makeDue(id);
      await made.runDue();
    }
    expect(told).toEqual(['7 no error']);
    await database.db.delete(jobs);
    await cancelJob(database.db, await addJob(database.db, COUNTING, { n: 8 }), [COUNTING]);
    await made.runDue();
    expect(told).toHaveLength(1);
  });

  it('takes over from a process that was killed, which can no longer finish', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const dead = await claim();
    expect(await claim()).toBeNull();
    const seen: number[] = [];
    const living = worker(async ({ n }) => void seen.push(n));
    await living.runDue();
    expect(seen).toEqual([]);
    await endLease(id);
    await living.runDue();
    expect(seen).toEqual([1]);
    await completeJob(database.db, dead!, { isKept: false });
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('waits for no lease where no other process can use the database', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    await claim();
    await releaseOrphans(database.db);
    expect(await job(id)).toMatchObject({ status: 'pending', attempts: 0, crashes: 1, leaseOwner: null });
    expect(await claim()).toMatchObject({ id, attempt: 1, crashes: 1 });
  });

  /** As if the process that works on these had been killed. */
  const kill = async () => {
    await database.db
      .update(jobs)
      .set({ leaseUntil: sql`now() - interval '1 second'` })
      .where(eq(jobs.status, 'running'));
    return claimJob(database.db, { kinds: ['counting'], leaseMs: LEASE_MS, only: crypto.randomUUID() });
  };
  const crashes = async () =>
    Object.fromEntries((await database.db.select().from(jobs)).map((row) => [row.payload['n'], row.crashes]));

  it('is not begun again once three processes have ended while they worked on it', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    for (let crashes = 0; crashes < 3; crashes++) {
      expect(await claim()).toMatchObject({ id, crashes, attempt: 1 });
      await kill();
      await makeDue(id);
    }
    const run = vi.fn(() => Promise.resolve());
    await worker(run).runDue();
    expect(run).not.toHaveBeenCalled();
    expect(await job(id)).toMatchObject({ status: 'error', message: expect.stringContaining('ended three times') });
  });

  it('that two kills have met waits a minute, so that a third in quick succession does not meet it', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    await claim();
    await kill();
    expect((await job(id)).message).toBe('The server ended while it worked on this.');
    expect(await claim()).toMatchObject({ id });
    await kill();
    expect(await claim()).toBeNull();
    const waitMs = (await job(id)).runAfter.getTime() - Date.now();
    expect(waitMs).toBeGreaterThan(40_000);
    expect(waitMs).toBeLessThan(80_000);
  });

  it('that only runs beside the one that kills its process is done', async () => {
    const ids = [await addJob(database.db, COUNTING, { n: 0 }), await addJob(database.db, COUNTING, { n: 1 })];
    for (const expected of [
      { 0: 1, 1: 1 },
      { 0: 2, 1: 2 },
    ]) {
      for (const id of ids)
        expect(await claimJob(database.db, { kinds: ['counting'], leaseMs: LEASE_MS, only: id })).not.toBeNull();
      await kill();
      expect(await crashes()).toEqual(expected);
    }
    for (const id of ids) await makeDue(id);
    // Both are suspected: only one runs at a time, beside one that is not.
    const suspect = await claim();
    const third = await addJob(database.db, COUNTING, { n: 2 });
    expect(await claim()).toMatchObject({ id: third });
    expect(await claim()).toBeNull();
    await kill();
    const deadly = suspect!.payload['n'] as 0 | 1;
    expect(await crashes()).toEqual({ [deadly]: 3, [1 - deadly]: 2, 2: 0 });
    for (const id of ids) await makeDue(id);
    const seen: number[] = [];
    await worker(async ({ n }) => void seen.push(n)).runDue();
    expect(seen.sort()).toEqual([1 - deadly, 2]);
    expect(await job(suspect!.id)).toMatchObject({ status: 'error' });
  });

  it('keeps a long job by renewing its lease, and aborts it when the lease was lost', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    let wasTold = false;
    const long = worker(async (_payload, { signal }) => {
      const firstUntil = (await job(id)).leaseUntil!.getTime();
      await expect.poll(async () => (await job(id)).leaseUntil!.getTime(), WAIT).toBeGreaterThan(firstUntil);
      await database.db.update(jobs).set({ leaseOwner: 'another' }).where(eq(jobs.id, id));
      await aborted(signal).catch(() => (wasTold = true));
    });
    await long.runDue();
    expect(wasTold).toBe(true);
    expect(await job(id)).toMatchObject({ status: 'running', leaseOwner: 'another' });
  });

  it('does not begin its own running job again, when it renewed the lease too late', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    let runs = 0;
    const late: Worker = worker(async () => {
      runs++;
      await endLease(id);
      await late.runDue();
    });
    await late.runDue();
    expect(runs).toBe(1);
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('releases its running job when it stops, without counting the attempt', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const stopped = worker(async (_payload, { signal }) => {
      begin();
      await aborted(signal);
    });
    stopped.start();
    await begun;
    await stopped.stop();
    expect(await job(id)).toMatchObject({ status: 'pending', attempts: 0, leaseOwner: null });
  });

  it('stores progress and result', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const progress = { label: 'Counting', done: 1, total: 2, unit: 'items' as const };
    await worker(async (_payload, { report }) => {
      report(progress);
      await expect.poll(async () => (await job(id)).progress, WAIT).toEqual(progress);
      return { counted: 2 };
    }).runDue();
    expect(await job(id)).toMatchObject({ status: 'completed', result: { counted: 2 }, message: null });
  });

  it('ends with the transaction of its work, and only for its owner', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const stored = () => database.db.$count(jobs, eq(jobs.kind, 'stored by the work'));
    const finish = ({ complete }: JobRun) =>
      database.db.transaction(async (tx) => {
        await tx.insert(jobs).values({ kind: 'stored by the work', payload: {} });
        await complete(tx, { done: true });
      });
    await worker(async (_payload, run) => {
      await database.db.update(jobs).set({ leaseOwner: 'another' }).where(eq(jobs.id, id));
      await expect(finish(run)).rejects.toThrow('can no longer be completed: lost');
    }).runDue();
    expect([await stored(), (await job(id)).status]).toEqual([0, 'running']);
    await endLease(id);
    await worker(async (_payload, run) => {
      await finish(run);
      throw new Error('after the end');
    }).runDue();
    expect(await stored()).toBe(1);
    expect(await job(id)).toMatchObject({ status: 'completed', result: { done: true }, failure: null });
  });

  describe('that are cancelled', () => {
    const CANCELLED = { status: 'cancelled', failure: { code: 'CANCELLED' }, finishedAt: expect.any(Date) };

    it('end at once while they wait', async () => {
      const id = await addJob(database.db, COUNTING, { n: 1 });
      expect(await cancelJob(database.db, id, [COUNTING])).toMatchObject({ id, state: 'cancelled' });
      expect(await job(id)).toMatchObject(CANCELLED);
      expect(await claim()).toBeNull();
      await expect(cancelJob(database.db, id, [COUNTING])).rejects.toThrow('ended already: cancelled');
    });

    it('are stopped while they run', async () => {
      const id = await addJob(database.db, COUNTING, { n: 1 });
      await worker(async (_payload, { signal }) => {
        expect(await cancelJob(database.db, id, [COUNTING])).toMatchObject({
          state: 'running',
          isCancelRequested: true,
        });
        await aborted(signal);
      }).runDue();
      expect(await job(id)).toMatchObject({ ...CANCELLED, leaseOwner: null, attempts: 1 });
    });

    it('store nothing, even when their work was finished before the cancellation', async () => {
      const id = await addJob(database.db, COUNTING, { n: 1 });
      await worker(async (_payload, { complete }) => {
        await cancelJob(database.db, id, [COUNTING]);
        await database.db.transaction(async (tx) => {
          await tx.insert(jobs).values({ kind: 'stored by the work', payload: {} });
          await complete(tx, {});
        });
      }).runDue();
      expect(await database.db.select().from(jobs)).toMatchObject([CANCELLED]);
    });

    it('end when their process was killed, before or after', async () => {
      const before = await addJob(database.db, COUNTING, { n: 1 });
      await claim();
      await cancelJob(database.db, before, [COUNTING]);
      await endLease(before);
      const run = vi.fn(() => Promise.resolve());
      await worker(run).runDue();
      expect(run).not.toHaveBeenCalled();
      expect(await job(before)).toMatchObject(CANCELLED);
      const after = await addJob(database.db, COUNTING, { n: 2 });
      await claim();
      await endLease(after);
      await cancelJob(database.db, after, [COUNTING]);
      expect(await job(after)).toMatchObject({ ...CANCELLED, leaseOwner: null });
    });

    it('are those of a kind that can be, and exist', async () => {
      const id = await addJob(database.db, COUNTING, { n: 1 });
      await expect(cancelJob(database.db, id, [])).rejects.toMatchObject({ code: 'CONFLICT' });
      expect((await job(id)).cancelRequestedAt).toBeNull();
      await expect(cancelJob(database.db, crypto.randomUUID(), [COUNTING])).rejects.toMatchObject({
        code: 'NOT_FOUND',
      });
    });
  });

  it('are forgotten some days after they ended', async () => {
    const ended = (days: number, kind = 'counting') => ({
      kind,
      payload: {},
      status: 'error' as const,
      finishedAt: sql`now() - ${days} * interval '1 day'`,
    });
    await database.db.insert(jobs).values([ended(8), ended(6), ended(8, 'other')]);
    const waiting = await addJob(database.db, COUNTING, { n: 1 });
    expect(await pruneJobs(database.db, COUNTING)).toBe(1);
    const left = await listJobs(database.db, { kinds: [COUNTING] });
    expect(left.map(({ state }) => state).sort()).toEqual(['error', 'pending']);
    expect(left.map(({ id }) => id)).toContain(waiting);
  });
});
