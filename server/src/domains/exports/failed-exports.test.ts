import { basename } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { jobs, pointclouds } from '@overlook/db/schema';
import { EXPORTS_MESSAGES } from '@overlook/shared/messages';
import { ProcessEndedError, WorkFailedError } from '../../process/limited-process.ts';
import { aPerson, mutate } from '../../testing/people.ts';
import { newPartFile } from './export-files.ts';
import { cropWorker, type ExportCloud, untilAborted, writing } from './testing/crop-worker.ts';

const place = cropWorker();
const { workerWith, ask, listed, files, text, sent, makeDue } = place;

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
    expect([mail!.subject, more]).toEqual([expect.stringMatching(/’s point cloud export has failed$/), []]);
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
    expect(await place.server.database.db.select({ status: jobs.status }).from(jobs)).toEqual([
      { status: 'completed' },
    ]);
  });

  it('says that its cloud was replaced', async () => {
    await ask();
    await place.server.database.db.delete(pointclouds);
    await workerWith(writing).runDue();
    expect((await listed())[0]).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.cloudReplaced'] });
  });

  it('says that its cloud was replaced while it was written', async () => {
    await ask();
    await workerWith(async (work, options) => {
      await place.server.database.db.delete(pointclouds);
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
    const admin = await aPerson(place.server, { allowed: ['LICENSING:VIEW', 'USERS:UPDATE'] });
    await mutate(place.server, admin.token, 'instance.retryJobs', { kind: 'exports.crop' });
    await workerWith(writing).runDue();
    expect(await listed()).toMatchObject([{ status: 'completed', message: null, points: 7 }]);
    expect(await text(one!)).toBe('PTS Pump house 0.005');
    expect((await sent()).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/’s point cloud export has failed$/),
    ]);
  });

  it('ends in an error when it has ended its server three times, and leaves no file', async () => {
    const [one] = await ask({ formats: ['PTS'] });
    const left = await newPartFile(place.server.filesDir, one!.filename);
    await writeFile(left, 'half');
    const killed = { status: 'running', attempts: 1, crashes: 2, leaseOwner: 'x', leaseUntil: new Date(0) } as const;
    const { db } = place.server.database;
    await db.update(jobs).set(killed);
    const worker = workerWith(() => Promise.reject(new Error('not reached')));
    await worker.runDue();
    await db.update(jobs).set({ runAfter: new Date(0) });
    await worker.runDue();
    expect((await listed())[0]).toMatchObject({ status: 'error', message: EXPORTS_MESSAGES['export.notMade'] });
    expect(await files()).not.toContain(basename(left));
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
