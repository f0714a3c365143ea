import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aPhoto } from '@overlook/db/seed';
import { photos, snapshots } from '@overlook/db/schema';
import {
  llaFromEcef,
  enuFrame,
  ecefFromLla,
  transformDirection,
  transformPoint,
  type Vec3,
} from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, query, type TestPerson } from '../../testing/people.ts';
import { aPicture, readPicture, readSitePicture } from '../../testing/places.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { storePicture } from '../../storage/pictures.ts';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const { ecefFromEnu } = enuFrame(ORIGIN);
const NO_SITE = { status: 404, body: { error: 'There is no such site.', code: 'NOT_FOUND' } };
const NO_PLACE = { status: 404, body: { error: 'There is no such Place.', code: 'NOT_FOUND' } };

/** A point this many metres east, north and up of the site's origin, as the request gives it. */
const xyz = (enu: Vec3) => {
  const [x, y, z] = transformPoint(ecefFromEnu, enu);
  return { x, y, z };
};
const lla = (enu: Vec3) => {
  const { longitude, latitude, height } = llaFromEcef(transformPoint(ecefFromEnu, enu));
  return { longitude, latitude, altitude: height };
};
const looking = (enu: Vec3) => {
  const [cameraDirectionX, cameraDirectionY, cameraDirectionZ] = transformDirection(ecefFromEnu, enu);
  return { cameraDirectionX, cameraDirectionY, cameraDirectionZ };
};

