import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { freeBytes } from '@overlook/db';
import { auditEntries, mails, pointclouds, pointgrabDownloads } from '@overlook/db/schema';
import { EXPORTS, MAILS_IN_WINDOW } from '@overlook/shared/config';
import {
  EXPORTS_MESSAGES,
  keptTooMuchText,
  systemInexactText,
  systemTooFarText,
  systemUnknownText,
  recipientNotAllowedText,
  tooManyPointsText,
} from '@overlook/shared/messages';
import { decodeCountGrid } from '@overlook/shared/points';
import type { Download } from '@overlook/shared/schemas';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { storeFolder } from './testing/a-cloud.ts';
import { aPointcloud, anExport } from './testing/a-cloud.ts';
import { exportPeople } from './testing/export-people.ts';
import { NO_SITE } from './testing/plant-exports.ts';

const place = exportPeople();
const { grab, crop, listed, remove, restore, fetchFile, finished, jobOf } = place;

describe('the point cloud of a site', () => {
  const get = (person: TestPerson, siteSlug: string) => person.ask('POST', '/pointgrab/get', { siteSlug });

  it('is visible to people who may request or fetch exports', async () => {
    for (const person of [await grab('POINTGRAB:CREATE'), await grab('POINTGRAB:DOWNLOAD')]) {
      const { body } = await get(person, 'plant');
      expect(body['pointcloud']).toEqual({
        uuid: place.cloud.uuid,
        moveEcef: null,
        densities: [0.0025, 0.005, 0.05],
        points: 1000,
        coordinateSystem: 'ETRS89 / UTM zone 32N (EPSG:25832)',
        hasColor: true,
        hasIntensity: true,
        gridUrl: `/files/pointgrab/grid/${place.cloud.uuid}`,
        pointsMost: 50_000_000,
      });
    }
  });

  it('is null where a site has none', async () => {
    const admin = await aPerson(place.server, { allowed: ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE'] });
    expect(await get(admin, 'farm')).toEqual({ status: 200, body: { pointcloud: null } });
  });

  it('does not exist for others, like the site', async () => {
    expect(await get(await grab('POINTGRAB:DELETE'), 'plant')).toEqual(NO_SITE);
    expect(await get(place.maker, 'farm')).toEqual(NO_SITE);
    expect(await get(place.maker, 'nowhere')).toEqual(NO_SITE);
    // The permission is granted everywhere, but the site may not be viewed.
    expect(await get(await aPerson(place.server, { allowed: ['POINTGRAB:CREATE'] }), 'plant')).toEqual(NO_SITE);
  });

  it('gives its count grid to the same people', async () => {
    const answer = await fetchFile(place.maker, `grid/${place.cloud.uuid}`);
    expect([answer.statusCode, decodeCountGrid(answer.rawPayload).counts[0]]).toEqual([200, Uint32Array.of(1000)]);
    expect(answer.headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const stranger = await grab('POINTGRAB:DELETE');
    for (const [person, uuid] of [
      [stranger, place.cloud.uuid],
      [place.maker, crypto.randomUUID()],
      [place.maker, '..%2f..%2fsecret'],
    ] as const)
      expect((await fetchFile(person, `grid/${uuid}`)).statusCode).toBe(404);
  });
});

describe('asking for an export', () => {
  it('makes one download for each format, and one job for all of them', async () => {
    const { status, body } = await crop(place.maker);
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
    const entries = await place.server.database.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.action, 'exports.crop'));
    expect(entries.at(-1)).toMatchObject({
      userId: place.maker.id,
      details: { name: 'Pump house', formats: ['E57', 'PTS'] },
    });
  });

  it('accepts the text of a form, and a repeated format once', async () => {
    const person = await grab('POINTGRAB:CREATE');
    const { body } = await crop(person, { density: '0.05', sizeX: '3', notify: 'false', formats: ['PTS', 'PTS'] });
    expect(body['downloads']).toMatchObject([{ density: 0.05, box: { sizeX: 3 } }]);
  });

  it('takes the code of a system that its place is in', async () => {
    const { body } = await crop(place.maker, { coordinates: 'EPSG:7854', formats: ['LAS'] });
    expect(body['downloads']).toMatchObject([{ coordinates: 'EPSG:7854' }]);
  });

  it.each([
    ['density', { density: 0.004 }, EXPORTS_MESSAGES['export.densityNotOffered']],
    ['pointCloudID', { pointCloudID: crypto.randomUUID() }, EXPORTS_MESSAGES['export.noCloud']],
    ['coordinates', { coordinates: 'WGS84' }, EXPORTS_MESSAGES['export.coordinatesInvalid']],
    ['coordinates', { coordinates: 'EPSG:99999' }, systemUnknownText('EPSG:99999')],
    ['coordinates', { coordinates: 'EPSG:3857' }, EXPORTS_MESSAGES['export.systemNotProjected']],
    ['coordinates', { coordinates: 'EPSG:25832' }, systemTooFarText('ETRS89 / UTM zone 32N (EPSG:25832)')],
    ['coordinates', { coordinates: 'EPSG:27700' }, systemInexactText('OSGB36 / British National Grid (EPSG:27700)', 3)],
    ['description', { description: ' ' }, 'A description must be provided'],
    ['formats', { formats: [] }, 'Choose an output'],
    ['notifyEmail', { notify: true }, 'Please enter a valid e-mail address'],
    ['notifyEmail', { notify: true, notifyEmail: 'a@b@c' }, 'Please enter a valid e-mail address'],
    ['sizeX', { sizeX: 0.04 }, 'This is not a number from 0.05 to 10000'],
    ['sizeZ', { sizeZ: 10_001 }, 'This is not a number from 0.05 to 10000'],
    ['centerX', { centerX: 'NaN' }, 'This is not a number from -100000000 to 100000000'],
  ])('refuses a wrong %s', async (field, wrong, sentence) => {
    const { status, body } = await crop(place.maker, wrong);
    expect([status, body['code'], body['fields']]).toEqual([400, 'INVALID_INPUT', { [field]: sentence }]);
  });

  it('announces itself to people of the instance only', async () => {
    const notify = (notifyEmail: string) => crop(place.maker, { notify: true, notifyEmail });
    const sentence = recipientNotAllowedText('stranger@elsewhere.example');
    const refused = await notify('stranger@elsewhere.example');
    expect([refused.status, refused.body['fields']]).toEqual([400, { notifyEmail: sentence }]);
    for (const { email } of [place.maker, place.other]) expect((await notify(email)).status).toBe(200);
  });

  it('is counted among the mails of its person, those to come included', async () => {
    const person = await grab('POINTGRAB:CREATE');
    const { db } = place.server.database;
    const sent = { senderId: person.id, createdAt: place.server.clock.now(), recipient: 'x', subject: 'a mention' };
    await db.insert(mails).values(Array.from({ length: MAILS_IN_WINDOW - 1 }, () => sent));
    const notify = { notify: true, notifyEmail: person.email };
    expect((await crop(person, notify)).status).toBe(200);
    expect((await crop(person, notify)).body['error']).toBe(EXPORTS_MESSAGES['export.tooManyMails']);
    expect((await crop(person)).status).toBe(200);
  });

  it('needs POINTGRAB:CREATE at the site', async () => {
    expect(await crop(await grab('POINTGRAB:DOWNLOAD', 'POINTGRAB:DELETE'))).toEqual(NO_SITE);
    expect(await crop(place.maker, { siteSlug: 'farm' })).toEqual(NO_SITE);
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
    const { db } = place.server.database;
    const large = await aPointcloud(place.server, place.server.siteIds.farm, 500_000_100);
    const person = await aPerson(place.server, { allowed: ['VIEW:POINTCLOUD', 'POINTGRAB:CREATE'] });
    const at = (density: number) =>
      person.ask('POST', '/pointgrab/crop', { ...anExport(large), siteSlug: 'farm', density });
    const sentence = tooManyPointsText(50_000_010, 50_000_000, 0.05);
    expect((await at(0.005)).body).toEqual({ code: 'INVALID_INPUT', error: sentence, fields: { density: sentence } });
    expect((await at(0.05)).body['downloads']).toMatchObject([{ progress: { total: 5_000_001 } }, {}]);
    await rm(storeFolder(place.server.filesDir, large), { recursive: true });
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
    await place.server.database.db.update(pointgrabDownloads).set(isFull).where(row);
    const sentence = keptTooMuchText(EXPORTS.keptBytesMost);
    expect(await crop(person)).toEqual({ status: 409, body: { code: 'CONFLICT', error: sentence } });
    await place.server.database.db.update(pointgrabDownloads).set({ expiresAt: place.server.clock.now() }).where(row);
    expect((await crop(person)).status).toBe(200);
  });
});

describe('the room on the disk', () => {
  const noRoom = { status: 507, body: { code: 'DISK_FULL', error: EXPORTS_MESSAGES['export.noRoom'] } };
  /** Requests an export whose estimate exceeds the available room by one point. */
  async function nearlyAll(person: TestPerson): Promise<Download> {
    const [download] = (await crop(person, { formats: ['LAS'] })).body['downloads'] as [Download];
    const bytesEstimated = freeBytes(place.server.filesDir) - EXPORTS.freeBytesLeast / 2;
    const isIt = eq(pointgrabDownloads.uuid, download.uuid);
    await place.server.database.db.update(pointgrabDownloads).set({ bytesEstimated }).where(isIt);
    return download;
  }

  it('is reserved for unfinished exports, also those of other people', async () => {
    const [first, second] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DELETE'), await grab('POINTGRAB:CREATE')];
    const [small] = (await crop(second, { formats: ['LAS'] })).body['downloads'] as [Download];
    await remove(place.supervisor, small.uuid);
    const { uuid } = await nearlyAll(first);
    const answers = [await crop(second), await restore(place.supervisor, small.uuid)];
    await remove(first, uuid);
    expect(answers).toEqual([noRoom, expect.objectContaining({ status: 507 })]);
    expect((await restore(place.supervisor, small.uuid)).status).toBe(200);
  });

  it('is not needed where an existing file is restored', async () => {
    const [first, second] = [await grab('POINTGRAB:CREATE', 'POINTGRAB:DELETE'), await grab('POINTGRAB:CREATE')];
    const { uuid } = await finished(first, 'points');
    await remove(first, uuid);
    const { uuid: other } = await nearlyAll(second);
    const restored = await restore(first, uuid);
    await remove(place.supervisor, other);
    expect(restored.status).toBe(200);
  });
});
