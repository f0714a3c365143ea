import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, users } from '@overlook/db/schema';
import { SESSION_COOKIE } from '@overlook/shared/config';
import { DISCLAIMER_MESSAGES } from '@overlook/shared/messages';
import { databaseKinds } from '../../../testing/database-kinds.ts';
import { testClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

const FILE = '/api/files/models/plant/textured/v1/tileset.json';
const REFUSAL = { error: DISCLAIMER_MESSAGES['disclaimer.required'], code: 'DISCLAIMER_REQUIRED' };

interface Checked {
  user: { data: { agreedToDisclaimer: boolean } };
}

describe.each(kinds)('the disclaimer on $name', ({ open }) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer({}, undefined, open);
  });
  afterAll(() => server.close());

  const setAccepted = (agreedToDisclaimer: boolean) =>
    server.database.db.update(users).set({ agreedToDisclaimer }).where(eq(users.email, server.people.guest));

  async function aNewcomer() {
    await setAccepted(false);
    server.forgetPermissions();
    const client = testClient(server);
    const { token } = (await client.signIn(server.people.guest)).body as { token: string };
    const file = (how: object) => server.app.inject({ url: FILE, ...how });
    return {
      client,
      byToken: () => file({ headers: { authorization: `Bearer ${token}` } }),
      byCookie: () => file({ cookies: { [SESSION_COOKIE]: token } }),
    };
  }

  it('refuses reads, changes and files until it is accepted, with the reason', async () => {
    const { client, byToken, byCookie } = await aNewcomer();
    for (const answer of [
      await client.get('/sites/all'),
      await client.get('/auth/sessions'),
      await client.get('/users'),
      await client.post('/auth/update_account', { firstName: 'Kim' }),
      await client.post('/auth/set_password', {}),
    ])
      expect(answer).toMatchObject({ status: 403, body: REFUSAL });
    for (const answer of [await byToken(), await byCookie()]) {
      expect(answer.statusCode).toBe(403);
      expect(answer.json()).toEqual(REFUSAL);
    }
  });

  it('lets a newcomer read their session, accept, and go on with the same session', async () => {
    const { client, byToken, byCookie } = await aNewcomer();
    const agreed = async () => (await client.get<Checked>('/auth/check')).body.user.data.agreedToDisclaimer;
    expect(await agreed()).toBe(false);
    expect((await byCookie()).statusCode).toBe(403);
    const accepted = { status: 200, body: { user: { data: { agreedToDisclaimer: true } } } };
    const written = () => server.database.db.$count(auditEntries, eq(auditEntries.action, 'auth.acceptDisclaimer'));
    const before = await written();
    for (let times = 0; times < 2; times++) expect(await client.post('/auth/acceptdisclaimer')).toMatchObject(accepted);
    expect(await written()).toBe(before + 1);
    expect(await agreed()).toBe(true);
    expect(await client.get('/sites/all')).toMatchObject({ status: 200 });
    for (const answer of [await byToken(), await byCookie()]) expect(answer.statusCode).toBe(200);
  });

  it('opens files at once when it is accepted in another server process', async () => {
    const { byCookie } = await aNewcomer();
    expect((await byCookie()).statusCode).toBe(403);
    await setAccepted(true);
    expect((await byCookie()).statusCode).toBe(200);
  });

  it('lets a newcomer sign out', async () => {
    const { client } = await aNewcomer();
    expect(await client.post('/auth/sign_out')).toMatchObject({ status: 200 });
    expect(await client.get('/auth/check')).toMatchObject({ status: 401 });
  });

  it('leaves a refused change in the audit', async () => {
    const { client } = await aNewcomer();
    await client.post('/auth/update_account', { firstName: 'Kim' });
    const [newest] = await server.database.db.select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(newest).toMatchObject({ action: 'auth.updateAccount', refusal: 'DISCLAIMER_REQUIRED' });
  });

  it('is in the REST contract of every call that it closes', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json<{
      paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>;
    }>();
    const told = (path: string, method: string) =>
      document.paths[path]![method]!.responses['403']?.description.includes('DISCLAIMER_REQUIRED') ?? false;
    expect(told('/sites/all', 'get')).toBe(true);
    expect(told('/users', 'get')).toBe(true);
    expect(told('/auth/check', 'get')).toBe(false);
    expect(told('/auth/acceptdisclaimer', 'post')).toBe(false);
    expect(told('/auth/sign_out', 'post')).toBe(false);
    expect(told('/auth/sign_in', 'post')).toBe(false);
  });
});
