import { afterAll, beforeAll, expect, it } from 'vitest';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { mails, mocs } from '@overlook/db/schema';
import { MAILS_IN_WINDOW } from '@overlook/shared/config';

const SEEN = { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } as const;

let server: TestServer;
let moc: { siteId: number; id: number };
let ada: TestPerson;
let vic: TestPerson;
let judge: TestPerson;
let stranger: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  const siteId = server.siteIds.plant;
  const [row] = await server.database.db
    .insert(mocs)
    .values({ siteId, name: 'Tie-in', documentNumber: 'MOC-9' })
    .returning();
  moc = { siteId, id: row!.id };
  ada = await aPerson(server, { name: 'Ada', entries: { [siteId]: { ...SEEN, 'MOC:UPDATE': true } } });
  vic = await aPerson(server, { name: 'Vic', entries: { [siteId]: SEEN } });
  judge = await aPerson(server, { name: 'Judge', entries: { [siteId]: { ...SEEN, 'MOC:DELETE': true } } });
  // The permission only: the site itself may not be viewed.
  stranger = await aPerson(server, { name: 'Sam', entries: { [siteId]: { 'MOC:VIEW': true } } });
});
afterAll(() => server.close());

const comment = (who: TestPerson, body: string, mentions: number[] = []) =>
  mutate(server, who.token, 'mocs.addComment', { ...moc, body, mentions });
const comments = async (who: TestPerson) =>
  (await query(server, who.token, 'mocs.comments', moc)).body['comments'] as { id: number; body: string }[];

it('comments are listed in order, with their authors, and mail the people whom they mention', async () => {
  const first = await comment(ada, '  <b>Check</b> the flange  ', [vic.id, ada.id]);
  expect(first.body['comment']).toMatchObject({
    body: '<b>Check</b> the flange',
    by: expect.stringMatching(/^Ada /),
    isOwn: true,
    mentions: [{ id: vic.id }, { id: ada.id }],
  });
  await comment(vic, 'Done');
  expect(await comments(vic)).toMatchObject([
    { body: '<b>Check</b> the flange', isOwn: false },
    { body: 'Done', isOwn: true },
  ]);
  const [mail] = await mailsTo(server, vic.email);
  expect(mail).toMatchObject({ subject: expect.stringMatching(/^Ada .* mentioned you on Tie-in$/) });
  expect(mail!.body).toContain(`/mocs?site=${moc.siteId}&moc=${moc.id}`);
  expect(mail!.html).toContain('&lt;b&gt;Check&lt;/b&gt; the flange');
  expect(await mailsTo(server, ada.email)).toEqual([]);
});

it('people who may see the changes of the site can be mentioned, others cannot', async () => {
  const { people } = (await query(server, vic.token, 'mocs.people', { siteId: moc.siteId })).body;
  const ids = (people as { id: number }[]).map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([ada.id, vic.id, judge.id]));
  expect(ids).not.toContain(stranger.id);
  const refused = await comment(ada, 'Hello', [stranger.id]);
  expect([refused.status, refused.body['fields']]).toEqual([
    400,
    { mentions: 'A person who is mentioned cannot see this MOC.' },
  ]);
  expect(await mailsTo(server, stranger.email)).toEqual([]);
});

it('one person mentions a limited number in an hour', async () => {
  const busy = await aPerson(server, { entries: { [moc.siteId]: SEEN } });
  for (let n = 0; n < MAILS_IN_WINDOW / 2; n++) await comment(busy, 'x', [vic.id, ada.id]);
  expect((await comment(busy, 'x', [vic.id])).status).toBe(429);
  expect((await comment(busy, 'without a mention')).status).toBe(200);
});

it('a comment that is sent again and again mails each person once, whoever it mentions in between', async () => {
  const busy = await aPerson(server, { entries: { [moc.siteId]: SEEN } });
  const target = await aPerson(server, { entries: { [moc.siteId]: SEEN } });
  const guid = crypto.randomUUID();
  for (const mentions of [[target.id], [], [target.id], [vic.id], [target.id]])
    expect((await mutate(server, busy.token, 'mocs.addComment', { ...moc, guid, body: 'x', mentions })).status).toBe(
      200,
    );
  expect(await mailsTo(server, target.email)).toHaveLength(1);
});

it('mails of every kind count together: who has shared Places as often as allowed mentions fewer people', async () => {
  const busy = await aPerson(server, { entries: { [moc.siteId]: SEEN } });
  const sent = { senderId: busy.id, createdAt: server.clock.now(), recipient: 'a@x.example', subject: 'a Place' };
  await server.database.db.insert(mails).values(Array.from({ length: MAILS_IN_WINDOW - 1 }, () => sent));
  expect((await comment(busy, 'x', [vic.id, ada.id])).status).toBe(429);
  expect((await comment(busy, 'x', [vic.id])).status).toBe(200);
  expect((await comment(busy, 'x', [vic.id])).status).toBe(429);
});

it('a comment is removed by its writer, or by those who may archive', async () => {
  const [mine, second] = [await comment(ada, 'first'), await comment(ada, 'second')].map(
    ({ body }) => (body['comment'] as { id: number }).id,
  );
  const remove = (who: TestPerson, commentId?: number) =>
    mutate(server, who.token, 'mocs.removeComment', { ...moc, commentId });
  expect((await remove(vic, mine)).status).toBe(404);
  expect((await remove(ada, mine)).status).toBe(200);
  expect((await remove(judge, second)).status).toBe(200);
  expect((await comments(ada)).map(({ id }) => id)).not.toContain(second);
});

it('the history of a change has persons and actions, the newest first, without the comments', async () => {
  const { siteId, id } = moc;
  await mutate(server, ada.token, 'mocs.update', { siteId, id, moc: { name: 'Tie-in 2', state: 'approved' } });
  await mutate(server, vic.token, 'mocs.update', { siteId, id, moc: { name: 'Refused' } });
  await mutate(server, judge.token, 'mocs.archive', { siteId, id });
  const { entries } = (await query(server, vic.token, 'mocs.history', moc)).body;
  expect(entries).toMatchObject([
    { by: expect.stringMatching(/^Judge /), action: 'mocs.archive', fields: [] },
    {
      by: expect.stringMatching(/^Ada /),
      at: server.clock.now().toISOString(),
      action: 'mocs.update',
      fields: [
        { field: 'name', before: 'Tie-in', after: 'Tie-in 2' },
        { field: 'state', before: 'proposed', after: 'approved' },
      ],
    },
  ]);
  expect((await comment(ada, 'too late')).status).toBe(409);
});
