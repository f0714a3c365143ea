import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Database, type Db, openDatabase } from '@overlook/db';
import { cadItems, cadTrees, type JobProgress, jobs, models, sites, snapshots } from '@overlook/db/schema';
import { copyEmptyDatabase, createScratchDatabase, openMemoryDatabase } from '@overlook/db/testing';
import { addJob, cancelJob, findJob } from '../../services/jobs/stored-jobs.ts';
import { bundled } from '../../testing/server-bundle.ts';
import type { JobHandler } from '../../services/jobs/job-handler.ts';
import { releaseOrphans } from '../../services/jobs/leases.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { SITE_IMPORT_JOB, siteImportHandler } from './import-job.ts';
import type { ImportRequest } from '../import-request.ts';
import { nodeFs, type PublishFs } from '../../errors/publish-fs.ts';
import { aPhoto } from '../testing/made-photos.ts';
import { NEAR, ORIGIN } from '../testing/photo-imports.ts';
import { fullAfter } from '../testing/full-disk.ts';
import { aB3dm, aFolder, aTileset } from '../testing/made-tiles.ts';
import { aTree, MAINTENANCE, SMALL_PLANT } from '../testing/made-tree.ts';

const scratch = await createScratchDatabase();
const stored = { name: 'PGlite', url: undefined, open: openMemoryDatabase };
const onPostgres = (url: string) => ({
  name: 'PostgreSQL',
  url,
  open: () => openDatabase({ databaseUrl: url, dataDir: '' }),
});
const kinds = [stored, ...(scratch ? [onPostgres(scratch.url)] : [])];
afterAll(async () => scratch?.drop());

const log = { warn: vi.fn(), error: vi.fn() };
const whenAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

