import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { asc, eq } from 'drizzle-orm';
import { auditEntries, mocs } from '@overlook/db/schema';
import { enuFrame, transformPoint, type Vec3 } from '@overlook/shared/maths';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const SITE = enuFrame({ longitude: 138.5, latitude: -35, height: 30 });
const GUID = '0d3f6a52-9a5e-4a43-8f4c-7a2b1c0d9e8f';

let server: TestServer;
let ada: TestPerson;
let grace: TestPerson;
let place: { siteId: number; id: number };
beforeAll(async () => {
  server = await startTestServer();
  const seen = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true, 'MOC:UPDATE': true } as const;
  ada = await aPerson(server, { name: 'Ada', entries: { [server.siteIds.plant]: seen } });
  grace = await aPerson(server, { name: 'Grace', entries: { [server.siteIds.plant]: seen } });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database;
  const siteId = server.siteIds.plant;
  const [row] = await db.insert(mocs).values({ siteId, name: 'Tie-in', documentNumber: 'MOC-9' }).returning();
  place = { siteId, id: row!.id };
});

const call = (who: TestPerson, procedure: string, input: object) =>
  mutate(server, who.token, procedure, { ...place, ...input });
const now = async () => (await query(server, ada.token, 'mocs.get', place)).body['moc'];
const actions = async () => {
  const subject = eq(auditEntries.subject, `moc:${place.id}`);
  const rows = await server.database.db.select().from(auditEntries).where(subject).orderBy(asc(auditEntries.id));
  return rows.filter(({ refusal }) => refusal === null).map(({ action }) => action);
};
const anArea = (fields: object) => ({
  name: 'Laydown',
  bottomHeight: 0,
  topHeight: 5,
  points: (
    [
      [0, 0, 0],
      [20, 0, 0],
      [20, 9, 0],
    ] as Vec3[]
  ).map((corner, position) => {
    const [x, y, z] = transformPoint(SITE.ecefFromEnu, corner);
    return { id: `p${position}`, name: '', position, x, y, z };
  }),
  ...fields,
});

it('an edit that is sent again does not conflict with itself, but with that of another person', async () => {
  const edit = (name: string, version = 1) => call(ada, 'mocs.update', { moc: { name }, version, saveGuid: GUID });
  expect((await edit('Mine')).status).toBe(200);
  expect((await edit('Mine')).body['moc']).toMatchObject({ name: 'Mine', version: 2 });
  expect((await edit('Mine, longer')).body['moc']).toMatchObject({ name: 'Mine, longer', version: 3 });
  expect(await actions()).toEqual(['mocs.update', 'mocs.update']);
  expect((await call(grace, 'mocs.update', { moc: { name: 'Hers' }, version: 3 })).status).toBe(200);
  const late = await edit('Mine, longest');
  expect([late.status, late.body['error']]).toEqual([409, expect.stringMatching(/^Grace .* changed this MOC/)]);
  expect(await now()).toMatchObject({ name: 'Hers', version: 4 });
});

it('a new area that is sent again is added once, with the last drawn corners', async () => {
  const first = await call(ada, 'mocs.saveArea', anArea({ newUuid: GUID }));
  const again = await call(ada, 'mocs.saveArea', anArea({ newUuid: GUID }));
  expect(again.body).toEqual(first.body);
  await call(ada, 'mocs.saveArea', anArea({ newUuid: GUID, topHeight: 9 }));
  const { polygons } = await now();
  expect(Object.keys(polygons)).toEqual([GUID]);
  expect(polygons[GUID]).toMatchObject({ topHeight: 9 });
  expect(await actions()).toEqual(['mocs.saveArea', 'mocs.saveArea']);

  const { siteId } = place;
  const [other] = await server.database.db
    .insert(mocs)
    .values({ siteId, name: 'Other', documentNumber: 'MOC-10' })
    .returning();
  const elsewhere = await mutate(server, ada.token, 'mocs.saveArea', {
    ...anArea({ newUuid: GUID }),
    siteId,
    id: other!.id,
  });
  expect([elsewhere.status, elsewhere.body['error']]).toEqual([409, 'Another area has this UUID.']);
});

it('an edited area that is sent again does not conflict with itself', async () => {
  const { area } = (await call(ada, 'mocs.saveArea', anArea({}))).body;
  const edit = (topHeight: number) =>
    call(ada, 'mocs.saveArea', anArea({ uuid: area.uuid, topHeight, version: 2, saveGuid: GUID }));
  expect([(await edit(7)).status, (await edit(8)).status]).toEqual([200, 200]);
  expect((await now()).polygons[area.uuid]).toMatchObject({ topHeight: 8 });
  await call(grace, 'mocs.saveArea', anArea({ uuid: area.uuid, topHeight: 3 }));
  expect((await edit(9)).status).toBe(409);
});

it('a comment that is sent again is added once and sends each mail once', async () => {
  const say = (body: string, mentions: number[] = [], who = ada) =>
    call(who, 'mocs.addComment', { guid: GUID, body, mentions });
  const answers = await Promise.all([1, 2].map(() => say('Check this', [grace.id])));
  expect(answers[0]!.body).toEqual(answers[1]!.body);
  await say('Check this, please', [grace.id]);
  const { comments } = (await query(server, ada.token, 'mocs.comments', place)).body;
  expect(comments).toMatchObject([{ body: 'Check this, please', mentions: [{ id: grace.id }] }]);
  expect(await mailsTo(server, grace.email)).toHaveLength(1);
  expect(await actions()).toEqual(['mocs.addComment', 'mocs.addComment']);
  const theirs = await say('Mine', [], grace);
  expect([theirs.status, theirs.body['error']]).toEqual([409, 'Another comment on this MOC has this GUID.']);
});

it('a comment that is removed again stays removed, and is no error', async () => {
  const { comment } = (await call(ada, 'mocs.addComment', { body: 'No' })).body;
  const remove = () => call(ada, 'mocs.removeComment', { commentId: comment.id });
  expect([(await remove()).status, (await remove()).status]).toEqual([200, 200]);
  expect((await call(grace, 'mocs.removeComment', { commentId: comment.id })).status).toBe(404);
  expect(await actions()).toEqual(['mocs.addComment', 'mocs.removeComment']);
});
