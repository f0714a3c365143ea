import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, jobs, rolePermissions, sites, uploads } from '@overlook/db/schema';
import { aRole, aSite } from '@overlook/db/seed';
import type { Lla } from '@overlook/shared/maths';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { ADMINISTRATION_TOKENS } from '@overlook/shared/permissions';
import { SITE_IMPORT_JOB } from '../../publish/import/import-job.ts';
import { fakeClock } from '../../testing/fake-clock.ts';
import { aMultipartBody } from '../../testing/multipart.ts';
import { aPicture, readPicture, readSitePicture } from '../../testing/places.ts';
import { sweepUploads } from '../snapshots/sweep-pictures.ts';
import { anAdministrator, aPerson, askAs, query, type TestPerson } from '../../testing/people.ts';
import { findSiteId } from '../sites/list-sites.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aVisitor } from '../../testing/visitors.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdministrator(server);
});
afterAll(() => server.close());
const db = () => server.database.db;
const managed = async (person: TestPerson) =>
  ((await person.ask('GET', '/sites/manage')).body.sites ?? []) as { id: number; slug: string }[];

describe('the list of managed sites', () => {
  it('has those that the caller may manage, with their layers, and no others', async () => {
    const { plant, farm } = server.siteIds;
    const { body } = await admin.ask('GET', '/sites/manage');
    expect(body.freeBytes).toBeGreaterThan(0);
    expect(body.sites).toMatchObject([
      { id: farm, slug: 'farm', layers: [{ modeltypeId: 3, publishedAt: null }] },
      {
        id: plant,
        slug: 'plant',
        layers: [{ modeltypeId: 3 }, { modeltypeId: 4 }],
        photos: 0,
        bytes: expect.any(Number),
        importing: null,
        refused: 0,
        archivedAt: null,
        version: 1,
      },
    ]);
    const owner = await aPerson(server, { entries: { [plant]: { 'SITES:MANAGE': true } } });
    expect((await managed(owner)).map(({ slug }) => slug)).toEqual(['plant']);
    expect((await owner.ask('GET', `/sites/manage/${farm}`)).status).toBe(404);
    expect((await owner.ask('PUT', `/sites/manage/put/${farm}`, { name: 'x' })).status).toBe(404);
    // Managing is not viewing.
    expect((await owner.ask('GET', '/sites/all')).body.sites).toEqual([]);
    const viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    expect((await viewer.ask('GET', '/sites/manage')).status).toBe(403);
    expect((await viewer.ask('POST', `/sites/manage/${plant}/archive`)).status).toBe(404);
  });

  it('leaves out a row that cannot be read, and shows the import that runs', async () => {
    const broken = await aSite(db(), { slug: 'broken', modelSettings: 7 as never, data: { meta: 'none' } as never });
    const unreadable = await aSite(db(), { slug: 'Not a slug' });
    const progress = { label: 'Copying', done: 3, total: 4, unit: 'items' as const };
    await db()
      .insert(jobs)
      .values({ kind: SITE_IMPORT_JOB.name, payload: { slug: 'broken' }, status: 'running', progress });
    const manager = await aPerson(server, { allowed: ['SITES:MANAGE'] });
    const { body } = await manager.ask('GET', '/sites/manage');
    const row = body.sites.find(({ id }: { id: number }) => id === broken.id);
    expect(row).toMatchObject({ modelSettings: 0, homeBookmark: null, isPlaced: false, importing: { progress } });
    expect(body.sites.map(({ id }: { id: number }) => id)).not.toContain(unreadable.id);
    await db().delete(jobs);
    const sizes = { title: 'x', fingerprint: 'x', parts: [], options: {}, listBytes: 1, bytes: 40 };
    const refusedOf = async () =>
      (await manager.ask('GET', `/sites/manage/${broken.id}`)).body['site'].refused as number;
    for (const [status, refused] of [
      ['running', 0],
      ['error', 1],
      ['cancelled', 2],
    ] as const) {
      const [job] = await db().insert(jobs).values({ kind: 'site.upload', payload: {}, status }).returning();
      await db()
        .insert(uploads)
        .values({ ...sizes, siteId: broken.id, state: 'working', jobId: job!.id });
      expect(await refusedOf(), status).toBe(refused);
    }
    await db().delete(jobs);
    expect(await refusedOf()).toBe(3);
    for (const { id } of [broken, unreadable]) await db().delete(sites).where(eq(sites.id, id));
  });
});