describe.each(kinds)('the import of a site as a job on $name', ({ open, url }) => {
  let database: Database;
  let filesDir: string;
  let cad: string;
  const folders: string[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    filesDir = await mkdtemp(path.join(tmpdir(), 'overlook-job-'));
    cad = await aFolder({
      'tileset.json': aTileset(),
      'tile.b3dm': aB3dm(),
      'tree.jsonl': aTree(SMALL_PLANT, [MAINTENANCE]),
    });
    folders.push(filesDir, cad);
  });
  afterEach(async () => {
    for (const table of [sites, cadTrees, jobs]) await database.db.delete(table);
    for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
  });

  const add = (request: Partial<ImportRequest> = {}, db: Db = database.db) =>
    addJob(db, SITE_IMPORT_JOB, { slug: 'a', layers: { cad }, ...request });
  const work = (handler: JobHandler) => createWorker({ db: database.db, log, handlers: [handler] }).runDue();
  const run = (more: { fs?: PublishFs; onChange?: () => void } = {}) =>
    work(siteImportHandler({ db: database.db, filesDir, ...more }));
  const files = async () => (await readdir(filesDir, { recursive: true })).filter((name) => name !== 'models').sort();
  const counts = (db: Db = database.db) =>
    Promise.all([sites, models, cadTrees, cadItems].map((table) => db.$count(table)));
  const NOTHING = [0, 0, 0, 0];
  const ONE = [1, 1, 1, SMALL_PLANT.length];

  it('publishes it, returns its result, and reports that sites have changed', async () => {
    const onChange = vi.fn();
    const id = await add();
    await run({ onChange });
    const { state, subject, result } = await findJob(database.db, id);
    expect({ state, subject }).toEqual({ state: 'completed', subject: 'a' });
    expect(result).toMatchObject({ isNewSite: true, layers: [{ layer: 'cad', tree: { items: 7, objects: 4 } }] });
    expect(await counts()).toEqual(ONE);
    expect(onChange).toHaveBeenCalledOnce();
  });

  it('reports progress, which never decreases', async () => {
    await add();
    const seen: JobProgress[] = [];
    const handler = siteImportHandler({ db: database.db, filesDir });
    await work({
      ...handler,
      run: (payload, run) => handler.run(payload, { ...run, report: (progress) => void seen.push(progress) }),
    });
    const labels = seen.map(({ label }) => label);
    const inOrder = [
      'Checking cad',
      'Reading the object tree',
      'Copying cad',
      'Storing the object tree',
      'Registering',
    ];
    expect(labels.filter((label, i) => label !== labels[i - 1])).toEqual(inOrder);
    for (const label of inOrder) {
      const of = seen.filter((progress) => progress.label === label);
      const done = of.map((progress) => progress.done);
      expect(done).toEqual(done.toSorted((a, b) => a - b));
      for (const { done, total } of of) expect(done).toBeLessThanOrEqual(total ?? Infinity);
    }
    expect(seen.findLast(({ label }) => label === 'Storing the object tree')).toMatchObject({ done: 7, total: 7 });
  });

  it('that is refused ends at once, with file, place and reason', async () => {
    await rm(path.join(cad, 'tile.b3dm'));
    const id = await add();
    await run();
    const reason = '“tile.b3dm” does not exist.';
    expect(await findJob(database.db, id)).toMatchObject({
      state: 'error',
      attempts: 1,
      failure: { code: 'REFUSED', file: 'tileset.json', place: 'root.content.uri', reason },
    });
    expect([await counts(), await files()]).toEqual([NOTHING, []]);
  });

  it('that contradicts the stored data ends immediately, as on a full disk', async () => {
    await add();
    await run();
    const before = await files();
    const again = await add();
    await run();
    expect(await findJob(database.db, again)).toMatchObject({
      state: 'error',
      attempts: 1,
      failure: { code: 'CONFLICT' },
    });
    const full = await add({ replace: true });
    await run({ fs: fullAfter(1) });
    const error = `The disk of ${filesDir} is full. Nothing was stored.`;
    expect(await findJob(database.db, full)).toMatchObject({
      state: 'error',
      attempts: 1,
      failure: { code: 'DISK', error },
    });
    expect([await counts(), await files()]).toEqual([ONE, before]);
  });

  it('is repeated after an unexpected failure', async () => {
    const id = await add();
    const odd = { ...nodeFs, copy: () => Promise.reject(new Error('odd')) };
    await run({ fs: odd });
    expect(await findJob(database.db, id)).toMatchObject({ state: 'pending', message: 'odd', failure: null });
    expect([await counts(), await files()]).toEqual([NOTHING, []]);
    await database.db.update(jobs).set({ runAfter: sql`now()` });
    await run();
    expect(await findJob(database.db, id)).toMatchObject({ state: 'completed', attempts: 2, message: null });
  });

  describe('when it is cancelled', () => {
    it('while it waits, is never begun', async () => {
      const id = await add();
      await cancelJob(database.db, id, [SITE_IMPORT_JOB]);
      await run();
      expect(await findJob(database.db, id)).toMatchObject({ state: 'cancelled', attempts: 0 });
      expect(await counts()).toEqual(NOTHING);
    });

    /** Runs the import, cancels it at `phase`, and continues when it has noticed that. Returns the reported labels. */
    async function cancelAt(phase: 'checking' | 'copying' | 'storing tree'): Promise<string[]> {
      const id = await add();
      const labels = new Set<string>();
      let signal: AbortSignal;
      let isTold = false;
      const cancel = async () => {
        if (isTold) return;
        isTold = true;
        const noticed = whenAborted(signal);
        await cancelJob(database.db, id, [SITE_IMPORT_JOB]);
        await noticed;
      };
      const { db } = database;
      const fs = {
        ...nodeFs,
        async copy(from: string, to: string) {
          await nodeFs.copy(from, to);
          if (phase === 'copying') await cancel();
        },
      };
      const execute = async (query: Parameters<Db['execute']>[0]) => {
        const answer = await db.execute(query);
        if (phase === 'storing tree') await cancel();
        return answer;
      };
      const watched = new Proxy(db, { get: (it, name) => (name === 'execute' ? execute : Reflect.get(it, name, it)) });
      const handler = siteImportHandler({ db: watched, filesDir, fs });
      await work({
        ...handler,
        async run(payload, run) {
          signal = run.signal;
          if (phase === 'checking') await cancel();
          return handler.run(payload, { ...run, report: ({ label }) => void labels.add(label) });
        },
      });
      expect(await findJob(db, id)).toMatchObject({ state: 'cancelled', failure: { code: 'CANCELLED' } });
      expect([await counts(), await files()]).toEqual([NOTHING, []]);
      return [...labels];
    }

    it.each([
      ['checking', ['Checking cad']],
      ['copying', ['Checking cad', 'Reading the object tree', 'Copying cad']],
      ['storing tree', ['Checking cad', 'Reading the object tree', 'Copying cad', 'Storing the object tree']],
    ] as const)('while %s, leaves nothing', async (phase, labels) => {
      expect(await cancelAt(phase)).toEqual(labels);
    });
  });

  /** Adds an import in a database of its own, and kills its process while it runs. Opens the database again. */
  async function killed(request: (db: Db) => Promise<Partial<ImportRequest>>) {
    const dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-killed-'));
    folders.push(dataDir);
    if (url === undefined) await copyEmptyDatabase(dataDir);
    const open = () => openDatabase({ databaseUrl: url, dataDir });
    const before = await open();
    const id = await add(await request(before.db), before.db);
    await before.close();
    const args = [bundled('hanging-import'), dataDir, filesDir, ...(url === undefined ? [] : [url])];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = new Promise((resolve) => child.once('exit', resolve));
    await Promise.race([ended, new Promise((resolve) => child.stdout.once('data', resolve))]);
    child.kill('SIGKILL');
    await ended;
    return { id, ...(await open()) };
  }

  /** Runs the import of a killed process to its end. */
  async function runAgain({ id, db }: { id: string; db: Db }) {
    const living = createWorker({ db, log, handlers: [siteImportHandler({ db, filesDir })] });
    await living.runDue();
    expect(await findJob(db, id)).toMatchObject({ state: 'running', attempts: 1 });
    if (url === undefined) await releaseOrphans(db);
    // Ends its lease, which would otherwise take half a minute.
    else
      await db
        .update(jobs)
        .set({ leaseUntil: sql`now()` })
        .where(eq(jobs.id, id));
    await living.runDue();
    expect(await findJob(db, id)).toMatchObject({ state: 'completed', attempts: 1 });
  }

  it('of a process that was killed is taken over, started again and registered once', async () => {
    const { id, db, close } = await killed(async () => ({}));
    expect((await files()).filter((name) => /\.(part|owner)$/.test(name))).toHaveLength(2);
    await runAgain({ id, db });
    expect(await counts(db)).toEqual(ONE);
    expect((await files()).filter((name) => /\.(part|owner)$/.test(name))).toEqual([]);
    expect(await readdir(path.join(filesDir, 'models/a/cad'))).toHaveLength(1);
    await close();
  }, 180_000);

  it('of photos, whose process was killed, stores them once', async () => {
    const photos = await aFolder({ 'a.jpg': await aPhoto({ gps: NEAR }), 'b/a.jpg': await aPhoto({ gps: NEAR }) });
    folders.push(photos);
    const { id, db, close } = await killed(async (stored) => {
      const data = { avatar: null, minimapMaxNativeZoom: null, meta: { origin: ORIGIN, homeBookmark: null } };
      await stored.insert(sites).values({ slug: 'a', name: 'A', data });
      return { layers: {}, photos };
    });
    expect([await db.$count(snapshots), (await readdir(path.join(filesDir, 'converting'))).length]).toEqual([0, 2]);
    await runAgain({ id, db });
    const rows = await db.select({ filename: snapshots.filename }).from(snapshots);
    expect(rows).toHaveLength(2);
    expect(await readdir(path.join(filesDir, 'snapshots'))).toEqual(
      expect.arrayContaining(rows.map(({ filename }) => filename)),
    );
    expect(await readdir(filesDir)).not.toContain('converting');
    await close();
  }, 180_000);
});
