import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type Database, JOB_CHANNEL, openDatabase, probeConnection } from './index.ts';
import { freePort } from './testing/free-port.ts';
import { createScratchDatabase } from './testing/scratch-postgres.ts';

const WAIT = { timeout: 30_000 };
const hasBouncer = spawnSync('pgbouncer', ['--version']).status === 0;
const scratch = hasBouncer ? await createScratchDatabase() : null;

let folder: string;
let bouncer: ChildProcess | undefined;
let pooledUrl: string;

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => resolve(true)).on('error', () => resolve(false));
    socket.unref();
  });

/** Starts PgBouncer before the scratch database: each transaction may have another connection. */
beforeAll(async () => {
  if (!scratch) return;
  folder = await mkdtemp(join(tmpdir(), 'overlook-pgbouncer-'));
  // It gives up being root.
  await chmod(folder, 0o755);
  const { hostname, port, pathname, username } = new URL(scratch.url);
  const name = pathname.slice(1);
  const ownPort = await freePort();
  const lines = [
    '[databases]',
    `${name} = host=${hostname} port=${port || 5432} user=${username || 'postgres'}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${ownPort}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
  ];
  const file = join(folder, 'pgbouncer.ini');
  await writeFile(file, `${lines.join('\n')}\n`);
  const asUser = process.getuid?.() === 0 ? ['-u', 'postgres'] : [];
  bouncer = spawn('pgbouncer', ['-q', ...asUser, file], { stdio: 'ignore' });
  await vi.waitFor(async () => expect(await answers(ownPort)).toBe(true), WAIT);
  pooledUrl = `postgres://${username || 'postgres'}@127.0.0.1:${ownPort}/${name}`;
});
afterAll(async () => {
  bouncer?.kill('SIGKILL');
  await scratch?.drop();
  if (folder) await rm(folder, { recursive: true });
});

describe.skipIf(!scratch)('behind PgBouncer, which gives each transaction another connection', () => {
  const open = () => openDatabase({ databaseUrl: pooledUrl, databaseDirectUrl: scratch!.url, dataDir: '' });
  const all: Database[] = [];
  afterAll(() => Promise.all(all.map((one) => one.close())));

  it('two processes migrate one after another, and leave no lock behind', async () => {
    all.push(...(await Promise.all([open(), open()])));
    const locks = await all[0]!.db.execute(sql`select 1 from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`);
    expect([...(locks as Iterable<unknown>)]).toEqual([]);
  });

  it('statements and transactions of many clients succeed', async () => {
    const { db } = all[0]!;
    const one = async (n: number) =>
      db.transaction(async (tx) => {
        const rows = (await tx.execute(sql`select ${n}::int as n`)) as Iterable<{ n: number }>;
        return [...rows][0]!.n;
      });
    const expected = Array.from({ length: 200 }, (_, n) => n);
    expect(await Promise.all(expected.map(one))).toEqual(expected);
  });

  it('has the settings that our queries count on', async () => {
    const rows = (await all[0]!.db.execute(sql`select current_setting('jit') as jit,
      current_setting('IntervalStyle') as interval, current_setting('DateStyle') as date`)) as Iterable<unknown>;
    expect([...rows]).toEqual([{ jit: 'off', interval: 'postgres', date: 'ISO, YMD' }]);
  });

  it('is told from the database itself', async () => {
    const [pool, direct] = await Promise.all([probeConnection(pooledUrl), probeConnection(scratch!.url)]);
    expect(pool).toMatchObject({ name: direct.name, startedAt: direct.startedAt, hearsNotices: false });
    expect(direct.hearsNotices).toBe(true);
    expect(new Set(direct.backendIds).size).toBe(1);
  });

  it('notices that are sent through the pool arrive', async () => {
    const heard: (string | null)[] = [];
    await all[1]!.watch({ onJob: (kind) => heard.push(kind) });
    await all[0]!.db.transaction((tx) => tx.execute(sql`select pg_notify(${JOB_CHANNEL}, 'mail')`));
    await vi.waitFor(() => expect(heard).toContain('mail'), WAIT);
  });
});