describe('a new site', () => {
  const create = (input: object, person = admin) => person.ask('POST', '/sites/manage', input);

  it('is empty and has no place, and is there for those who may view everywhere', async () => {
    const viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    expect((await viewer.ask('GET', '/sites/all')).body.sites).toHaveLength(2);
    const made = await create({ name: ' Salt field ', slug: 'saltfield', description: 'Pumps' });
    expect(made).toMatchObject({ status: 200, body: { status: 'success' } });
    const { id } = made.body.site;
    expect(made.body.site).toEqual({
      id,
      name: 'Salt field',
      slug: 'saltfield',
      description: 'Pumps',
      formerSlugs: [],
      modelSettings: 0,
      minimapMaxNativeZoom: null,
      homeBookmark: null,
      screenSpaceError: {},
      coordinateSystem: null,
      avatar: null,
      isPlaced: false,
      layers: [],
      photos: 0,
      bytes: expect.any(Number),
      importing: null,
      refused: 0,
      archivedAt: null,
      version: 1,
    });
    expect((await viewer.ask('GET', '/sites/all')).body.sites).toHaveLength(3);
    expect((await viewer.ask('GET', '/sites/pins')).body.pins).toHaveLength(2);
    expect((await managed(admin)).map(({ slug }) => slug)).toContain('saltfield');
    const [entry] = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `site:${id}`));
    expect(entry).toMatchObject({
      action: 'managedSites.create',
      userId: admin.id,
      details: { name: 'Salt field', slug: 'saltfield' },
    });
    await db().delete(sites).where(eq(sites.id, id));
  });

  it('has a short name that no other has or had, and is made by those who manage all sites', async () => {
    const { id } = await aSite(db(), { slug: 'depot', formerSlugs: ['old-depot'] });
    const told = 'Another site has this short name, or had it before';
    for (const slug of ['depot', 'old-depot'])
      expect(await create({ name: 'Depot', slug })).toMatchObject({ status: 400, body: { fields: { slug: told } } });
    expect((await create({ name: ' ', slug: 'new' })).body.fields).toEqual({ name: 'A site needs a name' });
    expect((await create({ name: 'New', slug: 'No slug' })).status).toBe(400);
    const owner = await aPerson(server, { entries: { [id]: { 'SITES:MANAGE': true } } });
    expect((await create({ name: 'New', slug: 'new' }, owner)).status).toBe(403);
    await db().delete(sites).where(eq(sites.id, id));
  });
});

