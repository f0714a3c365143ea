import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Database, openDatabase } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { addJob } from './add-job.ts';
import { doublingBackOff, type JobKind } from './job-kind.ts';
import { claimJob, completeJob } from './leases.ts';
import { createWorker, GivenUp, jobHandler, type Worker } from './worker.ts';

const scratch = await createScratchDatabase();
const kinds = [
  { name: 'PGlite', open: openMemoryDatabase },
  ...(scratch ? [{ name: 'PostgreSQL', open: () => openDatabase({ databaseUrl: scratch.url, dataDir: '' }) }] : []),
];
afterAll(async () => scratch?.drop());

const COUNTING: JobKind<{ n: number }> = {
  name: 'counting',
  payload: z.object({ n: z.number() }),
  attempts: 3,
  backOffMs: doublingBackOff(60_000, 90_000),
  isKept: true,
};
const LEASE_MS = 300;
const log = { warn: vi.fn(), error: vi.fn() };

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

  const worker = (run: (payload: { n: number }, signal: AbortSignal) => Promise<void>) => {
    const made = createWorker({ db: database.db, log, leaseMs: LEASE_MS, handlers: [jobHandler(COUNTING, run)] });
    workers.push(made);
    return made;
  };
  const job = async (id: string) => (await database.db.select().from(jobs).where(eq(jobs.id, id)))[0]!;
  const makeDue = (id: string) =>
    database.db
      .update(jobs)
      .set({ runAfter: sql`now()` })
      .where(eq(jobs.id, id));

  it('does each once, however many workers there are', async () => {
    for (let n = 0; n < 50; n++) await addJob(database.db, COUNTING, { n });
    const seen: number[] = [];
    const run = async ({ n }: { n: number }) => void seen.push(n);
    await Promise.all([worker(run), worker(run), worker(run)].map((one) => one.runDue()));
    expect(seen.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, n) => n));
    const rows = await database.db.select().from(jobs);
    expect(new Set(rows.map((row) => row.status))).toEqual(new Set(['completed']));
  });

  it('is asked for exactly when the transaction around it is stored', async () => {
    await expect(
      database.db.transaction(async (tx) => {
        await addJob(tx, COUNTING, { n: 1 });
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await database.db.select().from(jobs)).toEqual([]);
  });

  it('tries again after longer and longer, and ends in error', async () => {
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
    expect(await job(id)).toMatchObject({ status: 'error', attempts: 3, finishedAt: expect.any(Date) });
  });

  it('ends at once what cannot be helped', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    await worker(() => Promise.reject(new GivenUp('no such person'))).runDue();
    expect(await job(id)).toMatchObject({ status: 'error', attempts: 1, message: 'no such person' });
    const [odd] = await database.db.insert(jobs).values({ kind: 'counting', payload: {} }).returning();
    await worker(() => Promise.resolve()).runDue();
    expect((await job(odd!.id)).status).toBe('error');
  });

  it('takes over from a process that was killed, which can no longer finish', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    const dead = await claimJob(database.db, ['counting'], LEASE_MS);
    expect(await claimJob(database.db, ['counting'], LEASE_MS)).toBeNull();
    const seen: number[] = [];
    const living = worker(async ({ n }) => void seen.push(n));
    await vi.waitFor(async () => {
      await living.runDue();
      expect(seen).toEqual([1]);
    });
    await completeJob(database.db, dead!, { isKept: false });
    expect(await job(id)).toMatchObject({ status: 'completed', attempts: 2 });
  });

  it('gives up what kills its process each time', async () => {
    const [row] = await database.db
      .insert(jobs)
      .values({ kind: 'counting', payload: { n: 1 }, status: 'running', attempts: 3, leaseUntil: new Date(0) })
      .returning();
    const run = vi.fn(() => Promise.resolve());
    await worker(run).runDue();
    expect(run).not.toHaveBeenCalled();
    expect((await job(row!.id)).status).toBe('error');
  });

  it('keeps a long job by renewing its lease, and tells it when it was lost', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    let wasTold = false;
    const long = worker(async (_payload, signal) => {
      const firstUntil = (await job(id)).leaseUntil!;
      await vi.waitFor(async () => expect((await job(id)).leaseUntil!.getTime()).toBeGreaterThan(firstUntil.getTime()));
      await database.db.update(jobs).set({ leaseOwner: 'another' }).where(eq(jobs.id, id));
      await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));
      wasTold = true;
    });
    await long.runDue();
    expect(wasTold).toBe(true);
    expect(await job(id)).toMatchObject({ status: 'running', leaseOwner: 'another' });
  });

  it('gives back what it works on when it stops, without counting the try', async () => {
    const id = await addJob(database.db, COUNTING, { n: 1 });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => (begin = resolve));
    const stopped = worker(async (_payload, signal) => {
      begin();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(new Error('stopped'))));
    });
    stopped.start();
    await begun;
    await stopped.stop();
    expect(await job(id)).toMatchObject({ status: 'pending', attempts: 0, leaseOwner: null });
  });
});
