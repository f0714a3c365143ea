import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { jobs, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import type { Download } from '@overlook/shared/schemas';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { exportKey } from './export-files.ts';
import { exportPeople } from './testing/export-people.ts';
import { atPlant, NO_SITE, NO_EXPORT } from './testing/plant-exports.ts';

const place = exportPeople();
const { grab, crop, listed, remove, restore, fetchFile, finished, jobOf } = place;

describe('the downloads of a site', () => {
  it('are the caller’s own, newest first; with USERS:VIEW those of all people', async () => {
    const [mine, theirs] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'), place.other];
    const ids: string[] = [];
    for (const person of [mine, theirs, mine]) {
      place.server.clock.advance(1000);
      ids.push(((await crop(person, { formats: ['PTS'] })).body['downloads'] as [Download])[0].uuid);
    }
    expect((await listed(mine)).map(({ uuid }) => uuid)).toEqual([ids[2], ids[0]]);
    const all = (await listed(place.supervisor)).filter(({ uuid }) => ids.includes(uuid));
    expect(all.map(({ uuid, requestedBy }) => [uuid, requestedBy])).toEqual([
      [ids[2], mine.email],
      [ids[1], theirs.email],
      [ids[0], mine.email],
    ]);
    const sender = await grab('POINTGRAB:CREATE');
    expect(await sender.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' })).toEqual(NO_SITE);
  });

  it('have the number of exports before them, and the progress of the running one', async () => {
    const { db } = place.server.database;
    await db.update(jobs).set({ status: 'completed' });
    const person = await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD');
    const uuids: string[] = [];
    for (let n = 0; n < 3; n++)
      uuids.push(((await crop(person, { formats: ['PTS'] })).body['downloads'] as [Download])[0].uuid);
    const progress = { label: 'Writing points', done: 1200, total: null, unit: 'points' } as const;
    // The second was attempted before and waits again; the third is running.
    const [first, second, third] = await Promise.all(uuids.map(jobOf));
    await db
      .update(jobs)
      .set({ runAfter: new Date(0) })
      .where(eq(jobs.id, second!.id));
    await db.update(jobs).set({ status: 'running', progress }).where(eq(jobs.id, third!.id));
    await db.update(pointgrabDownloads).set({ pointsEstimated: 5000 }).where(eq(pointgrabDownloads.jobId, third!.id));
    const told = new Map((await listed(person)).map((one) => [one.uuid, one.progress]));
    expect(uuids.map((uuid) => told.get(uuid))).toEqual([
      { ahead: 2, done: 0, total: 100 },
      { ahead: 1, done: 0, total: 100 },
      { ahead: 0, done: 1200, total: 5000 },
    ]);
    expect(first!.status).toBe('pending');
  });
});

describe('deleting an export', () => {
  it('removes it from the list and its file from access, until it is undone', async () => {
    const { uuid, filename } = await finished(place.maker, 'points');
    expect((await remove(place.maker, uuid)).body).toEqual({ status: 'success' });
    expect((await listed(place.maker)).map((one) => one.uuid)).not.toContain(uuid);
    expect((await fetchFile(place.maker, `download/${filename}`)).statusCode).toBe(404);
    expect(await remove(place.maker, uuid)).toEqual(NO_EXPORT);
    place.server.clock.advance(EXPORTS.undoMs);
    expect((await restore(place.maker, uuid)).body).toEqual({ status: 'success' });
    expect((await fetchFile(place.maker, `download/${filename}`)).body).toBe('points');
    expect(await restore(place.maker, uuid)).toEqual(NO_EXPORT);
  });

  it('cannot be undone later', async () => {
    const { uuid } = await finished(place.maker, 'points');
    await remove(place.maker, uuid);
    place.server.clock.advance(EXPORTS.undoMs + 1);
    expect(await restore(place.maker, uuid)).toEqual(NO_EXPORT);
  });

  it('cancels an unfinished one, when no other format waits for its job', async () => {
    const [one, two] = (await crop(place.maker)).body['downloads'] as [Download, Download];
    const { id } = await jobOf(one.uuid);
    await remove(place.maker, one.uuid);
    expect((await jobOf(two.uuid)).status).toBe('pending');
    // The job still writes it.
    await restore(place.maker, one.uuid);
    expect((await jobOf(one.uuid)).id).toBe(id);
    await remove(place.maker, one.uuid);
    await remove(place.maker, two.uuid);
    expect((await jobOf(two.uuid)).status).toBe('cancelled');
    await restore(place.maker, two.uuid);
    const again = await jobOf(two.uuid);
    expect([again.status, again.id === id]).toEqual(['pending', false]);
  });

  it('cancels a running job; when undone at once, another job writes the export', async () => {
    const { db } = place.server.database;
    const [one] = (await crop(place.maker, { formats: ['LAS'] })).body['downloads'] as [Download];
    const { id } = await jobOf(one.uuid);
    const lease = { status: 'running', leaseOwner: 'worker', leaseUntil: new Date(Date.now() + 60_000) } as const;
    await db.update(jobs).set(lease).where(eq(jobs.id, id));
    await remove(place.maker, one.uuid);
    const [asked] = await db.select().from(jobs).where(eq(jobs.id, id));
    expect([asked!.status, asked!.cancelRequestedAt]).toEqual(['running', expect.any(Date)]);
    await restore(place.maker, one.uuid);
    expect((await jobOf(one.uuid)).id).not.toBe(id);
  });

  it('of another person is restored within what that person may have', async () => {
    const [own] = (await crop(place.supervisor, { formats: ['LAS'] })).body['downloads'] as [Download];
    const isFull = { status: 'completed', sizeBytes: EXPORTS.keptBytesMost } as const;
    await place.server.database.db.update(pointgrabDownloads).set(isFull).where(eq(pointgrabDownloads.uuid, own.uuid));
    const { uuid } = await finished(place.other, 'points');
    await remove(place.supervisor, uuid);
    expect((await restore(place.supervisor, uuid)).body).toEqual({ status: 'success' });
    await remove(place.supervisor, own.uuid);
  });

  it('is for its owner with POINTGRAB:DELETE, and for those who see the exports of all', async () => {
    const { uuid } = await finished(place.maker, 'points');
    expect(await remove(place.other, uuid)).toEqual(NO_EXPORT);
    const reader = await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD');
    const own = await finished(reader, 'own');
    expect(await remove(reader, own.uuid)).toEqual(NO_EXPORT);
    expect(await remove(place.maker, crypto.randomUUID())).toEqual(NO_EXPORT);
    expect((await remove(place.supervisor, uuid)).status).toBe(200);
    expect(await restore(place.other, uuid)).toEqual(NO_EXPORT);
  });
});

describe('the file of an export', () => {
  it('is saved under its description, and resumed by ranges', async () => {
    const { filename } = await finished(place.maker, '0123456789', 'Pump house: "north"/Süd');
    const whole = await fetchFile(place.maker, `download/${filename}`);
    expect([whole.statusCode, whole.body]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-type': 'application/octet-stream',
    });
    expect(whole.headers['content-disposition']).toBe('attachment; filename="Pump house north Süd.pts"');
    const headers = { range: 'bytes=4-', 'if-range': String(whole.headers['etag']) };
    const rest = await fetchFile(place.maker, `download/${filename}`, headers);
    expect([rest.statusCode, rest.body, rest.headers['content-range']]).toEqual([206, '456789', 'bytes 4-9/10']);
  });

  it('exists for its owner with POINTGRAB:DOWNLOAD, and for those who see the exports of all', async () => {
    const { filename } = await finished(place.maker, 'points');
    const status = async (person: TestPerson) => (await fetchFile(person, `download/${filename}`)).statusCode;
    expect(await status(place.supervisor)).toBe(200);
    expect(await status(place.other)).toBe(404);
    const sender = await grab('POINTGRAB:CREATE');
    const own = await finished(sender, 'own');
    expect((await fetchFile(sender, `download/${own.filename}`)).statusCode).toBe(404);
    expect((await place.server.app.inject({ url: `/api/files/pointgrab/download/${filename}` })).statusCode).toBe(401);
  });

  it('does not exist after it has expired, and before it is finished', async () => {
    const { filename } = await finished(place.maker, 'points');
    place.server.clock.advance(EXPORTS.keptDays * 86_400_000);
    expect((await fetchFile(place.maker, `download/${filename}`)).statusCode).toBe(401);
    const again = await aPerson(place.server, {
      allowed: ['USERS:VIEW'],
      entries: atPlant(place.server, 'VIEW:POINTCLOUD', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:CREATE'),
    });
    expect((await fetchFile(again, `download/${filename}`)).statusCode).toBe(404);
    const [pending] = (await crop(again)).body['downloads'] as [Download];
    await writeFile(join(place.server.filesDir, exportKey(pending.filename)), 'not whole');
    expect((await fetchFile(again, `download/${pending.filename}`)).statusCode).toBe(404);
    for (const name of ['..%2fsecret.txt', 'x.e57', '.e57'])
      expect((await fetchFile(again, `download/${name}`)).statusCode).toBe(404);
  });
});
