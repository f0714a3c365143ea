import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aUser } from '@overlook/db/seed';
import { mails, sessions } from '@overlook/db/schema';
import { mailsTo, type TestClient, testClient } from '../../../testing/test-client.ts';
import { hashOfPassword, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';
const SAFARI = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15';
let server: TestServer;
let email: string;
let userId: number;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer();
  passwordHash = await hashOfPassword();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.delete(mails);
  ({ email, id: userId } = await aUser(server.database.db, { passwordHash }));
});

interface OwnSession {
  id: string;
  device: string;
  address: string;
  lastUsedAt: string;
  isCurrent: boolean;
}
const sessionsOf = async (client: TestClient) =>
  (await client.get<{ sessions: OwnSession[] }>('/auth/sessions')).body.sessions;

describe('the own sessions', () => {
  it('are listed with device and last use, and no tokens', async () => {
    const old = testClient(server, { userAgent: SAFARI, address: '10.9.0.2' });
    await old.signIn(email);
    server.clock.advance(60_000);
    const here = testClient(server, { userAgent: FIREFOX });
    await here.signIn(email);
    const answer = await here.get<{ sessions: OwnSession[] }>('/auth/sessions');
    expect(answer.body.sessions).toMatchObject([
      { device: 'Firefox on Windows', address: '10.9.0.1', isCurrent: true },
      { device: 'Safari on macOS', address: '10.9.0.2', isCurrent: false },
    ]);
    expect(Object.keys(answer.body.sessions[0]!).sort()).toEqual(
      ['address', 'createdAt', 'device', 'id', 'isCurrent', 'lastUsedAt'].sort(),
    );
  });

  it('can be ended one by one, but nobody else’s', async () => {
    const [here, there, stranger] = [testClient(server), testClient(server), testClient(server)];
    await here.signIn(email);
    await there.signIn(email);
    await stranger.signIn(server.people.guest);
    const other = (await sessionsOf(here)).find((session) => !session.isCurrent)!;
    expect((await stranger.post('/auth/sessions/end', { id: other.id })).status).toBe(404);
    expect((await there.get('/auth/check')).status).toBe(200);
    expect((await here.post('/auth/sessions/end', { id: other.id })).body).toEqual({ status: 'success' });
    expect((await there.get('/auth/check')).status).toBe(401);
    expect((await here.post('/auth/sessions/end', { id: other.id })).status).toBe(404);
  });

  it('leave no rows when they have ended', async () => {
    const [old, here] = [testClient(server), testClient(server)];
    await old.signIn(email);
    server.clock.advance(12 * 60 * 60_000);
    await here.signIn(email);
    const rows = await server.database.db.select().from(sessions).where(eq(sessions.userId, userId));
    expect(rows).toHaveLength(1);
    expect(await sessionsOf(here)).toMatchObject([{ isCurrent: true }]);
  });

  it('can all be ended except this one', async () => {
    const [here, ...others] = [testClient(server), testClient(server), testClient(server)];
    for (const client of [here, ...others]) await client.signIn(email);
    await here.post('/auth/sessions/end_others');
    expect(await sessionsOf(here)).toHaveLength(1);
    for (const client of others) expect((await client.get('/auth/check')).status).toBe(401);
  });
});

describe('a new device', () => {
  it('is reported to the owner; a known device and the first one are not', async () => {
    const first = testClient(server, { userAgent: SAFARI });
    await first.signIn(email);
    await first.signIn(email);
    expect(await mailsTo(server, email)).toEqual([]);

    const second = testClient(server, { userAgent: FIREFOX, address: '10.9.0.3' });
    await second.signIn(email);
    const [mail] = await mailsTo(server, email);
    expect(mail).toMatchObject({ subject: 'New sign-in to Overlook' });
    for (const fact of ['Firefox on Windows', '10.9.0.3', '2026-11-21']) expect(mail!.body).toContain(fact);
    await second.signIn(email);
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  it('is also the same kind of browser without its cookie, from another address', async () => {
    await testClient(server, { userAgent: FIREFOX }).signIn(email);
    await testClient(server, { userAgent: FIREFOX }).signIn(email);
    expect(await mailsTo(server, email)).toEqual([]);
    await testClient(server, { userAgent: FIREFOX, address: '10.9.0.4' }).signIn(email);
    expect(await mailsTo(server, email)).toHaveLength(1);
  });

  it('is not reported when the password was wrong, and belongs to one person', async () => {
    const shared = testClient(server, { userAgent: SAFARI });
    await shared.signIn(email);
    const { email: other } = await aUser(server.database.db, { passwordHash });
    await testClient(server, { userAgent: FIREFOX }).signIn(other);
    await testClient(server).signIn(other, 'wrong');
    expect(await mailsTo(server, other)).toEqual([]);
    await shared.signIn(other);
    expect(await mailsTo(server, other)).toHaveLength(1);
  });
});
