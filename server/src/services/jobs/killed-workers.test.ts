import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { count, eq, type SQL, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type Database, openDatabase } from '@overlook/db';
import { jobs } from '@overlook/db/schema';
import { createScratchDatabase } from '@overlook/db/testing';
import { randomFrom } from '../../pointclouds/testing/random-records.ts';
import { bundled } from '../../testing/server-bundle.ts';
import { addJob } from './stored-jobs.ts';
import { EFFECT } from './testing/effect-worker.ts';

/** Each kill is followed by a lease, so that more of them run on demand only. */
const KILLS = Number(process.env['KILLS'] ?? 1);
const SEED = Number(process.env['SEED'] ?? 20_261_130);
const PROCESSES = 3;
const WORK_MS = 400;
/** Jobs that wait at least, so that what is killed has a backlog before it. */
const BACKLOG = 20;

const scratch = await createScratchDatabase();
let database: Database;
const children = new Set<ChildProcess>();

beforeAll(async () => {
  if (!scratch) return;
  database = await openDatabase({ databaseUrl: scratch.url, dataDir: '' });
  await database.db.execute(sql`create table begins (n int, pid int, at timestamptz default clock_timestamp())`);
  await database.db.execute(sql`create table effects (n int, at timestamptz default clock_timestamp())`);
});
afterEach(() => {
  for (const child of children) child.kill('SIGKILL');
});
afterAll(async () => {
  await database?.close();
  await scratch?.drop();
});

/** The rows of a query. */
const rowsOf = async <Row>(query: SQL): Promise<Row[]> => [...((await database.db.execute(query)) as Iterable<Row>)];

async function startWorker(): Promise<ChildProcess> {
  const child = spawn(process.execPath, [bundled('effect-worker'), scratch!.url, String(WORK_MS)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child.stdout!, 'data');
  return child;
}

let added = 0;

/** Adds jobs until `BACKLOG` wait. */
async function fillUp(): Promise<void> {
  const [waiting] = await database.db.select({ value: count() }).from(jobs).where(eq(jobs.status, 'pending'));
  for (let i = waiting!.value; i < BACKLOG; i++) await addJob(database.db, EFFECT, { n: added++ });
}

interface Killed {
  readonly n: number;
  readonly at: Date;
}

/**
 * Kills a worker within its job; null where none is within one. A job that two kills have met already is left alone: the
 * third one ends it, because it might be the cause.
 */
async function killOne(random: () => number): Promise<Killed | null> {
  const running = await rowsOf<{ n: number; pid: number }>(sql`
    select (payload->>'n')::int as n, (select pid from begins where begins.n = (payload->>'n')::int order by at desc limit 1) as pid
    from jobs where status = 'running' and crashes < 2 and lease_until > now() + interval '10 seconds'`);
  const rows = running.filter(({ pid }) => [...children].some((child) => child.pid === pid));
  const victim = rows[Math.floor(random() * rows.length)];
  const child = [...children].find(({ pid }) => pid === victim?.pid);
  if (!victim || !child) return null;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
  const [now] = await rowsOf<{ at: string }>(sql`select clock_timestamp() as at`);
  return { n: victim.n, at: new Date(now!.at) };
}

it.skipIf(!scratch)(
  `no job is lost and none done twice, though ${KILLS} processes are killed within theirs`,
  async () => {
    const random = randomFrom(SEED);
    await fillUp();
    for (let i = 0; i < PROCESSES; i++) await startWorker();
    const killed: Killed[] = [];
    while (killed.length < KILLS) {
      await fillUp();
      await delay(random() * 1000);
      const one = await killOne(random);
      if (!one) continue;
      killed.push(one);
      await startWorker();
    }
    await vi.waitFor(
      async () => {
        const [left] = await database.db.select({ value: count() }).from(jobs).where(eq(jobs.status, 'completed'));
        expect(left!.value, `seed ${SEED}`).toBe(added);
      },
      { timeout: 300_000, interval: 500 },
    );
    const effects = await rowsOf<{ n: number; times: number }>(
      sql`select n, count(*)::int as times from effects group by n having count(*) > 1`,
    );
    expect(effects, `seed ${SEED}`).toEqual([]);
    await reportWaits(killed);
  },
  1_800_000,
);

/** Prints how long after a kill the job was begun again. */
async function reportWaits(killed: readonly Killed[]): Promise<void> {
  const waits: number[] = [];
  for (const { n, at } of killed) {
    const [next] = await rowsOf<{ at: string | null }>(
      sql`select min(at) as at from begins where n = ${n} and at > ${at.toISOString()}::timestamptz`,
    );
    if (next?.at) waits.push((new Date(next.at).getTime() - at.getTime()) / 1000);
  }
  waits.sort((a, b) => a - b);
  const shown = [waits[0], waits[Math.floor(waits.length / 2)], waits.at(-1)].map((wait) => wait?.toFixed(1));
  process.stdout.write(
    `${killed.length} kills: begun again after ${shown[0]} s, median ${shown[1]} s, at most ${shown[2]} s\n`,
  );
}