describe.each(kinds)('photos on $name', ({ open }) => {
  let server: TestServer;
  let member: TestPerson;
  /** A person who may view the site but not its photos. */
  let guest: TestPerson;
  /** A person with photos allowed everywhere, who may view another site only. */
  let stranger: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    const { plant, farm } = server.siteIds;
    member = await aPerson(server, {
      entries: { [plant]: { 'VIEW:TEXTURED': true, 'FEATURE:NEARBYSNAPSHOTS': true }, [farm]: { 'VIEW:CAD': true } },
    });
    guest = await aPerson(server, { entries: { [plant]: { 'VIEW:TEXTURED': true } } });
    stranger = await aPerson(server, {
      allowed: ['FEATURE:NEARBYSNAPSHOTS'],
      entries: { [farm]: { 'VIEW:TEXTURED': true } },
    });
  });
  afterAll(() => server.close());

  const db = () => server.database.db;
  const plant = () => server.siteIds.plant;
  const near = async (input: object, person = member) => {
    const { status, body } = await person.ask('POST', '/snapshots/nearby', { siteID: plant(), ...input });
    if (status !== 200) throw new Error(JSON.stringify(body));
    return body['snapshots'] as NearbyPhoto[];
  };
  /** Photos around a corner of the site that no other test uses, `far` metres east. */
  const seed = async (far: number, places: Record<string, Vec3>, more: object = {}) => {
    for (const [name, [east, north, up]] of Object.entries(places))
      await aPhoto(db(), { siteId: plant(), at: [far + east, north, up], snapshot: { name }, ...more });
  };
  const names = (found: readonly NearbyPhoto[]) => found.map(({ name }) => name);

  it('are found within the radius, measured in three dimensions, nearest first', async () => {
    await seed(0, { a: [10, 0, 0], b: [0, 24, 0], c: [20, 20, 0], d: [0, 0, 60], e: [-190, 0, 0], f: [0, 150, 150] });
    expect(names(await near({ ...xyz([0, 0, 0]), nearbySearchRadius: 1 }))).toEqual(['a', 'b']);
    expect(names(await near({ ...xyz([0, 0, 0]), nearbySearchRadius: 2 }))).toEqual(['a', 'b', 'c', 'd']);
    const far = await near(lla([0, 0, 0]));
    expect(names(far)).toEqual(['a', 'b', 'c', 'd', 'e']);
    const expected = [10, 24, Math.hypot(20, 20), 60, 190];
    far.forEach(({ distanceM }, i) => expect(distanceM).toBeCloseTo(expected[i]!, 4));
    expect(far[0]).toMatchObject({
      siteId: plant(),
      imageType: 'photo',
      heightType: 'ground',
      pois: [{ longitude: expect.any(Number), latitude: expect.any(Number), altitude: expect.any(Number) }],
      photo: { angles: { headingDeg: 0, pitchDeg: 0, rollDeg: 0 }, hfovDeg: 70, takenAt: null, tileLevels: 0 },
    });
  });

  it('are the 20 nearest, those first that lie where the camera looks', async () => {
    const around = Array.from({ length: 24 }, (_, i): [string, Vec3] => {
      const bearing = (i * 15 * Math.PI) / 180;
      return [`n${i}`, [(10 + i) * Math.sin(bearing), (10 + i) * Math.cos(bearing), 0]];
    });
    await seed(1000, Object.fromEntries(around));
    const nearest = Array.from({ length: 20 }, (_, i) => `n${i}`);
    expect(names(await near(xyz([1000, 0, 0])))).toEqual(nearest);
    const east = names(await near({ ...xyz([1000, 0, 0]), ...looking([1, 0, 0]) }));
    expect(east.slice(0, 5)).toEqual(['n6', 'n5', 'n7', 'n4', 'n8']);
    expect(east.at(-1)).toBe('n18');
    expect(east.toSorted()).toEqual(nearest.toSorted());
    // A direction of length zero counts as none.
    expect(
      names(await near({ ...xyz([1000, 0, 0]), cameraDirectionX: 0, cameraDirectionY: 0, cameraDirectionZ: 0 })),
    ).toEqual(nearest);
  });

  it('are narrowed by type, time and camera', async () => {
    const at = (name: string, heightType: 'ground' | 'airborne' | 'panosphere', photo: object) =>
      aPhoto(db(), { siteId: plant(), at: [2000, 0, 0], snapshot: { name, heightType }, photo });
    await at('g', 'ground', { camera: 'Alpha', takenAt: new Date('2026-01-01T00:00:00Z') });
    await at('a', 'airborne', { camera: 'Beta', takenAt: new Date('2026-02-01T00:00:00Z') });
    await at('p', 'panosphere', { camera: '', projection: 'equirectangular', hfovDeg: null, tileLevels: 2 });
    const found = async (filter: object) => names(await near({ ...xyz([2000, 0, 0]), ...filter })).sort();
    expect(await found({})).toEqual(['a', 'g', 'p']);
    expect(await found({ heightType: ['ground', 'panosphere'] })).toEqual(['g', 'p']);
    expect(await found({ heightType: 'airborne' })).toEqual(['a']);
    expect(await found({ heightType: [] })).toEqual([]);
    expect(await found({ takenFrom: '2026-01-01T00:00:00Z' })).toEqual(['a', 'g']);
    expect(await found({ takenFrom: '2026-01-01T10:00:00+09:30' })).toEqual(['a']);
    expect(await found({ takenFrom: '2026-01-01T00:00:00Z', takenBefore: '2026-02-01T00:00:00Z' })).toEqual(['g']);
    expect(await found({ cameras: ['Beta', ''] })).toEqual(['a', 'p']);
    expect(await found({ cameras: [] })).toEqual([]);
  });

  it('without a zone are found by the day of their own clock, in any zone of the reader', async () => {
    const at = (name: string, takenAt: string, hasZone: boolean) =>
      aPhoto(db(), {
        siteId: plant(),
        at: [2500, 0, 0],
        snapshot: { name },
        photo: { takenAt: new Date(takenAt), hasZone },
      });
    await at('clock', '2016-06-23T16:31:00Z', false);
    await at('instant', '2016-06-23T16:31:00Z', true);
    const on = async (day: string, dayAfter: string, zone: string) => {
      const taken = { takenFrom: `${day}T00:00:00${zone}`, takenBefore: `${dayAfter}T00:00:00${zone}` };
      return names(await near({ ...xyz([2500, 0, 0]), ...taken })).sort();
    };
    expect(await on('2016-06-23', '2016-06-24', '+09:30')).toEqual(['clock']);
    expect(await on('2016-06-24', '2016-06-25', '+09:30')).toEqual(['instant']);
    expect(await on('2016-06-23', '2016-06-24', '-08:00')).toEqual(['clock', 'instant']);
    expect(await on('2016-06-23', '2016-06-24', 'Z')).toEqual(['clock', 'instant']);
  });

  it('of other sites, archived ones and Places are not found', async () => {
    const at: Vec3 = [3000, 0, 0];
    await aPhoto(db(), { siteId: server.siteIds.farm, at });
    await aPhoto(db(), { siteId: plant(), at, snapshot: { archivedAt: new Date() } });
    const place = { siteId: plant(), name: 'Place', createdBy: member.id, ...xyz(at), ...lla(at) };
    await db().insert(snapshots).values(place);
    expect(await near(xyz(at))).toEqual([]);
  });

  it('are found near the date line and near a pole', async () => {
    for (const origin of [
      { longitude: 179.9999, latitude: 10, height: 0 },
      { longitude: 20, latitude: 89.9995, height: 0 },
      { longitude: -70, latitude: -89.99999, height: 2800 },
    ]) {
      const frame = enuFrame(origin);
      for (let i = 0; i < 12; i++) {
        const bearing = (i * Math.PI) / 6;
        const at: Vec3 = [190 * Math.sin(bearing), 190 * Math.cos(bearing), 0];
        await aPhoto(db(), { siteId: plant(), at, origin });
      }
      const [x, y, z] = ecefFromLla(origin);
      expect(await near({ x, y, z }), JSON.stringify(origin)).toHaveLength(12);
      const [px, py, pz] = transformPoint(frame.ecefFromEnu, [0, -370, 0]);
      expect(await near({ x: px, y: py, z: pz })).not.toEqual([]);
    }
  });

  it('can be requested with the texts of forms', async () => {
    await seed(4000, { only: [0, 0, 0] });
    const { longitude, latitude, altitude } = lla([4000, 0, 0]);
    const form = { siteID: plant(), longitude, latitude, altitude, nearbySearchRadius: 1, heightType: 'ground' };
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/snapshots/nearby',
      headers: { authorization: `Bearer ${member.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(
        Object.entries(form).map(([key, value]): [string, string] => [key, String(value)]),
      ).toString(),
    });
    expect(names(answer.json<{ snapshots: NearbyPhoto[] }>().snapshots)).toEqual(['only']);
  });

  it.each([
    [{}, 'longitude', 'Give a point: longitude, latitude and altitude, or x, y and z'],
    [{ longitude: 1, latitude: 2 }, 'altitude', 'Give a point: longitude, latitude and altitude, or x, y and z'],
    [{ x: 1, z: 2 }, 'y', 'Give a point: longitude, latitude and altitude, or x, y and z'],
    [{ longitude: 1, latitude: 95, altitude: 0 }, 'latitude', 'This is not a number from -90 to 90'],
    [
      { ...xyz([0, 0, 0]), cameraDirectionY: 1 },
      'cameraDirectionX',
      'Give all three parts of the camera direction, or none',
    ],
    [{ ...xyz([0, 0, 0]), nearbySearchRadius: 4 }, 'nearbySearchRadius', 'This is not a number from 1 to 3'],
  ])('of %j are refused at %s', async (input, field, sentence) => {
    const { status, body } = await member.ask('POST', '/snapshots/nearby', { siteID: plant(), ...input });
    expect({ status, fields: body['fields'] }).toEqual({ status: 400, fields: { [field]: sentence } });
  });

  it('that cannot be read are left out', async () => {
    await seed(5000, { good: [0, 0, 0] });
    const at: Vec3 = [5000, 0, 0];
    await aPhoto(db(), { siteId: plant(), at, photo: { widthPx: 0 } });
    await aPhoto(db(), { siteId: plant(), at, photo: { crop: { fullWidthPx: -1 } as never } });
    await aPhoto(db(), { siteId: plant(), at, photo: { hfovDeg: Number.NaN } });
    await aPhoto(db(), { siteId: plant(), at, snapshot: { altitude: Number.NaN } });
    await aPhoto(db(), { siteId: plant(), at, snapshot: { x: Number.NaN } });
    expect(names(await near(xyz(at)))).toEqual(['good']);
    const odd = await aPhoto(db(), { siteId: plant(), at: [9e3, 0, 0], photo: { details: 'none' as never } });
    expect((await query(server, member.token, 'snapshots.photo', { id: odd.id })).body['details']).toEqual([]);
  });

  it('of a site are summed up for the filters', async () => {
    const siteId = server.siteIds.farm;
    await db().delete(snapshots).where(eq(snapshots.siteId, siteId));
    const asked = async () => (await query(server, stranger.token, 'snapshots.sitePhotos', { siteId })).body;
    const none = { counts: { ground: 0, airborne: 0, panosphere: 0 }, cameras: [], takenFirst: null, takenLast: null };
    expect(await asked()).toEqual({ photos: none });
    const add = (heightType: 'ground' | 'airborne', camera: string, takenAt: string | null) =>
      aPhoto(db(), {
        siteId,
        at: [0, 0, 0],
        snapshot: { heightType },
        photo: { camera, takenAt: takenAt === null ? null : new Date(takenAt) },
      });
    await add('ground', 'Beta', '2026-03-01T00:00:00Z');
    await add('ground', 'Alpha', '2026-01-01T00:00:00Z');
    await add('airborne', 'Alpha', null);
    expect(await asked()).toEqual({
      photos: {
        counts: { ground: 2, airborne: 1, panosphere: 0 },
        cameras: ['Alpha', 'Beta'],
        takenFirst: '2026-01-01T00:00:00.000Z',
        takenLast: '2026-03-01T00:00:00.000Z',
      },
    });
  });

  it('do not exist without a view of their site and FEATURE:NEARBYSNAPSHOTS', async () => {
    const takenAt = new Date('2026-02-03T04:05:06Z');
    const { id, filename } = await aPhoto(db(), { siteId: plant(), at: [6000, 0, 0], photo: { takenAt } });
    const file = join(await mkdtemp(join(tmpdir(), 'overlook-photo-')), 'photo.jpg');
    await writeFile(file, await aPicture(80, 60));
    await storePicture(server, filename, file);
    const details = [{ label: 'ISO', value: '100' }];
    await db().update(photos).set({ details }).where(eq(photos.snapshotId, id));

    const input = { siteID: plant(), ...xyz([6000, 0, 0]) };
    expect((await member.ask('POST', '/snapshots/nearby', input)).body['snapshots']).toHaveLength(1);
    expect((await query(server, member.token, 'snapshots.sitePhotos', { siteId: plant() })).status).toBe(200);
    expect((await query(server, member.token, 'snapshots.photo', { id })).body).toMatchObject({
      snapshot: { id, filename, photo: { widthPx: 4000 } },
      details,
    });
    expect((await member.ask('GET', `/snapshots/${id}`)).body).toMatchObject({ snapshot: { id, isOwn: false } });
    for (const person of [guest, stranger]) {
      expect(await person.ask('POST', '/snapshots/nearby', input)).toEqual(NO_SITE);
      expect(await query(server, person.token, 'snapshots.sitePhotos', { siteId: plant() })).toEqual(NO_SITE);
      expect(await query(server, person.token, 'snapshots.photo', { id })).toEqual(NO_PLACE);
      expect(await person.ask('GET', `/snapshots/${id}`)).toEqual(NO_PLACE);
    }
    // The site that the check reads is the one that is searched.
    const both = { ...input, siteId: server.siteIds.farm };
    expect(await stranger.ask('POST', '/snapshots/nearby', both)).toEqual(NO_SITE);
    for (const size of ['thumb', 'large', 'native']) {
      const picture = await readPicture(server, member, `${filename}/${size}`);
      expect(picture.statusCode, size).toBe(200);
      expect(picture.headers['cache-control']).toContain('private');
      for (const person of [guest, stranger])
        expect((await readPicture(server, person, `${filename}/${size}`)).statusCode, size).toBe(404);
    }
    const avatar = (person: TestPerson) => readSitePicture(server, person, plant());
    await db().update(snapshots).set({ filename: null }).where(eq(snapshots.siteId, plant()));
    await db().update(snapshots).set({ filename }).where(eq(snapshots.id, id));
    expect([(await avatar(member)).statusCode, (await avatar(guest)).statusCode]).toEqual([200, 404]);
    expect((await avatar(member)).headers['x-picture-taken-at']).toBe(takenAt.toISOString());
  });

  it('are not Places of a user', async () => {
    const { id } = await aPhoto(db(), { siteId: plant(), at: [7000, 0, 0] });
    const { body } = await query(server, member.token, 'snapshots.user', {});
    expect((body['snapshots'] as { id: number }[]).map((one) => one.id)).not.toContain(id);
    for (const path of ['archive', 'delete'])
      expect(await member.ask('GET', `/snapshots/${path}/${id}`)).toEqual(NO_PLACE);
    expect(await member.ask('POST', `/snapshots/${id}`, { name: 'Mine' })).toEqual(NO_PLACE);
  });
});
