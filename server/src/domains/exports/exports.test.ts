import { mkdir, rm, writeFile } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freeBytes } from '@overlook/db';
import { auditEntries, jobs, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS } from '@overlook/shared/config';
import { EXPORTS_MESSAGES, keptTooMuchText, tooManyPointsText } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import { decodeCountGrid } from '@overlook/shared/points';
import type { Download } from '@overlook/shared/schemas';
import { aPerson, mutate, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { exportFile, exportsFolder } from './export-files.ts';
import { type PointcloudRow, storeFolder } from './pointcloud.ts';
import { aPointcloud, anExport } from './testing/a-cloud.ts';

const NO_SITE = { status: 404, body: { code: 'NOT_FOUND', error: 'There is no such site.' } };
const NO_EXPORT = { status: 404, body: { code: 'NOT_FOUND', error: EXPORTS_MESSAGES['export.notFound'] } };

let server: TestServer;
let cloud: PointcloudRow;
let maker: TestPerson;
let other: TestPerson;
let supervisor: TestPerson;

const atPlant = (...tokens: PermissionToken[]) => ({
  [server.siteIds.plant]: Object.fromEntries(tokens.map((token) => [token, true])),
});
const grab = (...tokens: PermissionToken[]) => aPerson(server, { answers: atPlant('VIEW:POINTCLOUD', ...tokens) });

beforeAll(async () => {
  server = await startTestServer();
  cloud = await aPointcloud(server, server.siteIds.plant);
  const all = ['POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'] as const;
  maker = await grab(...all);
  other = await grab(...all);
  supervisor = await aPerson(server, { allowed: ['USERS:VIEW'], answers: atPlant('VIEW:POINTCLOUD', ...all) });
});
afterAll(() => server.close());

const crop = (person: TestPerson, more: object = {}) =>
  person.ask('POST', '/pointgrab/crop', { ...anExport(cloud), ...more });
const listed = async (person: TestPerson): Promise<Download[]> =>
  (await person.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' })).body['downloads'] as Download[];
const remove = (person: TestPerson, uuid: string) => person.ask('POST', '/files/pointgrab/downloads/delete', { uuid });
const restore = (person: TestPerson, uuid: string) => mutate(server, person.token, 'exports.restore', { uuid });
const fetchFile = (person: TestPerson, path: string, headers: Record<string, string> = {}) =>
  server.app.inject({
    url: `/api/files/pointgrab/${path}`,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
  });

/** An export of a person with a file of these bytes. */
async function finished(person: TestPerson, bytes: string, description = 'Pump house'): Promise<Download> {
  const [download] = (await crop(person, { formats: ['PTS'], description })).body['downloads'] as [Download];
  await mkdir(exportsFolder(server.filesDir), { recursive: true });
  await writeFile(exportFile(server.filesDir, download.filename), bytes);
  const now = server.clock.now();
  await server.database.db
    .update(pointgrabDownloads)
    .set({
      status: 'completed',
      sizeBytes: bytes.length,
      points: 1,
      finishedAt: now,
      expiresAt: new Date(now.getTime() + EXPORTS.keptDays * 86_400_000),
    })
    .where(eq(pointgrabDownloads.uuid, download.uuid));
  return download;
}

const jobOf = async (uuid: string) => {
  const [row] = await server.database.db
    .select({ id: jobs.id, status: jobs.status })
    .from(pointgrabDownloads)
    .innerJoin(jobs, eq(jobs.id, pointgrabDownloads.jobId))
    .where(eq(pointgrabDownloads.uuid, uuid));
  return row!;
};

describe('the point cloud of a site', () => {
  const get = (person: TestPerson, siteSlug: string) => person.ask('POST', '/pointgrab/get', { siteSlug });

  it('is visible to people who may request or fetch exports', async () => {
    for (const person of [await grab('POINTGRAB:CREATE'), await grab('POINTGRAB:DOWNLOAD')]) {
      const { body } = await get(person, 'plant');
      expect(body['pointcloud']).toEqual({
        uuid: cloud.uuid,
        densities: [0.0025, 0.005, 0.05],
        points: 1000,
        coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)',
        hasColor: true,
        hasIntensity: true,
        gridUrl: `/files/pointgrab/grid/${cloud.uuid}`,
        pointsMost: 50_000_000,
      });
    }
  });

  it('is null where a site has none', async () => {
    const admin = await aPerson(server, { allowed: ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE'] });
    expect(await get(admin, 'farm')).toEqual({ status: 200, body: { pointcloud: null } });
  });

  it('does not exist for others, like the site', async () => {
    expect(await get(await grab('POINTGRAB:DELETE'), 'plant')).toEqual(NO_SITE);
    expect(await get(maker, 'farm')).toEqual(NO_SITE);
    expect(await get(maker, 'nowhere')).toEqual(NO_SITE);
    // The permission is granted everywhere, but the site may not be viewed.
    expect(await get(await aPerson(server, { allowed: ['POINTGRAB:CREATE'] }), 'plant')).toEqual(NO_SITE);
  });

  it('gives its count grid to the same people', async () => {
    const answer = await fetchFile(maker, `grid/${cloud.uuid}`);
    expect([answer.statusCode, decodeCountGrid(answer.rawPayload).counts[0]]).toEqual([200, Uint32Array.of(1000)]);
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const stranger = await grab('POINTGRAB:DELETE');
    for (const [person, uuid] of [
      [stranger, cloud.uuid],
      [maker, crypto.randomUUID()],
      [maker, '..%2f..%2fsecret'],
    ] as const)
      expect((await fetchFile(person, `grid/${uuid}`)).statusCode).toBe(404);
  });
});

describe('asking for an export', () => {
  it('makes one download for each format, and one job for all of them', async () => {
    const { status, body } = await crop(maker);
    expect([status, body['status']]).toEqual([200, 'success']);
    const downloads = body['downloads'] as Download[];
    expect(downloads.map(({ format }) => format).toSorted()).toEqual(['E57', 'PTS']);
    for (const download of downloads) {
      expect(download).toMatchObject({
        description: 'Pump house',
        status: 'pending',
        density: 0.005,
        coordinates: 'site',
        coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)',
        requestedBy: null,
        progress: { ahead: 0, done: 0, total: 100 },
        box: { sizeX: 2.5, degrees: 30 },
      });
      expect(download.filename).toMatch(new RegExp(`^[0-9a-f-]{36}\\.${download.format.toLowerCase()}$`));
      expect(download.filename).not.toContain(download.uuid);
    }
    const ids = await Promise.all(downloads.map(({ uuid }) => jobOf(uuid)));
    expect(ids[0]!.id).toBe(ids[1]!.id);
    const entries = await server.database.db.select().from(auditEntries).where(eq(auditEntries.action, 'exports.crop'));
    expect(entries.at(-1)).toMatchObject({
      userId: maker.id,
      details: { name: 'Pump house', formats: ['E57', 'PTS'] },
    });
  });

  it('accepts the text of a form, and a repeated format once', async () => {
    const person = await grab('POINTGRAB:CREATE');
    const { body } = await crop(person, { density: '0.05', sizeX: '3', notify: 'false', formats: ['PTS', 'PTS'] });
    expect(body['downloads']).toMatchObject([{ density: 0.05, box: { sizeX: 3 } }]);
  });

  it.each([
    ['density', { density: 0.004 }, EXPORTS_MESSAGES['export.densityNotOffered']],
    ['pointCloudID', { pointCloudID: crypto.randomUUID() }, EXPORTS_MESSAGES['export.noCloud']],
    ['description', { description: ' ' }, 'A description must be provided'],
    ['formats', { formats: [] }, 'Choose an output'],
    ['notifyEmail', { notify: true }, 'Please enter a valid e-mail address'],
    ['notifyEmail', { notify: true, notifyEmail: 'a@b@c' }, 'Please enter a valid e-mail address'],
    ['sizeX', { sizeX: 0.04 }, 'This is not a number from 0.05 to 10000'],
    ['sizeZ', { sizeZ: 10_001 }, 'This is not a number from 0.05 to 10000'],
    ['centerX', { centerX: 'NaN' }, 'This is not a number from -100000000 to 100000000'],
  ])('refuses a wrong %s', async (field, wrong, sentence) => {
    const { status, body } = await crop(maker, wrong);
    expect([status, body['code'], body['fields']]).toEqual([400, 'INVALID_INPUT', { [field]: sentence }]);
  });

  it('needs POINTGRAB:CREATE at the site', async () => {
    expect(await crop(await grab('POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'))).toEqual(NO_SITE);
    expect(await crop(maker, { siteSlug: 'farm' })).toEqual(NO_SITE);
  });

  it('is refused when a person has too many unfinished exports, also for simultaneous calls', async () => {
    const person = await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD');
    const answers = await Promise.all(Array.from({ length: EXPORTS.pendingMost }, () => crop(person)));
    const done = answers.filter(({ status }) => status === 200);
    expect(done).toHaveLength(EXPORTS.pendingMost / 2);
    const refused = { code: 'CONFLICT', error: EXPORTS_MESSAGES['export.tooManyPending'] };
    expect(answers.find(({ status }) => status === 409)?.body).toEqual(refused);
    expect(await listed(person)).toHaveLength(EXPORTS.pendingMost);
  });

  it('is refused for more points than one export may have, and for a cloud whose files are gone', async () => {
    const { db } = server.database;
    const large = await aPointcloud(server, server.siteIds.farm, 500_000_100);
    const person = await aPerson(server, { allowed: ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE'] });
    const at = (density: number) =>
      person.ask('POST', '/pointgrab/crop', { ...anExport(large), siteSlug: 'farm', density });
    const sentence = tooManyPointsText(50_000_010, 50_000_000, 0.05);
    expect((await at(0.005)).body).toEqual({ code: 'INVALID_INPUT', error: sentence, fields: { density: sentence } });
    expect((await at(0.05)).body['downloads']).toMatchObject([{ progress: { total: 5_000_001 } }, {}]);
    await rm(storeFolder(server.filesDir, large), { recursive: true });
    expect(await at(0.05)).toEqual({
      status: 409,
      body: { code: 'CONFLICT', error: EXPORTS_MESSAGES['export.cloudReplaced'] },
    });
    await db.delete(pointclouds).where(eq(pointclouds.uuid, large.uuid));
  });

  it('is refused above the bytes that a person may keep', async () => {
    const person = await grab('POINTGRAB:CREATE');
    const [kept] = (await crop(person, { formats: ['LAS'] })).body['downloads'] as [Download];
    const row = eq(pointgrabDownloads.uuid, kept.uuid);
    const isFull = { status: 'completed', sizeBytes: EXPORTS.keptBytesMost + 1 } as const;
    await server.database.db.update(pointgrabDownloads).set(isFull).where(row);
    const sentence = keptTooMuchText(EXPORTS.keptBytesMost);
    expect(await crop(person)).toEqual({ status: 409, body: { code: 'CONFLICT', error: sentence } });
    await server.database.db.update(pointgrabDownloads).set({ expiresAt: server.clock.now() }).where(row);
    expect((await crop(person)).status).toBe(200);
  });
});

describe('the room on the disk', () => {
  const noRoom = { status: 507, body: { code: 'DISK_FULL', error: EXPORTS_MESSAGES['export.noRoom'] } };
  /** Requests an export whose estimate exceeds the available room by one point. */
  async function nearlyAll(person: TestPerson): Promise<Download> {
    const [download] = (await crop(person, { formats: ['LAS'] })).body['downloads'] as [Download];
    const bytesEstimated = freeBytes(server.filesDir) - EXPORTS.freeBytesLeast / 2;
    const isIt = eq(pointgrabDownloads.uuid, download.uuid);
    await server.database.db.update(pointgrabDownloads).set({ bytesEstimated }).where(isIt);
    return download;
  }

  it('is reserved for unfinished exports, also those of other people', async () => {
    const [first, second] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DELETE'), await grab('POINTGRAB:CREATE')];
    const [small] = (await crop(second, { formats: ['LAS'] })).body['downloads'] as [Download];
    await remove(supervisor, small.uuid);
    const { uuid } = await nearlyAll(first);
    const answers = [await crop(second), await restore(supervisor, small.uuid)];
    await remove(first, uuid);
    expect(answers).toEqual([noRoom, expect.objectContaining({ status: 507 })]);
    expect((await restore(supervisor, small.uuid)).status).toBe(200);
  });

  it('is not needed where an existing file is restored', async () => {
    const [first, second] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DELETE'), await grab('POINTGRAB:CREATE')];
    const { uuid } = await finished(first, 'points');
    await remove(first, uuid);
    const { uuid: other } = await nearlyAll(second);
    const restored = await restore(first, uuid);
    await remove(supervisor, other);
    expect(restored.status).toBe(200);
  });
});

describe('the downloads of a site', () => {
  it('are the caller’s own, newest first; with USERS:VIEW those of all people', async () => {
    const [mine, theirs] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD'), other];
    const ids: string[] = [];
    for (const person of [mine, theirs, mine]) {
      server.clock.advance(1000);
      ids.push(((await crop(person, { formats: ['PTS'] })).body['downloads'] as [Download])[0].uuid);
    }
    expect((await listed(mine)).map(({ uuid }) => uuid)).toEqual([ids[2], ids[0]]);
    const all = (await listed(supervisor)).filter(({ uuid }) => ids.includes(uuid));
    expect(all.map(({ uuid, requestedBy }) => [uuid, requestedBy])).toEqual([
      [ids[2], mine.email],
      [ids[1], theirs.email],
      [ids[0], mine.email],
    ]);
    const sender = await grab('POINTGRAB:CREATE');
    expect(await sender.ask('POST', '/pointgrab/downloads', { siteSlug: 'plant' })).toEqual(NO_SITE);
  });

  it('have the number of exports before them, and the progress of the running one', async () => {
    const { db } = server.database;
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
    const { uuid, filename } = await finished(maker, 'points');
    expect((await remove(maker, uuid)).body).toEqual({ status: 'success' });
    expect((await listed(maker)).map((one) => one.uuid)).not.toContain(uuid);
    expect((await fetchFile(maker, `download/${filename}`)).statusCode).toBe(404);
    expect(await remove(maker, uuid)).toEqual(NO_EXPORT);
    server.clock.advance(EXPORTS.undoMs);
    expect((await restore(maker, uuid)).body).toEqual({ status: 'success' });
    expect((await fetchFile(maker, `download/${filename}`)).body).toBe('points');
    expect(await restore(maker, uuid)).toEqual(NO_EXPORT);
  });

  it('cannot be undone later', async () => {
    const { uuid } = await finished(maker, 'points');
    await remove(maker, uuid);
    server.clock.advance(EXPORTS.undoMs + 1);
    expect(await restore(maker, uuid)).toEqual(NO_EXPORT);
  });

  it('cancels an unfinished one, when no other format waits for its job', async () => {
    const [one, two] = (await crop(maker)).body['downloads'] as [Download, Download];
    const { id } = await jobOf(one.uuid);
    await remove(maker, one.uuid);
    expect((await jobOf(two.uuid)).status).toBe('pending');
    // The job still writes it.
    await restore(maker, one.uuid);
    expect((await jobOf(one.uuid)).id).toBe(id);
    await remove(maker, one.uuid);
    await remove(maker, two.uuid);
    expect((await jobOf(two.uuid)).status).toBe('cancelled');
    await restore(maker, two.uuid);
    const again = await jobOf(two.uuid);
    expect([again.status, again.id === id]).toEqual(['pending', false]);
  });

  it('cancels a running job; when undone at once, another job writes the export', async () => {
    const { db } = server.database;
    const [one] = (await crop(maker, { formats: ['LAS'] })).body['downloads'] as [Download];
    const { id } = await jobOf(one.uuid);
    const lease = { status: 'running', leaseOwner: 'worker', leaseUntil: new Date(Date.now() + 60_000) } as const;
    await db.update(jobs).set(lease).where(eq(jobs.id, id));
    await remove(maker, one.uuid);
    const [asked] = await db.select().from(jobs).where(eq(jobs.id, id));
    expect([asked!.status, asked!.cancelRequestedAt]).toEqual(['running', expect.any(Date)]);
    await restore(maker, one.uuid);
    expect((await jobOf(one.uuid)).id).not.toBe(id);
  });

  it('of another person is restored within what that person may have', async () => {
    const [own] = (await crop(supervisor, { formats: ['LAS'] })).body['downloads'] as [Download];
    const isFull = { status: 'completed', sizeBytes: EXPORTS.keptBytesMost } as const;
    await server.database.db.update(pointgrabDownloads).set(isFull).where(eq(pointgrabDownloads.uuid, own.uuid));
    const { uuid } = await finished(other, 'points');
    await remove(supervisor, uuid);
    expect((await restore(supervisor, uuid)).body).toEqual({ status: 'success' });
    await remove(supervisor, own.uuid);
  });

  it('is for its owner with POINTGRAB:DELETE, and for those who see the exports of all', async () => {
    const { uuid } = await finished(maker, 'points');
    expect(await remove(other, uuid)).toEqual(NO_EXPORT);
    const reader = await grab('POINTGRAB:CREATE', 'POINTGRAB:DOWNLOAD');
    const own = await finished(reader, 'own');
    expect(await remove(reader, own.uuid)).toEqual(NO_EXPORT);
    expect(await remove(maker, crypto.randomUUID())).toEqual(NO_EXPORT);
    expect((await remove(supervisor, uuid)).status).toBe(200);
    expect(await restore(other, uuid)).toEqual(NO_EXPORT);
  });
});

describe('the file of an export', () => {
  it('is saved under its description, and resumed by ranges', async () => {
    const { filename } = await finished(maker, '0123456789', 'Pump house: "north"/Süd');
    const whole = await fetchFile(maker, `download/${filename}`);
    expect([whole.statusCode, whole.body]).toEqual([200, '0123456789']);
    expect(whole.headers).toMatchObject({
      'accept-ranges': 'bytes',
      'cache-control': 'private, no-cache',
      'content-type': 'application/octet-stream',
    });
    expect(whole.headers['content-disposition']).toBe('attachment; filename="Pump house north Süd.pts"');
    const headers = { range: 'bytes=4-', 'if-range': String(whole.headers['etag']) };
    const rest = await fetchFile(maker, `download/${filename}`, headers);
    expect([rest.statusCode, rest.body, rest.headers['content-range']]).toEqual([206, '456789', 'bytes 4-9/10']);
  });

  it('exists for its owner with POINTGRAB:DOWNLOAD, and for those who see the exports of all', async () => {
    const { filename } = await finished(maker, 'points');
    const status = async (person: TestPerson) => (await fetchFile(person, `download/${filename}`)).statusCode;
    expect(await status(supervisor)).toBe(200);
    expect(await status(other)).toBe(404);
    const sender = await grab('POINTGRAB:CREATE');
    const own = await finished(sender, 'own');
    expect((await fetchFile(sender, `download/${own.filename}`)).statusCode).toBe(404);
    expect((await server.app.inject({ url: `/api/files/pointgrab/download/${filename}` })).statusCode).toBe(401);
  });

  it('does not exist after it has expired, and before it is finished', async () => {
    const { filename } = await finished(maker, 'points');
    server.clock.advance(EXPORTS.keptDays * 86_400_000);
    expect((await fetchFile(maker, `download/${filename}`)).statusCode).toBe(401);
    const again = await aPerson(server, {
      allowed: ['USERS:VIEW'],
      answers: atPlant('VIEW:POINTCLOUD', 'POINTGRAB:DOWNLOAD', 'POINTGRAB:CREATE'),
    });
    expect((await fetchFile(again, `download/${filename}`)).statusCode).toBe(404);
    const [pending] = (await crop(again)).body['downloads'] as [Download];
    await writeFile(exportFile(server.filesDir, pending.filename), 'not whole');
    expect((await fetchFile(again, `download/${pending.filename}`)).statusCode).toBe(404);
    for (const name of ['..%2fsecret.txt', 'x.e57', '.e57'])
      expect((await fetchFile(again, `download/${name}`)).statusCode).toBe(404);
  });
});