describe('a managed site', () => {
  let id: number;
  beforeEach(async () => {
    id = (await aSite(db(), { slug: 'depot', name: 'Depot' })).id;
  });
  afterEach(() => db().delete(sites).where(eq(sites.id, id)));

  it('is saved in the fields that are given, once for each version, and audited', async () => {
    const put = `/sites/manage/put/${id}`;
    const home = {
      position: { x: 1, y: 2, z: 3 },
      direction: { x: 1, y: 0, z: 0 },
      up: { x: 0, y: 1, z: 0 },
      right: { x: 0, y: 0, z: 1 },
      transform: Array.from({ length: 16 }, () => 0),
      frustum: { near: 1, far: 2 },
    };
    const saved = await admin.ask('PUT', put, { version: 1, name: ' North depot ', modelSettings: 1 });
    expect(saved).toMatchObject({ status: 200, body: { site: { name: 'North depot', modelSettings: 1, version: 2 } } });
    const second = await admin.ask('POST', put, { version: 2, homeBookmark: home, minimapMaxNativeZoom: 18 });
    expect(second.body.site).toMatchObject({ name: 'North depot', homeBookmark: home, minimapMaxNativeZoom: 18 });
    const late = await admin.ask('PUT', put, { version: 1, name: 'Lost' });
    expect(late).toMatchObject({ status: 409, body: { error: expect.stringContaining('changed this site on') } });
    expect((await admin.ask('GET', `/sites/manage/${id}`)).body.site).toEqual(second.body.site);
    expect((await admin.ask('PUT', put, { name: '' })).body.fields).toEqual({ name: 'A site needs a name' });
    expect((await admin.ask('PUT', put, { minimapMaxNativeZoom: 25 })).status).toBe(400);
    const entries = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `site:${id}`));
    expect(entries.map(({ action, details }) => [action, details])).toEqual([
      [
        'managedSites.update',
        {
          name: 'Depot',
          changed: { name: { from: 'Depot', to: 'North depot' }, modelSettings: { from: 0, to: 1 } },
        },
      ],
      [
        'managedSites.update',
        { name: 'North depot', changed: { minimapMaxNativeZoom: { from: null, to: 18 }, homeView: true } },
      ],
    ]);
  });

  it('has figures of quality of its own for all who view it, until they are taken back', async () => {
    const put = (screenSpaceError: object) => admin.ask('PUT', `/sites/manage/put/${id}`, { screenSpaceError });
    const viewed = async () => {
      const listed = (await admin.ask('GET', '/sites/all')).body.sites as { id: number; data: object }[];
      return listed.find((site) => site.id === id)!.data;
    };
    const own = { textured: { balanced: 40 }, cad: { speed: 12.5 } };
    expect((await put(own)).body.site.screenSpaceError).toEqual(own);
    expect(await viewed()).toMatchObject({ screenSpaceError: own });
    for (const wrong of [{ textured: { balanced: 0 } }, { textured: { best: 4 } }, { photos: { balanced: 4 } }])
      expect((await put(wrong)).status).toBe(400);
    expect((await put({})).body.site.screenSpaceError).toEqual({});
    expect(await viewed()).not.toHaveProperty('screenSpaceError');
  });

  it('has named floors for all who view it, which other changes keep, until they are taken back', async () => {
    const put = (body: object) => admin.ask('PUT', `/sites/manage/put/${id}`, body);
    const viewed = async () => {
      const listed = (await admin.ask('GET', '/sites/all')).body.sites as { id: number; data: object }[];
      return listed.find((site) => site.id === id)!.data;
    };
    const levels = [{ name: 'Rack, lower deck', fromM: 34, toM: 37.5 }];
    expect((await put({ levels })).status).toBe(200);
    expect((await put({ name: 'North depot' })).status).toBe(200);
    expect(await viewed()).toMatchObject({ levels });
    for (const wrong of [
      { name: '', fromM: 0, toM: 1 },
      { name: 'Flat', fromM: 1, toM: 1 },
      { name: 'Open', fromM: 1 },
    ])
      expect((await put({ levels: [wrong] })).status).toBe(400);
    expect((await put({ levels: [] })).status).toBe(200);
    expect(await viewed()).not.toHaveProperty('levels');
  });

  it('has a coordinate system that reaches it, for all who view it, until it is taken back', async () => {
    const put = (coordinateSystem: string | null) => admin.ask('PUT', `/sites/manage/put/${id}`, { coordinateSystem });
    const viewed = async () => {
      const listed = (await admin.ask('GET', '/sites/all')).body.sites as { id: number; data: object }[];
      return listed.find((site) => site.id === id)!.data;
    };
    const place = (origin: Lla | null) =>
      db()
        .update(sites)
        .set({ data: { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin } } })
        .where(eq(sites.id, id));
    await place(null);
    // Without a place any map will do.
    expect((await put('EPSG:25832')).body.site.coordinateSystem).toBe('EPSG:25832');
    const origin = { longitude: 138.5, latitude: -35, height: 20 };
    await place(origin);
    const mga = await put('EPSG:7854');
    expect(mga.body.site).toMatchObject({ coordinateSystem: 'EPSG:7854', isPlaced: true });
    expect(await viewed()).toMatchObject({ coordinateSystem: 'EPSG:7854', meta: { origin } });
    for (const [wrong, reason] of [
      ['EPSG:25832', 'ETRS89 / UTM zone 32N'],
      ['EPSG:4326', 'not a map projection in metres'],
      ['EPSG:9999', 'EPSG:9999'],
    ] as const)
      expect(await put(wrong), wrong).toMatchObject({
        status: 400,
        body: { fields: { coordinateSystem: expect.stringContaining(reason) } },
      });
    expect((await put('7854')).status).toBe(400);
    const entries = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `site:${id}`));
    expect(entries.at(-1)!.details).toEqual({
      name: 'Depot',
      changed: { coordinateSystem: { from: null, to: 'EPSG:7854' } },
    });
    expect((await put(null)).body.site.coordinateSystem).toBeNull();
    expect(await viewed()).not.toHaveProperty('coordinateSystem');
  });

  it('keeps its former short names, which nobody else may take, and is found by each', async () => {
    const put = (siteId: number, slug: string) => admin.ask('PUT', `/sites/manage/put/${siteId}`, { slug });
    expect((await put(id, 'depot-north')).body.site).toMatchObject({ slug: 'depot-north', formerSlugs: ['depot'] });
    for (const name of ['depot', 'depot-north']) expect(await findSiteId(db(), name)).toBe(id);
    const { plant } = server.siteIds;
    const told = 'Another site has this short name, or had it before';
    for (const taken of ['depot', 'depot-north', 'farm'])
      expect(await put(plant, taken)).toMatchObject({ status: 400, body: { fields: { slug: told } } });
    expect((await put(plant, 'No slug')).status).toBe(400);
    // Back to a former one of its own.
    expect((await put(id, 'depot')).body.site).toMatchObject({ slug: 'depot', formerSlugs: ['depot-north'] });
    const listed = (await admin.ask('GET', '/sites/all')).body.sites as { id: number; formerSlugs?: string[] }[];
    expect(listed.find((site) => site.id === id)!.formerSlugs).toEqual(['depot-north']);
  });

  it('has its files at their old addresses, and they go with it', async () => {
    const { farm } = server.siteIds;
    await admin.ask('PUT', `/sites/manage/put/${farm}`, { slug: 'wind-farm' });
    const url = '/api/files/models/farm/textured/v1/tileset.json';
    const headers = { authorization: `Bearer ${admin.token}` };
    expect((await server.app.inject({ url, headers })).statusCode).toBe(200);
    expect((await admin.ask('GET', `/sites/manage/${farm}`)).body.site.bytes).toBeGreaterThan(0);
    await admin.ask('PUT', `/sites/manage/put/${farm}`, { slug: 'farm' });
  });

  it('is deleted with its name typed, when it is archived', async () => {
    const remove = (name: string) => admin.ask('POST', `/sites/manage/${id}/delete`, { name });
    await db().insert(rolePermissions).values({ roleId: admin.roleId, siteId: id, token: 'VIEW:CAD', allowed: true });
    expect(await remove('Depot')).toMatchObject({
      status: 409,
      body: { error: expect.stringContaining('Archive it') },
    });
    await admin.ask('POST', `/sites/manage/${id}/archive`);
    expect((await remove('depot')).body.fields).toEqual({ name: 'This is not the name of the site' });
    expect((await remove('Depot')).body).toEqual({ status: 'success' });
    expect((await remove('Depot')).status).toBe(404);
    expect(await db().select().from(rolePermissions).where(eq(rolePermissions.siteId, id))).toEqual([]);
  });
});

