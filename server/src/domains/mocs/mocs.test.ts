import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { attachments, auditEntries, mocAreas, mocPois, mocs } from '@overlook/db/schema';
import { enuFrame, llaToEcef, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { aPerson, askAs, mutate, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const ORIGIN = { longitude: 138.5, latitude: -35, height: 30 };
const SITE = enuFrame(ORIGIN);

let server: TestServer;
let editor: TestPerson;
let viewer: TestPerson;
let siteId: number;
beforeAll(async () => {
  server = await startTestServer();
  siteId = server.siteIds.plant;
  const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;
  const all = { ...seen, 'MOC:CREATE': true, 'MOC:UPDATE': true, 'MOC:DELETE': true } as const;
  editor = await aPerson(server, { name: 'Ada', answers: { [siteId]: all } });
  viewer = await aPerson(server, { name: 'Vic', answers: { [siteId]: seen } });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.delete(mocs);
});

const poiAt = (pointEnu: Vec3, place = ORIGIN) => {
  const [x, y, z] = transformPoint(SITE.toEcef, pointEnu);
  return { longitude: place.longitude, latitude: place.latitude, altitude: place.height, x, y, z };
};
const POI = poiAt([1, 2, 3]);
const aMoc = (fields: object = {}) => ({
  moc: { name: 'New flare tip', documentNumber: 'MOC-1', ...fields },
  poi: POI,
});
const create = async (fields: object = {}, more: object = {}) =>
  (await editor.ask('POST', `/sites/${siteId}/mocs`, { ...aMoc(fields), ...more })).body;
const list = async (who = viewer) => (await who.ask('GET', `/sites/${siteId}/mocs/pois`)).body['mocs'];

const L_SHAPE: Vec3[] = [
  [0, 0, 1],
  [20, 0, 0],
  [20, 5, 0],
  [5, 5, 0],
  [5, 20, 0],
  [0, 20, 0],
];
const anArea = (corners: readonly Vec3[] = L_SHAPE, fields: object = {}) => ({
  name: 'Laydown',
  bottomHeight: 0,
  topHeight: 5,
  points: corners.map((corner, position) => {
    const [x, y, z] = transformPoint(SITE.toEcef, corner);
    return { id: `p${position}`, name: `Point ${position + 1}`, position, x, y, z };
  }),
  ...fields,
});

describe('a change', () => {
  it('is created, listed, edited, archived and restored', async () => {
    const made = await create({ description: '<p>Because</p>', siteID: siteId });
    expect(made).toMatchObject({
      status: 'success',
      moc: {
        name: 'New flare tip',
        description: '<p>Because</p>',
        documentNumber: 'MOC-1',
        state: 'proposed',
        siteID: siteId,
        data: { bookmark: null, measurements: null },
        pois: [POI],
        attachments: [],
        polygons: {},
        archived: false,
        createdBy: expect.stringMatching(/^Ada /),
        version: 1,
      },
    });
    const { id } = made['moc'];
    expect(await list()).toEqual([made['moc']]);
    const path = `/sites/${siteId}/mocs/${id}`;
    const elsewhere = poiAt([50, 60, 3]);
    const saved = await editor.ask('POST', path, {
      moc: { state: 'approved', version: 1 },
      poi: elsewhere,
      version: 1,
    });
    const expected = { ...made['moc'], state: 'approved', pois: [elsewhere], version: 2 };
    expect(saved).toMatchObject({ status: 200, body: { moc: expected } });
    expect((await query(server, viewer.token, 'mocs.get', { siteId, id })).body['moc']).toEqual(saved.body['moc']);

    expect((await editor.ask('GET', `/sites/${siteId}/mocs/delete/${id}`)).body).toMatchObject({
      status: 'success',
      moc: { archived: true },
    });
    expect(await list()).toEqual([]);
    expect((await query(server, viewer.token, 'mocs.get', { siteId, id })).body['moc'].archived).toBe(true);
    const late = await editor.ask('POST', path, { moc: { state: 'completed' } });
    expect([late.status, late.body['error']]).toEqual([409, 'This MOC is archived. Restore it to change it.']);
    expect((await mutate(server, editor.token, 'mocs.restore', { siteId, id })).status).toBe(200);
    expect(await list()).toMatchObject([{ id, archived: false, state: 'approved', version: 4 }]);
  });

  it('is added once by calls with one GUID, which other people cannot use then', async () => {
    const guid = '0d3f6a52-9a5e-4a43-8f4c-7a2b1c0d9e8f';
    const [file] = await server.database.db
      .insert(attachments)
      .values({ filename: 'a.pdf', mediaType: 'application/pdf', sizeBytes: 1, sha256: 'x', uploadedBy: editor.id })
      .returning();
    const body = { ...aMoc(), guid, attachmentUUIDs: [file!.uuid] };
    const path = `/sites/${siteId}/mocs`;
    const answers = await Promise.all([1, 2].map(() => editor.ask('POST', path, body)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers[0]!.body).toEqual(answers[1]!.body);
    expect(await list()).toMatchObject([{ attachments: [{ filename: 'a.pdf' }] }]);
    const other = await aPerson(server, {
      answers: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:CREATE': true } },
    });
    const theirs = await other.ask('POST', path, { ...aMoc(), guid });
    expect([theirs.status, theirs.body['error']]).toEqual([409, 'Another MOC of this site has this GUID.']);
  });

  it('that two people archive at once is archived once', async () => {
    const { id } = (await create())['moc'];
    const both = await Promise.all([1, 2].map(() => editor.ask('GET', `/sites/${siteId}/mocs/delete/${id}`)));
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await actionsOf(id)).toEqual(['mocs.create', 'mocs.archive']);
  });

  it('is recorded field by field in the audit, and not when nothing was changed', async () => {
    const { id } = (await create({ description: '<p>Old</p>' }))['moc'];
    const path = `/sites/${siteId}/mocs/${id}`;
    const long = 'x'.repeat(2000);
    await editor.ask('POST', path, { moc: { name: 'Other name', description: `<p>${long}</p>` } });
    await editor.ask('POST', path, { moc: { name: 'Other name' }, poi: POI });
    const entries = await entriesOf(id);
    expect(entries.map(({ action }) => action)).toEqual(['mocs.create', 'mocs.update']);
    expect(entries[1]!.details).toMatchObject({
      siteId,
      name: 'New flare tip',
      changes: [
        { field: 'name', before: 'New flare tip', after: 'Other name' },
        { field: 'description', before: 'Old', after: `${'x'.repeat(499)}…` },
      ],
    });
  });

  it('is hidden in the audit log from people who may not see it', async () => {
    const { id } = (await create({ name: 'Secret' }))['moc'];
    const auditor = await aPerson(server, { allowed: ['USERS:VIEW'] });
    const admin = askAs(server, await server.token(server.people.admin));
    const told = async (ask: TestPerson['ask']) => (await ask('GET', `/audit?subject=moc:${id}`)).body['entries'];
    expect(await told(admin)).toMatchObject([{ action: 'mocs.create', details: { name: 'Secret' } }]);
    expect(await told(auditor.ask)).toMatchObject([{ action: 'mocs.create', details: {} }]);
    expect(JSON.stringify(await told(auditor.ask))).not.toContain('Secret');
  });

  it('is not overwritten by the second of two editors, who is told the other editor and the time, and can load the newer text', async () => {
    const { id } = (await create())['moc'];
    const other = await aPerson(server, {
      name: 'Grace',
      answers: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:UPDATE': true } },
    });
    const path = `/sites/${siteId}/mocs/${id}`;
    expect((await other.ask('POST', path, { moc: { name: 'Newer' }, version: 1 })).status).toBe(200);
    const late = await editor.ask('POST', path, { moc: { name: 'Mine' }, version: 1 });
    expect(late.status).toBe(409);
    expect(late.body['error']).toMatch(/^Grace .* changed this MOC on 2026-11-21 08:00 UTC\. Nothing was saved\./);
    expect((await query(server, editor.token, 'mocs.get', { siteId, id })).body['moc']).toMatchObject({
      name: 'Newer',
      version: 2,
    });
  });

  it.each([
    ['no name', { moc: { documentNumber: 'x' } }, 'moc.name'],
    ['no document number', { moc: { name: 'x' } }, 'moc.documentNumber'],
    ['an unknown state', aMoc({ state: 'burning' }), 'moc.state'],
    ['another site', aMoc({ siteID: 1_000_000 }), 'moc.siteID'],
    [
      'a bookmark without direction',
      aMoc({ data: { bookmark: { position: { x: 1, y: 2, z: 3 } } } }),
      'moc.data.bookmark.direction',
    ],
    ['a position at the centre of the earth', { ...aMoc(), poi: { ...POI, x: 0, y: 0, z: 0 } }, 'poi'],
    ['degrees of another place', { ...aMoc(), poi: { ...POI, latitude: -34.9 } }, 'poi'],
    [
      'an upload that is not there',
      { ...aMoc(), attachmentUUIDs: ['8b7d5c9e-28c2-4f5c-93a1-0f6f3b9c1d55'] },
      'attachmentUUIDs',
    ],
  ])('with %s is refused and stored not at all', async (_, body, field) => {
    const answer = await editor.ask('POST', `/sites/${siteId}/mocs`, { poi: POI, ...body });
    expect(answer.status).toBe(400);
    expect(Object.keys(answer.body['fields'])).toContain(field);
    expect(await server.database.db.select().from(mocs)).toEqual([]);
  });

  it('at another place of the earth is refused', async () => {
    const place = { longitude: 4.1, latitude: 51.9, height: 5 };
    const [x, y, z] = llaToEcef(place);
    const poi = { longitude: 4.1, latitude: 51.9, altitude: 5, x, y, z };
    const answer = await editor.ask('POST', `/sites/${siteId}/mocs`, { ...aMoc(), poi });
    expect(answer.body['fields']).toEqual({ poi: 'This position is not at this site.' });
  });

  it('is for those who may see the site; of another site it does not exist', async () => {
    const { id } = (await create())['moc'];
    const { farm } = server.siteIds;
    const stranger = await aPerson(server, { allowed: ['MOC:VIEW', 'MOC:UPDATE'] });
    expect((await stranger.ask('GET', `/sites/${siteId}/mocs/pois`)).status).toBe(404);
    const admin = await server.token(server.people.admin);
    expect((await query(server, admin, 'mocs.get', { siteId: farm, id })).status).toBe(404);
    expect((await mutate(server, admin, 'mocs.update', { siteId: farm, id, moc: { name: 'x' } })).status).toBe(404);
    expect((await mutate(server, admin, 'mocs.archive', { siteId: farm, id })).status).toBe(404);
    expect((await viewer.ask('POST', `/sites/${siteId}/mocs/${id}`, { moc: { name: 'x' } })).status).toBe(404);
  });
});

describe('attachments', () => {
  const anUpload = async (uploadedBy: number, filename = 'plan.pdf') => {
    const [row] = await server.database.db
      .insert(attachments)
      .values({ filename, mediaType: 'application/pdf', sizeBytes: 12, sha256: 'x', uploadedBy })
      .returning();
    return row!.uuid;
  };

  it('are the caller’s own uploads, which a save binds to the change', async () => {
    const [first, second] = [await anUpload(editor.id), await anUpload(editor.id, 'more.pdf')];
    const { id, attachments: files } = (await create({}, { attachmentUUIDs: [first] }))['moc'];
    expect(files).toMatchObject([{ uuid: first, filename: 'plan.pdf', mediaType: 'application/pdf', sizeBytes: 12 }]);
    const path = `/sites/${siteId}/mocs/${id}`;
    const saved = await editor.ask('POST', path, { moc: {}, attachmentUUIDs: [first, second, second] });
    expect(saved.body['moc'].attachments.map(({ uuid }: { uuid: string }) => uuid)).toEqual([first, second]);
    expect((await entriesOf(id)).at(-1)!.details).toMatchObject({
      changes: [{ field: 'attachments', before: 'plan.pdf', after: 'plan.pdf, more.pdf' }],
    });
  });

  it('are removed by a save, and kept when it is refused', async () => {
    const uuids = [await anUpload(editor.id), await anUpload(editor.id, 'more.pdf')];
    const { id } = (await create({}, { attachmentUUIDs: uuids }))['moc'];
    const path = `/sites/${siteId}/mocs/${id}`;
    const body = { moc: {}, removedAttachmentUUIDs: [uuids[0]] };
    expect((await editor.ask('POST', path, { ...body, version: 7 })).status).toBe(409);
    expect((await list())[0].attachments).toHaveLength(2);
    for (const _again of [1, 2])
      expect((await editor.ask('POST', path, body)).body['moc'].attachments).toMatchObject([{ filename: 'more.pdf' }]);
    const other = (await create())['moc'];
    const elsewhere = { moc: {}, removedAttachmentUUIDs: [uuids[1]] };
    expect((await editor.ask('POST', `/sites/${siteId}/mocs/${other.id}`, elsewhere)).status).toBe(200);
    expect((await list()).find((moc: { id: number }) => moc.id === id).attachments).toHaveLength(1);
  });

  it('of another person or of another change are refused, and nothing of the save is stored', async () => {
    const theirs = await anUpload(viewer.id);
    const taken = await anUpload(editor.id);
    await create({}, { attachmentUUIDs: [taken] });
    for (const uuid of [theirs, taken]) {
      const answer = await editor.ask('POST', `/sites/${siteId}/mocs`, { ...aMoc(), attachmentUUIDs: [uuid] });
      expect([answer.status, answer.body['fields']]).toEqual([
        400,
        { attachmentUUIDs: 'There is no such attachment.' },
      ]);
    }
    expect(await list()).toHaveLength(1);
  });
});

describe('an area', () => {
  const save = async (id: number, body: object, who = editor) =>
    who.ask('POST', `/sites/${siteId}/mocs/${id}/area`, body);

  it('is added, changed, archived and restored, and each action is recorded in the audit', async () => {
    const { id } = (await create())['moc'];
    const added = await save(id, anArea(L_SHAPE, { colour: '#FF0000' }));
    expect(added.status).toBe(200);
    const { area } = added.body;
    expect(area).toMatchObject({ name: 'Laydown', type: 'polygon', capped: true, colour: '#FF0000', archived: false });
    expect(area.points).toHaveLength(6);
    expect(added.body['moc']).toMatchObject({ version: 2, polygons: { [area.uuid]: area } });
    const reversed = anArea(L_SHAPE, { uuid: area.uuid, name: 'Laydown', topHeight: 7, capped: false, version: 2 });
    const changed = await save(id, { ...reversed, points: reversed.points.toReversed() });
    expect(changed.body['area']).toMatchObject({ uuid: area.uuid, topHeight: 7, capped: false, colour: null });
    expect(changed.body['area'].points).toEqual(area.points);
    expect((await save(id, { ...reversed, version: 2 })).status).toBe(409);

    const gone = await editor.ask('GET', `/sites/${siteId}/mocs/${id}/area/delete/${area.uuid}`);
    expect(gone.body['moc']).toMatchObject({ polygons: {}, version: 4 });
    expect((await save(id, anArea(L_SHAPE, { uuid: area.uuid }))).status).toBe(404);
    const input = { siteId, id, areaUuid: area.uuid };
    const back = await mutate(server, editor.token, 'mocs.restoreArea', input);
    expect(back.body['moc'].polygons[area.uuid]).toMatchObject({ archived: false, topHeight: 7 });
    const told = (await entriesOf(id)).slice(1).map(({ details }) => details['changes']);
    const [first, second] = ['6 corners, 0 m to 5 m, capped, #FF0000', '6 corners, 0 m to 7 m, open'];
    expect(told).toEqual([
      [{ field: 'area Laydown', before: null, after: first }],
      [{ field: 'area Laydown', before: first, after: second }],
      [{ field: 'area Laydown', before: second, after: null }],
      [{ field: 'area Laydown', before: null, after: second }],
    ]);
  });

  it('that two people archive at once is archived once', async () => {
    const { id } = (await create())['moc'];
    const { area } = (await save(id, anArea())).body;
    const path = `/sites/${siteId}/mocs/${id}/area/delete/${area.uuid}`;
    const both = await Promise.all([1, 2].map(() => editor.ask('GET', path)));
    expect(both.map(({ status, body }) => [status, body['moc'].version])).toEqual([
      [200, 3],
      [200, 3],
    ]);
    expect(await actionsOf(id)).toEqual(['mocs.create', 'mocs.saveArea', 'mocs.archiveArea']);
  });

  it.each<[string, object, Record<string, string>]>([
    ['two corners', anArea(L_SHAPE.slice(0, 2)), { points: 'An area needs at least 3 corners' }],
    [
      'edges that cross',
      anArea([L_SHAPE[0]!, L_SHAPE[2]!, L_SHAPE[1]!, L_SHAPE[4]!]),
      { points: 'The edges of an area cannot cross each other' },
    ],
    [
      'corners on one line',
      anArea([
        [0, 0, 0],
        [1, 1, 0],
        [2, 2, 5],
      ]),
      { points: 'The corners of an area cannot lie on one line' },
    ],
    [
      'its top below its bottom',
      anArea(L_SHAPE, { bottomHeight: 6 }),
      { topHeight: 'The top of an area lies above its bottom' },
    ],
    [
      'a corner far away',
      anArea([...L_SHAPE, [-200_000, 5, 0]]),
      { 'points.6': 'A corner of this area is not at this site' },
    ],
    ['a colour that is none', anArea(L_SHAPE, { colour: 'red' }), { colour: 'A colour has the form #rrggbb' }],
    ['no name', anArea(L_SHAPE, { name: ' ' }), { name: 'Enter a name for the area' }],
  ])('with %s is refused', async (_, body, fields) => {
    const { id } = (await create())['moc'];
    const answer = await save(id, body);
    expect(answer).toMatchObject({ status: 400, body: { fields } });
    expect(await server.database.db.select().from(mocAreas)).toEqual([]);
  });

  it('with ten thousand corners is refused', async () => {
    const { id } = (await create())['moc'];
    const many = Array.from({ length: 5000 }, (_, i): Vec3 => [50 * Math.cos(i / 800), 50 * Math.sin(i / 800), 0]);
    expect((await save(id, anArea(many))).body['fields']).toEqual({ points: 'An area has at most 1000 corners' });
  });
});

describe('rows that do not fit', () => {
  it('are left out, and the change is listed', async () => {
    const { db } = server.database;
    const { id } = (await create())['moc'];
    await db.update(mocs).set({ bookmark: { position: 5 } as never, measurements: [] as never });
    await db.update(mocPois).set({ latitude: 400 }).where(eq(mocPois.mocId, id));
    await db.insert(mocAreas).values({ mocId: id, name: '', bottomHeight: 0, topHeight: 1, points: 'none' as never });
    expect(await list()).toMatchObject([{ id, data: { bookmark: null, measurements: null }, pois: [], polygons: {} }]);
  });
});

async function entriesOf(id: number) {
  const entries = await server.database.db
    .select()
    .from(auditEntries)
    .where(eq(auditEntries.subject, `moc:${id}`))
    .orderBy(auditEntries.id);
  return entries.filter(({ refusal }) => refusal === null);
}

const actionsOf = async (id: number) => (await entriesOf(id)).map(({ action }) => action);
