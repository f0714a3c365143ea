import { and, eq, isNull } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, rolePermissions, snapshots } from '@overlook/db/schema';
import { PLACES_MESSAGES } from '@overlook/shared/messages';
import { snapshotSchema } from '@overlook/shared/schemas';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { aPicture, BOOKMARK, readPicture, savePlace, uploadPicture } from '../../testing/places.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const GONE = { status: 404, body: { error: 'There is no such Place.', code: 'NOT_FOUND' } };

describe.each(kinds)('Places on $name', ({ open }) => {
  let server: TestServer;
  let owner: TestPerson;
  let colleague: TestPerson;
  /** A person who may view the other site only. */
  let stranger: TestPerson;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
    const { plant, farm } = server.siteIds;
    const viewer = (name: string, ...siteIds: number[]) =>
      aPerson(server, {
        name,
        entries: Object.fromEntries(siteIds.map((id) => [id, { 'VIEW:TEXTURED': true } as const])),
      });
    owner = await viewer('Olive', plant, farm);
    colleague = await viewer('Colin', plant);
    stranger = await viewer('Sam', farm);
  });
  afterAll(() => server.close());

  const idsOf = async (person: TestPerson, input: object = {}) =>
    ((await query(server, person.token, 'snapshots.user', input)).body['snapshots'] as { id: number }[]).map(
      ({ id }) => id,
    );

  it('are listed to their owner alone, newest first, of one site or all', async () => {
    const first = await savePlace(server, owner);
    const atFarm = await savePlace(server, owner, { siteId: server.siteIds.farm });
    const last = await savePlace(server, owner);
    expect((await idsOf(owner)).slice(0, 3)).toEqual([last['id'], atFarm['id'], first['id']]);
    expect(await idsOf(owner, { siteId: server.siteIds.farm })).toEqual([atFarm['id']]);
    expect(await idsOf(colleague)).toEqual([]);
    const { body } = await owner.ask('GET', `/snapshots/user?siteId=${server.siteIds.farm}`);
    expect(body['snapshots']).toMatchObject([
      { id: atFarm['id'], takenBy: expect.stringMatching(/^Olive /), isOwn: true },
    ]);
  });

  it('are a thousand at most that are not archived, for each person', async () => {
    const { db } = server.database;
    const keen = await aPerson(server, { entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true } } });
    const first = await savePlace(server, keen);
    const row = { siteId: server.siteIds.plant, name: 'View', bookmark: BOOKMARK, createdBy: keen.id };
    await db.insert(snapshots).values(Array.from({ length: 998 }, () => row));
    await savePlace(server, keen);
    const input = { siteId: server.siteIds.plant, name: 'One more', data: { bookmark: BOOKMARK } };
    const sentence = 'You have 1,000 Places, as many as one person may. Archive some of them first.';
    const refused = { status: 400, body: { error: sentence, code: 'INVALID_INPUT' } };
    expect(await mutate(server, keen.token, 'snapshots.create', input)).toMatchObject(refused);
    const id = first['id'];
    await mutate(server, keen.token, 'snapshots.archive', { id });
    expect((await mutate(server, keen.token, 'snapshots.create', input)).status).toBe(200);
    expect(await mutate(server, keen.token, 'snapshots.restore', { id })).toMatchObject(refused);
    await savePlace(server, owner);
  });

  it('keep the camera and the whole view', async () => {
    const view = {
      link: 'site=plant&camera=1,2,3&layer=3',
      projection: 'utm',
      units: 'imperial',
      quality: 'balanced',
      objects: {
        modelPath: '/x',
        selected: [{ id: 4, features: [1, 5] }],
        isolated: null,
        hidden: [[2, 2]],
        colours: null,
      },
    };
    const { id } = await savePlace(server, owner, { data: { bookmark: BOOKMARK, view } });
    const { body } = await colleague.ask('GET', `/snapshots/${id}`);
    expect(snapshotSchema.strict().parse(body['snapshot'])).toMatchObject({
      data: { bookmark: BOOKMARK, view },
      isOwn: false,
    });
  });

  it('are accepted in the form of older clients', async () => {
    const upload = await uploadPicture(server, owner, await aPicture(40, 30));
    const { uuid, imageHash } = upload.body;
    const older = { siteId: server.siteIds.plant, name: 'Old', filename: uuid, imageHash, imageType: 'snapshot' };
    const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/x-www-form-urlencoded' };
    const payload = JSON.stringify({ ...older, data: { bookmark: BOOKMARK } });
    const answer = await server.app.inject({ method: 'POST', url: '/api/snapshots', headers, payload });
    expect(answer.json()).toMatchObject({
      status: 'success',
      snapshot: { ...older, siteId: server.siteIds.plant, data: { bookmark: BOOKMARK, view: null } },
    });
  });

  it('do not exist for those who may not view their site, not even their owner', async () => {
    const { id } = await savePlace(server, owner);
    expect(await stranger.ask('GET', `/snapshots/${id}`)).toEqual(GONE);
    expect(await owner.ask('GET', '/snapshots/2147483647')).toEqual(GONE);
    const former = await aPerson(server, { entries: { [server.siteIds.plant]: { 'VIEW:CAD': true } } });
    const own = await savePlace(server, former);
    const { db } = server.database;
    await db.update(rolePermissions).set({ allowed: false }).where(eq(rolePermissions.roleId, former.roleId));
    server.forgetPermissions();
    expect(await former.ask('GET', `/snapshots/${own['id']}`)).toEqual(GONE);
    expect(await idsOf(former)).toEqual([]);
    for (const path of ['archive', 'delete'])
      expect(await former.ask('GET', `/snapshots/${path}/${own['id']}`)).toEqual(GONE);
    const again = { siteId: server.siteIds.plant, name: 'x', data: { bookmark: BOOKMARK } };
    expect((await former.ask('POST', '/snapshots', again)).status).toBe(404);
    expect((await owner.ask('POST', '/snapshots', { ...again, siteId: 2_147_483_647 })).status).toBe(404);
  });

  it('are changed by their owner alone', async () => {
    const { id } = await savePlace(server, owner);
    const admin = await server.token(server.people.admin);
    for (const token of [colleague.token, stranger.token, admin])
      for (const verb of ['update', 'archive', 'restore', 'delete'])
        expect(await mutate(server, token, `snapshots.${verb}`, { id, name: 'Mine' })).toEqual(GONE);
    const renamed = await owner.ask('POST', `/snapshots/${id}`, { name: 'South tank' });
    expect(renamed).toMatchObject({ status: 200, body: { status: 'success', snapshot: { name: 'South tank' } } });
    const described = await owner.ask('POST', `/snapshots/${id}`, { description: 'Rust' });
    expect(described.body['snapshot']).toMatchObject({ name: 'South tank', description: 'Rust' });
  });

  it('are archived, then closed to others with a sentence, and restored', async () => {
    const { id } = await savePlace(server, owner);
    expect((await owner.ask('GET', `/snapshots/archive/${id}`)).body).toMatchObject({ snapshot: { archived: true } });
    expect(await idsOf(owner)).not.toContain(id);
    expect((await owner.ask('GET', `/snapshots/${id}`)).body['snapshot']).toMatchObject({ archived: true });
    expect(await colleague.ask('GET', `/snapshots/${id}`)).toEqual({
      status: 404,
      body: { error: 'This Place has been archived.', code: 'ARCHIVED' },
    });
    expect(await stranger.ask('GET', `/snapshots/${id}`)).toEqual(GONE);
    expect((await mutate(server, owner.token, 'snapshots.restore', { id })).status).toBe(200);
    expect(await idsOf(owner)).toContain(id);
    expect((await colleague.ask('GET', `/snapshots/${id}`)).status).toBe(200);
  });

  it('are deleted once, with their picture, also by two calls at once', async () => {
    const { body } = await uploadPicture(server, owner, await aPicture());
    const { id } = await savePlace(server, owner, { filename: body['uuid'] });
    expect((await readPicture(server, colleague, `${body['uuid']}/large`)).statusCode).toBe(200);
    const answers = await Promise.all([1, 2].map(() => owner.ask('GET', `/snapshots/delete/${id}`)));
    expect(answers.sort((a, b) => a.status - b.status)).toEqual([{ status: 200, body: { status: 'success' } }, GONE]);
    expect(await owner.ask('GET', `/snapshots/${id}`)).toEqual(GONE);
    expect((await readPicture(server, owner, `${body['uuid']}/large`)).statusCode).toBe(404);
  });

  it('are audited, with person, action and Place, also when refused', async () => {
    const { id } = await savePlace(server, owner, { name: 'Seen' });
    await owner.ask('POST', `/snapshots/${id}`, { name: 'Renamed' });
    await owner.ask('GET', `/snapshots/archive/${id}`);
    await mutate(server, owner.token, 'snapshots.restore', { id });
    await colleague.ask('GET', `/snapshots/delete/${id}`);
    await owner.ask('GET', `/snapshots/delete/${id}`);
    const { db } = server.database;
    const isOfPlace = eq(auditEntries.subject, `snapshot:${id}`);
    const done = await db
      .select()
      .from(auditEntries)
      .where(and(isOfPlace, isNull(auditEntries.refusal)))
      .orderBy(auditEntries.id);
    expect(done.map(({ action, userId, details }) => [action, userId, details['name']])).toEqual([
      ['snapshots.create', owner.id, 'Seen'],
      ['snapshots.update', owner.id, 'Seen'],
      ['snapshots.archive', owner.id, 'Renamed'],
      ['snapshots.restore', owner.id, 'Renamed'],
      ['snapshots.delete', owner.id, 'Renamed'],
    ]);
    const [refused] = await db
      .select()
      .from(auditEntries)
      .where(and(isOfPlace, eq(auditEntries.refusal, 'NOT_FOUND')));
    expect(refused).toMatchObject({ action: 'snapshots.delete', userId: colleague.id });
  });

  describe('with a picture', () => {
    it('make one Place when the same save is sent again, with the name that was sent last', async () => {
      const { uuid } = (await uploadPicture(server, owner, await aPicture(40, 30))).body;
      const save = { filename: uuid, guid: crypto.randomUUID() };
      const [first, second] = await Promise.all([1, 2].map(() => savePlace(server, owner, save)));
      expect(first).toEqual(second);
      const renamed = await savePlace(server, owner, { ...save, name: 'Typed later' });
      expect(renamed).toEqual({ ...first, name: 'Typed later' });
      const { guid } = save;
      expect(await savePlace(server, colleague, { guid })).not.toMatchObject({ id: first!['id'] });
      const other = { siteId: server.siteIds.plant, name: 'Other', filename: uuid, data: { bookmark: BOOKMARK } };
      expect(await owner.ask('POST', '/snapshots', other)).toMatchObject({
        status: 400,
        body: { fields: { filename: expect.any(String) } },
      });
    });

    it('refuse an id with which a Place at another site was saved', async () => {
      const guid = crypto.randomUUID();
      await savePlace(server, owner, { guid });
      const elsewhere = { siteId: server.siteIds.farm, guid, name: 'x', data: { bookmark: BOOKMARK } };
      const { status, body } = await owner.ask('POST', '/snapshots', elsewhere);
      expect([status, body['error']]).toEqual([409, PLACES_MESSAGES['place.guidTaken']]);
    });

    it('refuse one of another person, for another site, or that does not exist', async () => {
      const { uuid } = (await uploadPicture(server, colleague, await aPicture(40, 30))).body;
      const atFarm = (await uploadPicture(server, owner, await aPicture(40, 30), { siteId: server.siteIds.farm })).body[
        'uuid'
      ];
      for (const filename of [uuid, atFarm, '11111111-1111-4111-8111-111111111111']) {
        const place = { siteId: server.siteIds.plant, name: 'x', filename, data: { bookmark: BOOKMARK } };
        expect(await owner.ask('POST', '/snapshots', place)).toMatchObject({
          status: 400,
          body: { fields: { filename: expect.any(String) } },
        });
      }
      // It still exists for its owner.
      expect((await savePlace(server, colleague, { filename: uuid }))['filename']).toBe(uuid);
    });
  });

  describe('with bad input', () => {
    const create = (place: object) =>
      owner.ask('POST', '/snapshots', { siteId: server.siteIds.plant, name: 'x', ...place });
    const { direction: _, ...directionless } = BOOKMARK;

    it.each([
      ['no bookmark', { data: {} }, 'data.bookmark'],
      ['no data', {}, 'data'],
      ['a bookmark without direction', { data: { bookmark: directionless } }, 'data.bookmark.direction'],
      [
        'NaN, which JSON writes as null',
        { data: { bookmark: { ...BOOKMARK, up: { x: NaN, y: 0, z: 0 } } } },
        'data.bookmark.up.x',
      ],
      ['a number as text', { data: { bookmark: { ...BOOKMARK, up: { x: '1', y: 0, z: 0 } } } }, 'data.bookmark.up.x'],
      ['a short transform', { data: { bookmark: { ...BOOKMARK, transform: [1, 2] } } }, 'data.bookmark.transform'],
      [
        'a frustum turned inside out',
        { data: { bookmark: { ...BOOKMARK, frustum: { near: -1, far: 5 } } } },
        'data.bookmark.frustum.near',
      ],
      ['a file name that is a path', { filename: '../../secret', data: { bookmark: BOOKMARK } }, 'filename'],
      ['an empty name', { name: ' ', data: { bookmark: BOOKMARK } }, 'name'],
      ['a name of 101 letters', { name: 'x'.repeat(101), data: { bookmark: BOOKMARK } }, 'name'],
      ['a name that turns direction', { name: 'gnp.\u202Ekcart', data: { bookmark: BOOKMARK } }, 'name'],
    ])('refuse %s and name the field', async (_what, place, field) => {
      const { status, body } = await create(place);
      expect({ status, code: body['code'], fields: Object.keys(body['fields']) }).toEqual({
        status: 400,
        code: 'INVALID_INPUT',
        fields: [field],
      });
    });

    it('refuse NaN that is written out', async () => {
      const payload = JSON.stringify({ siteId: 1, name: 'x', data: { bookmark: BOOKMARK } }).replace(
        '"near":1',
        '"near":NaN',
      );
      const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/json' };
      const answer = await server.app.inject({ method: 'POST', url: '/api/snapshots', headers, payload });
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'INVALID_INPUT']);
    });

    it('keep HTML in names as the text that it is', async () => {
      const name = '<img src=x onerror=alert(1)>';
      expect((await savePlace(server, owner, { name }))['name']).toBe(name);
    });

    it('fail only with a refusal, and store nothing then', async () => {
      const { db } = server.database;
      const before = await db.$count(snapshots);
      const part = fc.constantFrom('position', 'direction', 'up', 'right', 'transform', 'frustum');
      await fc.assert(
        fc.asyncProperty(part, fc.anything({ withBigInt: false, withNullPrototype: false }), async (key, value) => {
          const bad = JSON.parse(JSON.stringify({ ...BOOKMARK, [key]: [value] })) as object;
          const { status } = await create({ data: { bookmark: bad } });
          expect(status).toBe(400);
        }),
        { numRuns: 60 },
      );
      expect(await db.$count(snapshots)).toBe(before);
    });
  });
});