describe('the own picture of a site', () => {
  const upload = async (siteId: number, person: TestPerson, content: Uint8Array | string) => {
    const { payload, headers } = await aMultipartBody('photo', content);
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/sites/manage/${siteId}/picture`,
      headers: { ...headers, authorization: `Bearer ${person.token}` },
      payload,
    });
    return { status: answer.statusCode, body: answer.json() };
  };

  it('is uploaded, shown to those who view or manage the site, and removed', async () => {
    const { plant, farm } = server.siteIds;
    const owner = await aPerson(server, { entries: { [plant]: { 'SITES:MANAGE': true } } });
    const viewer = await aPerson(server, { entries: { [plant]: { 'VIEW:TEXTURED': true } } });
    const stranger = await aPerson(server, { entries: { [farm]: { 'VIEW:TEXTURED': true } } });
    const put = (input: object) => owner.ask('PUT', `/sites/manage/put/${plant}`, input);
    expect((await upload(plant, viewer, await aPicture(40, 30))).status).toBe(404);
    expect((await upload(farm, owner, await aPicture(40, 30))).status).toBe(404);
    expect((await upload(plant, owner, 'no picture')).status).toBe(400);
    const { body } = await upload(plant, owner, await aPicture(40, 30));
    const avatar = `/api/files/snapshots/${body.uuid}/thumb`;
    expect((await put({ avatar: body.uuid })).body.site).toMatchObject({ avatar });
    // It is taken once.
    expect((await put({ avatar: body.uuid })).status).toBe(400);
    const statusFor = async (person: TestPerson) =>
      (await readPicture(server, person, `${body.uuid}/thumb`)).statusCode;
    expect(await Promise.all([owner, viewer, stranger].map(statusFor))).toEqual([200, 200, 404]);
    expect((await readSitePicture(server, viewer, plant)).headers.location).toBe(avatar);

    const day = { db: db(), objects: server.objects, clock: fakeClock(new Date(Date.now() + 2 * UPLOAD_KEPT_MS)) };
    await sweepUploads(day);
    expect(await statusFor(viewer)).toBe(200);
    expect((await put({ avatar: null })).body.site.avatar).toBeNull();
    expect(await statusFor(viewer)).toBe(404);
    await sweepUploads(day);
    expect(existsSync(join(server.filesDir, 'snapshots', body.uuid))).toBe(false);
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.userId, owner.id));
    const done = entries.filter(({ action, refusal }) => action.startsWith('managedSites') && refusal === null);
    expect(done).toMatchObject([
      { action: 'managedSites.uploadPicture', details: { siteId: plant } },
      { action: 'managedSites.update', details: { changed: { picture: true } } },
      { action: 'managedSites.update', details: { changed: { picture: true } } },
    ]);
  });
});

describe('the order of sites', () => {
  it('is put by hand for all lists, with others behind by name, and back', async () => {
    const { plant, farm } = server.siteIds;
    const depot = (await aSite(db(), { slug: 'depot', name: 'Another depot' })).id;
    const viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED'] });
    const listed = async (path: string, person: TestPerson) =>
      (await person.ask('GET', path)).body.sites.map(({ id }: { id: number }) => id);
    const order = (siteIds: number[], person = admin) => person.ask('POST', '/sites/manage/order', { siteIds });
    const byName = await listed('/sites/all', viewer);
    const version = (await admin.ask('GET', `/sites/manage/${plant}`)).body.site.version;
    expect((await order([plant, 999_999, depot])).body).toEqual({ status: 'success' });
    expect(await listed('/sites/all', viewer)).toEqual([plant, depot, farm]);
    expect(await listed('/sites/manage', admin)).toEqual([plant, depot, farm]);
    expect((await admin.ask('GET', `/sites/manage/${plant}`)).body.site.version).toBe(version);
    const owner = await aPerson(server, { entries: { [plant]: { 'SITES:MANAGE': true } } });
    expect((await order([], owner)).status).toBe(403);
    await order([]);
    expect(await listed('/sites/all', viewer)).toEqual(byName);
    const entries = await db().select().from(auditEntries).where(eq(auditEntries.action, 'managedSites.order'));
    expect(entries[0]).toMatchObject({ userId: admin.id, details: { siteIds: [plant, 999_999, depot] } });
    await db().delete(sites).where(eq(sites.id, depot));
  });
});

describe('an archived site', () => {
  it('counts in changes of access: nobody gives there what they do not hold', async () => {
    const { farm } = server.siteIds;
    const role = await aRole(db(), { entries: { [farm]: { 'VIEW:TEXTURED': true } } });
    const helpdesk = await aPerson(server, { allowed: ADMINISTRATION_TOKENS });
    const other = await aPerson(server);
    const give = () =>
      helpdesk.ask('PUT', `/permissions/roles/put/${role.id}`, { displayName: 'Wind', userList: [other.id] });
    expect((await give()).status).toBe(403);
    await admin.ask('POST', `/sites/manage/${farm}/archive`);
    expect((await give()).status).toBe(403);
    expect((await admin.ask('POST', `/sites/manage/${farm}/restore`)).status).toBe(200);
  });

  it('does not exist for anybody but those who manage it, until it is restored', async () => {
    const { plant } = server.siteIds;
    const viewer = await aPerson(server, { allowed: ['VIEW:TEXTURED', 'MOC:VIEW'] });
    const visitor = askAs(server, await aVisitor(server, plant));
    const seen = async (person: Pick<TestPerson, 'ask'>, token: string) => {
      const file = '/api/files/models/plant/textured/v1/tileset.json';
      const headers = { authorization: `Bearer ${token}` };
      return {
        sites: ((await person.ask('GET', '/sites/all')).body.sites ?? []).map(({ slug }: { slug: string }) => slug),
        models: ((await person.ask('GET', '/models/all')).body.models ?? []).length,
        file: (await server.app.inject({ url: file, headers })).statusCode,
        mocs: (await query(server, token, 'mocs.list', { siteId: plant })).status,
      };
    };
    const before = await seen(viewer, viewer.token);
    expect(before).toEqual({ sites: ['farm', 'plant'], models: 2, file: 200, mocs: 200 });
    expect((await visitor('GET', '/sites/all')).body.sites).toHaveLength(1);
    expect((await admin.ask('POST', `/sites/manage/${plant}/archive`)).body.site.archivedAt).toBe(
      server.clock.now().toISOString(),
    );
    for (const person of [viewer, admin])
      expect(await seen(person, person.token)).toMatchObject({ sites: ['farm'], models: 1, file: 404, mocs: 404 });
    expect((await visitor('GET', '/sites/all')).status).not.toBe(200);
    expect((await managed(admin)).map(({ slug }) => slug)).toContain('plant');
    expect(existsSync(join(server.filesDir, 'models/plant/textured/v1/tileset.json'))).toBe(true);

    expect((await admin.ask('POST', `/sites/manage/${plant}/restore`)).body.site.archivedAt).toBeNull();
    expect(await seen(viewer, viewer.token)).toEqual(before);
  });
});
