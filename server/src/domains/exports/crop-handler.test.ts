import { basename } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { overLimitText } from '@overlook/shared/messages';
import { readEnv } from '../../env.ts';
import { mutate } from '../../testing/people.ts';
import { newPartFile } from './export-files.ts';
import { cropWorker, type ExportCloud, untilAborted, writing } from './testing/crop-worker.ts';

const place = cropWorker();
const { workerWith, ask, listed, remove, files, text, sent } = place;

describe('the job of an export', () => {
  it('writes all formats of a request, completes them together and mails once', async () => {
    await ask({ notify: true, notifyEmail: 'robin@overlook.example' });
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
    expect((await files()).toSorted()).toEqual(done.map(({ filename }) => filename).toSorted());
    const [mail, ...more] = await sent();
    expect([mail!.recipient, mail!.subject, more]).toEqual([
      'robin@overlook.example',
      expect.stringMatching(/’s point cloud export is ready$/),
      [],
    ]);
    // It names who asked, and answers go to them.
    expect(mail!.replyTo).toBe(place.person.email);
    expect(mail!.body).toContain(`(${place.person.email}) asked`);
    expect(mail!.body).toContain(`https://overlook.example/export?site=${place.server.siteIds.plant}`);
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

  it('leaves a format that was deleted before, and is restored while its sister is written, to another job', async () => {
    const [one, two] = await ask();
    await remove(two!);
    await workerWith(async (work, options) => {
      await mutate(place.server, place.person.token, 'exports.restore', { uuid: two!.uuid });
      return writing(work, options);
    }).runDue();
    await workerWith(writing).runDue();
    const byName = Object.fromEntries((await listed()).map(({ uuid, status }) => [uuid, status]));
    expect(byName).toEqual({ [one!.uuid]: 'completed', [two!.uuid]: 'completed' });
  });

  it('stops when all of it is deleted, and leaves nothing', async () => {
    const before = await files();
    const [one] = await ask({ formats: ['LAS'], notify: true, notifyEmail: 'a@b.example' });
    await workerWith(async (work, { signal }) => {
      await writeFile(work.files[0]!.path, 'half');
      await remove(one!);
      return untilAborted(signal!);
    }, 300).runDue();
    const [job] = await place.server.database.db.select().from(jobs).where(eq(jobs.kind, 'exports.crop'));
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
    const [row] = await place.server.database.db.select().from(pointgrabDownloads);
    expect([row!.status, await files()]).toEqual(['pending', before]);
    // The deletion is undone: another job writes the export.
    await mutate(place.server, place.person.token, 'exports.restore', { uuid: one!.uuid });
    await workerWith(writing).runDue();
    expect(await listed()).toMatchObject([{ status: 'completed', points: 7 }]);
  });

  it('is run only by the process that has taken it over', async () => {
    const [one] = await ask({ formats: ['LAS'], notify: true, notifyEmail: 'a@b.example' });
    const expire = { leaseUntil: new Date(0) };
    await workerWith(async (work, options) => {
      const written = await writing(work, options);
      await writeFile(work.files[0]!.path, 'of the process that was suspended');
      await place.server.database.db.update(jobs).set(expire).where(eq(jobs.kind, 'exports.crop'));
      await workerWith(writing).runDue();
      return written;
    }).runDue();
    expect(await text(one!)).toBe('LAS Pump house 0.005');
    expect(await sent()).toHaveLength(1);
    expect((await files()).filter((name) => name.includes('.part'))).toEqual([]);
  });

  it('begins again after its server was killed, and removes the files of the killed attempt', async () => {
    const [one] = await ask({ formats: ['PTS'] });
    const left = await newPartFile(place.server.filesDir, one!.filename);
    await writeFile(left, 'half');
    const killed = { status: 'running', attempts: 1, leaseOwner: 'x', leaseUntil: new Date(0) } as const;
    await place.server.database.db.update(jobs).set(killed);
    await workerWith(writing).runDue();
    expect(await text(one!)).toBe('PTS Pump house 0.005');
    expect(await files()).not.toContain(basename(left));
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
