import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Database, openDatabase } from '@overlook/db';
import { jobs, models, sites } from '@overlook/db/schema';
import { copyEmptyDatabase, createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { siteImportHandler } from '../publish/import/import-job.ts';
import { nodeFs } from '../errors/publish-fs.ts';
import { aB3dm, aFolder, aTileset } from '../publish/testing/made-tiles.ts';
import { createPasswords } from '../services/password-hashes.ts';
import { createSecretBox } from '../services/secret-box.ts';
import { createWorker, type Worker } from '../services/jobs/worker.ts';
import { operatorOperations } from './operations.ts';
import { type OperatorChannel, createOperatorChannel } from './operator-channel.ts';
import { bundled } from '../testing/server-bundle.ts';
import { WAIT } from '../testing/wait.ts';
import { SHARE_ENV } from '../testing/share-env.ts';
import { type Ended, runHere } from './testing/run-here.ts';

const log = { warn: () => {}, error: () => {} };
const scratch = await createScratchDatabase();
afterAll(async () => scratch?.drop());

let dataDir: string;
let tiles: string;
const children: ChildProcess[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-data-'));
  tiles = await aFolder({ 'tileset.json': aTileset(), 'tile.b3dm': aB3dm() });
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  for (const folder of [dataDir, tiles]) await rm(folder, { recursive: true });
});

/** Runs the command line within this process. */
const overlook = (args: string[], variables: NodeJS.ProcessEnv = {}) =>
  runHere(args, { DATA_DIR: dataDir, ...variables });

/** Runs it as a process of its own, which signals reach. */
function start(args: string[]): { child: ChildProcess; ended: Promise<Ended> } {
  const env = { ...process.env, DATA_DIR: dataDir, DATABASE_URL: '', PORT: '' };
  const child = spawn(process.execPath, [bundled('cli'), ...args], { env });
  children.push(child);
  const texts = { stdout: '', stderr: '' };
  child.stdout.on('data', (data) => (texts.stdout += String(data)));
  child.stderr.on('data', (data) => (texts.stderr += String(data)));
  return { child, ended: new Promise((resolve) => child.on('close', (code) => resolve({ code, ...texts }))) };
}

describe('imports beside a running server', () => {
  let database: Database;
  let channel: OperatorChannel;
  let worker: Worker;
  /** Awaited by the server for each file that it copies. */
  let gate: Promise<void>;
  let isCopying: Promise<void>;
  let open: () => void;
  beforeEach(async () => {
    gate = new Promise((resolve) => (open = resolve));
    let copies = () => {};
    isCopying = new Promise((resolve) => (copies = resolve));
    const copy = async (from: string, to: string) => {
      copies();
      await gate;
      await nodeFs.copy(from, to);
    };
    database = await openMemoryDatabase();
    const filesDir = path.join(dataDir, 'files');
    const stores = {
      db: database.db,
      filesDir,
      passwords: createPasswords(),
      secrets: createSecretBox({ secretKey: null, dataDir }),
      env: SHARE_ENV,
    };
    const handlers = [siteImportHandler({ ...stores, fs: { ...nodeFs, copy } })];
    worker = createWorker({ db: database.db, log, handlers, places: 1, pollMs: 20 });
    worker.start();
    channel = await createOperatorChannel({ dataDir, operations: operatorOperations(stores) });
  });
  afterEach(async () => {
    open();
    await worker.stop();
    await channel.close();
    await database.close();
  });

  const state = async () => (await database.db.select().from(jobs))[0]!.status;
  const detached = async (...more: string[]): Promise<string> => {
    const { code, stdout } = await overlook(['site', 'import', 'a', '--textured', tiles, '--detach', ...more]);
    expect(code).toBe(0);
    return stdout.trim();
  };

  it('are detached, listed and watched', async () => {
    expect(await overlook(['job', 'list'])).toEqual({ code: 0, stdout: 'There are no jobs.\n', stderr: '' });
    const id = await detached();
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
    await isCopying;
    const listed = await overlook(['job', 'list']);
    expect(listed.stdout).toMatch(new RegExp(`^${id}  site\\.import  a  running  \\d+ s`));
    const watched = overlook(['job', 'watch', id]);
    open();
    expect(await watched).toMatchObject({ code: 0, stdout: expect.stringContaining('Published “a” (a) at ') });
    expect((await overlook(['job', 'list'])).stdout).toContain(`${id}  site.import  a  completed`);
    const asJson = await overlook(['job', 'watch', id, '--json']);
    expect(JSON.parse(asJson.stdout)).toMatchObject({ job: { id, state: 'completed', result: { isNewSite: true } } });
    const list = JSON.parse((await overlook(['job', 'list', '--json'])).stdout) as { jobs: object[] };
    expect(list.jobs).toMatchObject([{ id, kind: 'site.import', subject: 'a', state: 'completed', failure: null }]);
    expect(JSON.stringify(list)).not.toContain(tiles);
  });

  it('are cancelled, by their id', async () => {
    const [first, second] = [await detached(), await detached('--json')];
    const { id: waiting } = (JSON.parse(second) as { job: { id: string } }).job;
    await isCopying;
    expect(await overlook(['job', 'cancel', waiting])).toMatchObject({
      code: 0,
      stdout: 'Cancelled. Nothing was stored.\n',
    });
    const told = await overlook(['job', 'cancel', first, '--json']);
    expect(JSON.parse(told.stdout)).toMatchObject({ job: { id: first, state: 'running', isCancelRequested: true } });
    const watched = overlook(['job', 'watch', first]);
    open();
    expect(await watched).toEqual({ code: 1, stdout: '', stderr: 'overlook: Cancelled. Nothing was stored.\n' });
    const again = await overlook(['job', 'cancel', first, '--json']);
    expect([again.code, JSON.parse(again.stdout)]).toMatchObject([1, { code: 'CONFLICT' }]);
    expect(await database.db.$count(sites)).toBe(0);
  });

  it('are searched among the jobs of their kind', async () => {
    const [mail] = await database.db.insert(jobs).values({ kind: 'mail', payload: {} }).returning();
    const [other, none, wrong] = await Promise.all([
      overlook(['job', 'watch', mail!.id]),
      overlook(['job', 'cancel', crypto.randomUUID(), '--json']),
      overlook(['job', 'watch', '5']),
    ]);
    expect([other.code, none.code, wrong.code]).toEqual([1, 1, 1]);
    expect(other.stderr).toBe('overlook: Jobs of the kind “mail” cannot be watched.\n');
    expect(JSON.parse(none.stdout)).toMatchObject({ code: 'NOT_FOUND' });
    expect(wrong.stderr).toContain('is no id of a job');
  });

  it('are cancelled by Ctrl-C, which waits for that and says so', async () => {
    const { child, ended } = start(['site', 'import', 'a', '--textured', tiles]);
    await isCopying;
    child.kill('SIGINT');
    await expect.poll(async () => (await database.db.select().from(jobs))[0]!.cancelRequestedAt, WAIT).not.toBeNull();
    open();
    expect(await ended).toEqual({ code: 1, stdout: '', stderr: 'overlook: Cancelled. Nothing was stored.\n' });
    expect(await state()).toBe('cancelled');
    expect(await database.db.$count(sites)).toBe(0);
  });

  it('continue when the command line is killed, or was only watching them', async () => {
    const { child, ended } = start(['site', 'import', 'a', '--textured', tiles]);
    await isCopying;
    child.kill('SIGKILL');
    await ended;
    const [job] = await database.db.select().from(jobs);
    const watching = start(['job', 'watch', job!.id]);
    watching.child.kill('SIGKILL');
    await watching.ended;
    expect(await state()).toBe('running');
    open();
    await expect.poll(state, WAIT).toBe('completed');
    expect(await database.db.$count(models)).toBe(1);
  });
});

