import { mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { jobs, mails, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, overLimitText } from '@overlook/shared/messages';
import type { Download } from '@overlook/shared/schemas';
import { readEnv } from '../../env.ts';
import { ProcessEndedError, WorkFailedError } from '../../publish/process/limited-process.ts';
import { createMailQueue } from '../../services/mail/queue-mail.ts';
import { createWorker } from '../../services/jobs/worker.ts';
import { aPerson, mutate, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { type CropStores, cropHandler } from './crop-handler.ts';
import { exportFile, exportsFolder } from './export-files.ts';
import type { PointcloudRow } from './pointcloud.ts';
import { sweepExports } from './sweep-exports.ts';
import { aPointcloud, anExport } from './testing/a-cloud.ts';
import { NO_MESHES } from './testing/no-meshes.ts';

type ExportCloud = CropStores['exportCloud'];

let server: TestServer;
let cloud: PointcloudRow;
let person: TestPerson;
const silent = { warn: () => {}, error: () => {} };

beforeAll(async () => {
  server = await startTestServer();
  const tokens = ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'] as const;
  person = await aPerson(server, { allowed: tokens });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database;
  for (const table of [pointgrabDownloads, pointclouds, jobs, mails]) await db.delete(table);
  cloud = await aPointcloud(server, server.siteIds.plant);
});

/** Writes its request as text; a point is a byte. */
const writing: ExportCloud = async (work, { onProgress }) => {
  const texts = work.files.map(({ format }) => `${format} ${work.title} ${work.density}`);
  for (const [i, { path }] of work.files.entries()) await writeFile(path, texts[i]!);
  onProgress?.(7);
  return { points: 7, sizesBytes: texts.map(({ length }) => length) };
};

/** Rejects with the reason of the signal. */
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

const workerWith = (exportCloud: ExportCloud, leaseMs = 30_000) => {
  const { database, filesDir, clock } = server;
  const env = readEnv({ PUBLIC_URL: 'https://overlook.example' });
  const mail = createMailQueue(env.productName);
  const handler = cropHandler({ db: database.db, filesDir, env, mail, clock, exportCloud, ...NO_MESHES });
  return createWorker({ db: database.db, handlers: [handler], log: silent, leaseMs });
};

async function ask(more: Parameters<typeof anExport>[1] = {}): Promise<Download[]> {
  const { body } = await person.ask('POST', '/pointgrab/crop', anExport(cloud, more));
  return body['downloads'] as Download[];
}
async function listed(): Promise<Download[]> {
  const { body } = await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' });
  return body['downloads'] as Download[];
}
const remove = ({ uuid }: Download) => person.ask('POST', '/files/pointgrab/downloads/delete', { uuid });
const files = () => readdir(exportsFolder(server.filesDir)).catch((): string[] => []);
const text = ({ filename }: Download) => readFile(exportFile(server.filesDir, filename), 'utf8');
const sent = () => server.database.db.select().from(mails).orderBy(asc(mails.createdAt));
/** Waits between attempts are over. */
const makeDue = () => server.database.db.update(jobs).set({ runAfter: new Date(0) });

describe('the job of an export', () => {
  it('writes all formats of a request, completes them together and mails once', async () => {
    const downloads = await ask({ notify: true, notifyEmail: 'robin@overlook.example' });
    await workerWith(writing).runDue();
    const done = await listed();
    expect(done).toHaveLength(2);
    for (const one of done) {
      const words = `${one.format} Pump house 0.005`;
      expect(one).toMatchObject({
        status: 'completed',
        points: 7,
        sizeBytes: words.length,
        message: null,
        progress: null,
      });
      expect(await text(one)).toBe(words);
      expect(Date.parse(one.expiresAt!) - Date.parse(one.finishedAt!)).toBe(EXPORTS.keptDays * 86_400_000);
    }
    expect((await files()).toSorted()).toEqual(downloads.map(({ filename }) => filename).toSorted());
    const [mail, ...more] = await sent();
    expect([mail!.recipient, mail!.subject, more]).toEqual([
      'robin@overlook.example',
      'Your point cloud export is ready',
      [],
    ]);
    expect(mail!.body).toContain(`https://overlook.example/export?site=${server.siteIds.plant}`);
  });

  it('says that the box holds too many points, which the estimate did not show, and keeps no file', async () => {
    const before = await files();
    await ask({ formats: ['LAS'] });
    const { exportPointsMost } = readEnv({});
    await workerWith(async ({ pointsMost }) => {
      expect(pointsMost).toBe(exportPointsMost);
      return { points: pointsMost + 1, sizesBytes: [], isOverLimit: true };
    }).runDue();
    const [one] = await listed();
    expect(one).toMatchObject({ status: 'error', message: overLimitText(exportPointsMost) });
    expect(await files()).toEqual(before);
  });

  it('sends a mail only on request', async () => {
    await ask();
    await workerWith(writing).runDue();
    expect(await sent()).toEqual([]);
  });

  it('leaves out a format that is deleted while it is written', async () => {
    const [one, two] = await ask();
    await workerWith(async (work, options) => {
      await remove(one!);
      return writing(work, options);
    }).runDue();
    expect((await listed()).map(({ uuid, status }) => [uuid, status])).toEqual([[two!.uuid, 'completed']]);
    expect(await files()).not.toContain(one!.filename);
    expect((await files()).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('stops when all of it is deleted, and leaves nothing', async () => {
    const before = await files();
    const [one] = await ask({ formats: ['LAS'], notify: true, notifyEmail: 'a@b.example' });
    await workerWith(async (work, { signal }) => {
      await writeFile(work.files[0]!.path, 'half');
      await remove(one!);
      return untilAborted(signal!);
    }, 300).runDue();
    const [job] = await server.database.db.select().from(jobs).where(eq(jobs.kind, 'exports.crop'));
    expect(job!.status).toBe('cancelled');
    expect([await listed(), await files(), await sent()]).toEqual([[], before, []]);
  });

  it('stores nothing when it was cancelled at the last moment', async () => {
    const before = await files();
    const [one] = await ask({ formats: ['LAS'] });
    await workerWith(async (work, options) => {
      const written = await writing(work, options);
      await remove(one!);
      return written;
    }).runDue();
    const [row] = await server.database.db.select().from(pointgrabDownloads);
    expect([row!.status, await files()]).toEqual(['pending', before]);
    // The deletion is undone: another job writes the export.
    await mutate(server, person.token, 'exports.restore', { uuid: one!.uuid });
    await workerWith(writing).runDue();
    expect(await listed()).toMatchObject([{ status: 'completed', points: 7 }]);
  });

  it('is run only by the process that has taken it over', async () => {
    const [one] = await ask({ formats: ['LAS'], notify: true, notifyEmail: 'a@b.example' });
    const expire = { leaseUntil: new Date(0) };
    await workerWith(async (work, options) => {
      const written = await writing(work, options);
      await writeFile(work.files[0]!.path, 'of the process that was suspended');
      await server.database.db.update(jobs).set(expire).where(eq(jobs.kind, 'exports.crop'));
      await workerWith(writing).runDue();
      return written;
    }).runDue();
    expect(await text(one!)).toBe('LAS Pump house 0.005');
    expect(await sent()).toHaveLength(1);
    expect((await files()).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('begins again after its server was killed, and removes the files of the killed attempt', async () => {
    const [one] = await ask({ formats: ['PTS'] });
    const folder = exportsFolder(server.filesDir);
    await mkdir(folder, { recursive: true });
    const left = `${one!.filename}.${crypto.randomUUID()}.part`;
    // Killed while it wrote, then after it had renamed and before it had stored that.
    for (const name of [left, one!.filename]) await writeFile(exportFile(server.filesDir, name), 'half');
    const killed = { status: 'running', attempts: 1, leaseOwner: 'x', leaseUntil: new Date(0) } as const;
    await server.database.db.update(jobs).set(killed);
    await workerWith(writing).runDue();
    expect(await text(one!)).toBe('PTS Pump house 0.005');
    expect(await files()).not.toContain(left);
  });
});

describe('an export that fails', () => {
  const failing =
    (error: Error): ExportCloud =>
    async (work) => {
      for (const { path } of work.files) await writeFile(path, 'half');
      throw error;
    };

  const withCode = (code: string) =>
    Object.assign(new Error(`${code}: no space left on device, write '/data/x'`), { code });

  it.each([
    ['the disk is full', withCode('ENOSPC'), EXPORTS_MESSAGES['export.diskFull']],
    [
      'the cloud cannot be read',
      new WorkFailedError('points-0.bin, node 3-1-2: its checksum is wrong'),
      EXPORTS_MESSAGES['export.notMade'],
    ],
    ['it takes too much memory', new ProcessEndedError(false), EXPORTS_MESSAGES['export.notMade']],
  ])('says so at once when %s, and leaves no part', async (_, error, message) => {
    const before = await files();
    await ask({ notify: true, notifyEmail: 'a@b.example' });
    await workerWith(failing(error)).runDue();
    const failed = await listed();
    expect(failed.map(({ status }) => status)).toEqual(['error', 'error']);
    expect(new Set(failed.map((one) => one.message))).toEqual(new Set([message]));
    expect(failed[0]).toMatchObject({ finishedAt: expect.any(String), expiresAt: expect.any(String), sizeBytes: null });
    expect(await files()).toEqual(before);
    const [mail, ...more] = await sent();
    expect([mail!.subject, more]).toEqual(['Your point cloud export has failed', []]);
    expect(mail!.body).toContain(message);
  });

  it('says that the box holds no points, and makes no file', async () => {
    const before = await files();
    await ask();
    await workerWith(async () => ({ points: 0, sizesBytes: [] })).runDue();
    expect((await listed())[0]).toMatchObject({
      status: 'error',
      message: 'The box holds no points. Move it onto the model and submit again.',
    });
    expect(await files()).toEqual(before);
    // For the operator the job has not failed.
    expect(await server.database.db.select({ status: jobs.status }).from(jobs)).toEqual([{ status: 'completed' }]);
  });

  it('says that its cloud was replaced', async () => {
    await ask();
    await server.database.db.delete(pointclouds);
    await workerWith(writing).runDue();
    expect((await listed())[0]).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.cloudReplaced'] });
  });

  it('says that its cloud was replaced while it was written', async () => {
    await ask();
    await workerWith(async (work, options) => {
      await server.database.db.delete(pointclouds);
      return failing(new WorkFailedError('ENOENT: no such file, open points-0.bin'))(work, options);
    }).runDue();
    expect((await listed())[0]).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.cloudReplaced'] });
  });

  it('is repeated where that may help, and fails finally after three attempts', async () => {
    await ask({ formats: ['PTS'] });
    let attempts = 0;
    const worker = workerWith((work, options) => {
      attempts += 1;
      return failing(new Error('the database is gone'))(work, options);
    });
    for (const left of ['pending', 'pending', 'error']) {
      await makeDue();
      await worker.runDue();
      expect((await listed())[0]!.status).toBe(left);
    }
    expect([attempts, (await listed())[0]!.message]).toEqual([3, EXPORTS_MESSAGES['export.notMade']]);
  });

  it('is written when an administrator tries its job again', async () => {
    const [one] = await ask({ formats: ['PTS'], notify: true, notifyEmail: 'a@b.example' });
    await workerWith(failing(withCode('ENOSPC'))).runDue();
    const admin = await aPerson(server, { allowed: ['LICENSING:VIEW', 'USERS:UPDATE'] });
    await mutate(server, admin.token, 'instance.retryJobs', { kind: 'exports.crop' });
    await workerWith(writing).runDue();
    expect(await listed()).toMatchObject([{ status: 'completed', message: null, points: 7 }]);
    expect(await text(one!)).toBe('PTS Pump house 0.005');
    expect((await sent()).map(({ subject }) => subject)).toEqual(['Your point cloud export has failed']);
  });

  it('ends in an error when it has ended its server twice, and leaves no file', async () => {
    const [one] = await ask({ formats: ['PTS'] });
    await mkdir(exportsFolder(server.filesDir), { recursive: true });
    // The second time after it had renamed the file and before it had stored that.
    await writeFile(exportFile(server.filesDir, one!.filename), 'whole');
    const killed = { status: 'running', attempts: 2, crashes: 1, leaseOwner: 'x', leaseUntil: new Date(0) } as const;
    await server.database.db.update(jobs).set(killed);
    await workerWith(() => Promise.reject(new Error('not reached'))).runDue();
    expect((await listed())[0]).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.notMade'] });
    expect(await files()).not.toContain(one!.filename);
  });

  it('continues when the server stops and starts', async () => {
    await ask({ formats: ['PTS'] });
    const worker = workerWith(async (_, { signal }) => {
      const stopped = untilAborted(signal!);
      void worker.stop();
      return stopped;
    });
    await worker.runDue();
    expect((await listed())[0]!.status).toBe('pending');
    await workerWith(writing).runDue();
    expect((await listed())[0]!.status).toBe('completed');
  });
});

it('twenty exports at once are all written, each once', async () => {
  const asked = (await Promise.all(Array.from({ length: 10 }, (_, i) => ask({ description: `Box ${i}` })))).flat();
  expect(asked).toHaveLength(EXPORTS.pendingMost);
  let written = 0;
  const counting: ExportCloud = (work, options) => {
    written += work.files.length;
    return writing(work, options);
  };
  await Promise.all([1, 2, 3].map(() => workerWith(counting).runDue()));
  expect(written).toBe(20);
  for (const one of await listed()) {
    expect(one.status).toBe('completed');
    expect(await text(one)).toBe(`${one.format} ${one.description} 0.005`);
  }
  expect((await files()).filter((name) => name.includes('.part'))).toEqual([]);
});

describe('the daily sweep', () => {
  const sweep = () => sweepExports({ db: server.database.db, filesDir: server.filesDir, clock: server.clock });

  it('removes exports that have expired or stay deleted, with their files', async () => {
    const [kept, deleted] = await ask();
    const [expired] = await ask({ formats: ['LAS'] });
    await workerWith(writing).runDue();
    const { db } = server.database;
    await remove(deleted!);
    await db
      .update(pointgrabDownloads)
      .set({ expiresAt: server.clock.now() })
      .where(eq(pointgrabDownloads.uuid, expired!.uuid));
    server.clock.advance(1);
    expect(await sweep()).toMatchObject({ rows: 1 });
    server.clock.advance(EXPORTS.undoMs);
    expect(await sweep()).toMatchObject({ rows: 1 });
    expect((await files()).filter((name) => [kept!, deleted!, expired!].some((one) => one.filename === name))).toEqual([
      kept!.filename,
    ]);
    expect((await listed()).map(({ uuid }) => uuid)).toEqual([kept!.uuid]);
  });

  it('removes files without a row and parts when they are a day old', async () => {
    const [kept] = await ask({ formats: ['LAS'] });
    await workerWith(writing).runDue();
    const at = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);
    const make = async (name: string, date: Date) => {
      await writeFile(exportFile(server.filesDir, name), 'x');
      await utimes(exportFile(server.filesDir, name), date, date);
      return name;
    };
    await utimes(exportFile(server.filesDir, kept!.filename), at(2), at(2));
    const orphan = await make(`${crypto.randomUUID()}.e57`, at(2));
    const part = await make(`${kept!.filename}.${crypto.randomUUID()}.part`, at(2));
    const fresh = await make(`${kept!.filename}.${crypto.randomUUID()}.part`, at(0.5));
    expect((await sweep()).files).toBeGreaterThanOrEqual(2);
    const left = await files();
    expect([orphan, part, fresh, kept!.filename].map((name) => left.includes(name))).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});