const installations = [
  { name: 'the embedded database', variables: {} },
  ...(scratch ? [{ name: 'PostgreSQL', variables: { DATABASE_URL: scratch.url } }] : []),
];
describe.each(installations)('imports without a server on $name', ({ variables }) => {
  it('are run by the command line; refused ones give file, place and reason', async () => {
    const done = await overlook(['site', 'import', 'b', '--textured', tiles], variables);
    expect(done).toMatchObject({ code: 0, stderr: '' });
    expect(done.stdout).toContain('Published “b” (b) at ');
    const broken = await aFolder({ 'tileset.json': aTileset() });
    const refused = await overlook(['site', 'import', 'c', '--cad', broken, '--json'], variables);
    await rm(broken, { recursive: true });
    expect(refused.code).toBe(1);
    const reason = '“tile.b3dm” does not exist.';
    expect(JSON.parse(refused.stdout)).toMatchObject({
      code: 'REFUSED',
      file: 'tileset.json',
      place: 'root.content.uri',
      reason,
    });
  }, 120_000);
});

describe('imports that were never run', () => {
  it('wait for a server, or for a command that watches them where there can be no server', async () => {
    await copyEmptyDatabase(dataDir);
    const { stdout } = await overlook(['site', 'import', 'b', '--textured', tiles, '--detach']);
    const id = stdout.trim();
    expect((await overlook(['job', 'list'])).stdout).toContain(`${id}  site.import  b  pending`);
    // The state that a killed command line leaves.
    const killed = await openDatabase({ dataDir });
    await killed.db.update(jobs).set({ status: 'running', leaseOwner: 'x', leaseUntil: new Date('2100-01-01') });
    await killed.close();
    expect(await overlook(['job', 'watch', id])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Published'),
    });
  }, 120_000);

  it.runIf(scratch)(
    'are run once on PostgreSQL, by the server or by the command line',
    async () => {
      const database = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
      const filesDir = path.join(dataDir, 'files');
      const handlers = [siteImportHandler({ db: database.db, filesDir })];
      const worker = createWorker({ db: database.db, log, handlers, places: 1, pollMs: 5 });
      worker.start();
      const slugs = ['d', 'e', 'f'];
      const ended = await Promise.all(
        slugs.map((slug) => overlook(['site', 'import', slug, '--textured', tiles], { DATABASE_URL: scratch!.url })),
      );
      expect(ended.map(({ code }) => code)).toEqual([0, 0, 0]);
      const rows = await database.db.select().from(jobs);
      const imported = rows.filter(({ payload }) => slugs.includes(String(payload['slug'])));
      expect(imported.map(({ status, attempts }) => [status, attempts])).toEqual(slugs.map(() => ['completed', 1]));
      await worker.stop();
      await database.close();
    },
    60_000,
  );
});
