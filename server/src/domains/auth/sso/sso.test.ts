import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@overlook/db/seed';
import { auditEntries, organisationSettings, sessions, users } from '@overlook/db/schema';
import { CLIENT, startIdentityProvider, type TestIdentityProvider } from '../../../testing/identity-provider.ts';
import { type TestClient, testClient } from '../../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

const PUBLIC_URL = 'http://localhost:4500';
const CALLBACK = `${PUBLIC_URL}/api/auth/sso/callback`;
let provider: TestIdentityProvider;
let server: TestServer;
let email: string;
let userId: number;
const sub = () => `sub-${userId}`;

const startServer = () =>
  startTestServer({
    PUBLIC_URL,
    OIDC_ISSUER: provider.issuer,
    OIDC_CLIENT_ID: CLIENT.id,
    OIDC_CLIENT_SECRET: CLIENT.secret,
  });
beforeAll(async () => {
  // The provider warns that its keys and its sign-in page are for development.
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  provider = await startIdentityProvider(CALLBACK);
  server = await startServer();
});
afterAll(async () => {
  await server.close();
  await provider.close();
  vi.restoreAllMocks();
});
beforeEach(async () => {
  ({ id: userId, email } = await aUser(server.database.db));
  provider.accounts[sub()] = { email: email.toUpperCase(), email_verified: true };
});
afterEach(() => server.database.db.delete(organisationSettings));

/** Is redirected to the provider; the browser keeps its cookie of the attempt. */
async function leave(browser: TestClient): Promise<string> {
  const answer = await browser.visit('/auth/sso');
  expect(answer.status).toBe(302);
  return String(answer.headers['location']);
}
const comeBack = (browser: TestClient, returned: URL) => browser.visit(`/auth/sso/callback${returned.search}`);

/**
 * All steps up to the page that exchanges the ticket: its id and token, or the status and the page that says why not.
 */
async function signIn(browser = testClient(server), as = sub()) {
  const answer = await comeBack(browser, await provider.signIn(await leave(browser), as));
  const ticket = /^http:\/\/localhost:4500\/auth\/(\d+)\/([\w-]{43})$/.exec(String(answer.headers['location']));
  return { ...answer, browser, id: Number(ticket?.[1]), token: ticket?.[2] ?? '' };
}
const exchange = ({ browser, id, token }: { browser: TestClient; id: number; token: string }) =>
  browser.post<{ token: string }>('/auth/exchange', { id, token });
const row = async () => (await server.database.db.select().from(users).where(eq(users.id, userId)))[0]!;

describe('single sign-on', () => {
  it('links by verified address at the first sign-in, and recognises the person afterwards', async () => {
    const first = await signIn();
    expect([first.status, first.id]).toEqual([302, userId]);
    expect(await row()).toMatchObject({ ssoTid: provider.issuer, ssoSub: sub() });
    const { body } = await exchange(first);
    expect(body).toMatchObject({ status: 'success', user: { id: userId, email } });
    const client = testClient(server);
    client.use(body.token);
    expect((await client.get('/auth/check')).status).toBe(200);

    // From then on the address does not matter, even if another account has it.
    provider.accounts[sub()] = { email: server.people.admin, email_verified: true };
    expect((await signIn()).id).toBe(userId);
    const entries = await server.database.db.select().from(auditEntries).where(eq(auditEntries.userId, userId));
    expect(entries.map((entry) => entry.action)).toEqual(['auth.linkSso', 'auth.signIn']);
  });

  it('links once: another identity with the same address is refused', async () => {
    await signIn();
    provider.accounts['impostor'] = { email, email_verified: true };
    const answer = await signIn(testClient(server), 'impostor');
    expect(answer.status).toBe(403);
    expect(await row()).toMatchObject({ ssoSub: sub() });
  });

  it.each([
    ['unknown', { email: 'stranger@overlook.example', email_verified: true }, 'There is no account for you here.'],
    ['of an unverified address', { email: 'PERSON', email_verified: false }, 'does not say that your e-mail'],
    ['without an address', {}, 'did not send your e-mail address.'],
  ])('refuses a person %s with a page that says so', async (_who, account, sentence) => {
    provider.accounts['somebody'] = 'email' in account && account.email === 'PERSON' ? { ...account, email } : account;
    const answer = await signIn(testClient(server), 'somebody');
    expect(answer.status).toBe(403);
    expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(answer.text).toContain(sentence);
    expect(await row()).toMatchObject({ ssoSub: null });
  });

  it('makes an account without any role, where the organisation allows it', async () => {
    await server.database.db.insert(organisationSettings).values({ enableSSO: true, createUsersBySSO: true });
    const account = {
      email: 'New.Person@overlook.example',
      email_verified: true,
      given_name: 'New',
      family_name: 'Person',
    };
    provider.accounts['new-person'] = account;
    const { body } = await exchange(await signIn(testClient(server), 'new-person'));
    expect(body).toMatchObject({
      user: { email: 'new.person@overlook.example', firstName: 'New', lastName: 'Person', roleList: [], teamList: [] },
    });
  });

  it('refuses a disabled user, before and after linking, and in between', async () => {
    const setDisabled = (disabledAt: Date | null) =>
      server.database.db.update(users).set({ disabledAt }).where(eq(users.id, userId));
    await setDisabled(new Date());
    const before = await signIn();
    expect([before.status, before.text]).toEqual([403, expect.stringContaining('Your account is disabled.')]);
    expect(await row()).toMatchObject({ ssoSub: null });
    await setDisabled(null);
    const ticket = await signIn();
    await setDisabled(new Date());
    expect((await exchange(ticket)).status).toBe(401);
    expect((await signIn()).status).toBe(403);
    expect(await server.database.db.select().from(sessions).where(eq(sessions.userId, userId))).toEqual([]);
  });

  it('asks people for their code who have switched on a second factor here', async () => {
    await server.database.db.update(users).set({ totpSecret: 'sealed' }).where(eq(users.id, userId));
    expect((await exchange(await signIn())).body).toEqual({ status: 'two_factor', challenge: expect.any(String) });
  });
});

describe('the ticket', () => {
  it('works once, within a minute, and for its owner', async () => {
    const ticket = await signIn();
    expect((await exchange({ ...ticket, id: userId + 1 })).status).toBe(401);
    expect((await exchange({ ...ticket, token: ticket.token.slice(0, -1) })).status).toBe(401);
    const answers = await Promise.all([exchange(ticket), exchange(ticket)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
    const late = await signIn();
    server.clock.advance(60_000);
    expect((await exchange(late)).status).toBe(401);
  });
  it('does not work in another browser, with or without its own ticket', async () => {
    const ticket = await signIn();
    const victim = testClient(server);
    expect((await exchange({ ...ticket, browser: victim })).status).toBe(401);
    await signIn(victim);
    expect((await exchange({ ...ticket, browser: victim })).status).toBe(401);
    expect((await exchange(ticket)).status).toBe(200);
  });
  it.each([{ id: -1 }, { id: 1e12 }, { id: 'x' }, { id: null }])('is refused with %j', async (changes) => {
    const answer = await testClient(server).post('/auth/exchange', { token: 'x'.repeat(43), ...changes });
    expect(answer.status).toBe(400);
  });
});

describe('the return from the provider', () => {
  it('is not accepted a second time', async () => {
    const browser = testClient(server);
    const returned = await provider.signIn(await leave(browser), sub());
    const attempt = { ...browser.cookies };
    expect((await comeBack(browser, returned)).status).toBe(302);
    expect((await comeBack(browser, returned)).status).toBe(401);
    // It is not accepted with its cookie either.
    Object.assign(browser.cookies, attempt);
    expect((await comeBack(browser, returned)).status).toBe(401);
  });

  it('is not accepted in another browser, with another state, or too late', async () => {
    const browser = testClient(server);
    const returned = await provider.signIn(await leave(browser), sub());
    const other = testClient(server);
    expect((await comeBack(other, returned)).status).toBe(401);
    await leave(other);
    expect((await comeBack(other, returned)).status).toBe(401);
    server.clock.advance(10 * 60_000);
    expect((await comeBack(browser, returned)).status).toBe(401);
  });

  it.each(['', '?', '?code=x', '?code=x&state=y', '?error=server_error', '?state=%zz'])(
    '%j is refused',
    async (query) => {
      const browser = testClient(server);
      await leave(browser);
      expect((await browser.visit(`/auth/sso/callback${query}`)).status).toBe(401);
    },
  );

  it('may be a refusal', async () => {
    const browser = testClient(server);
    const answer = await comeBack(browser, await provider.cancel(await leave(browser)));
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('was cancelled or declined')]);
  });
});

describe('a provider that is down', () => {
  it('is reported, at the start and on return', async () => {
    const own = await startIdentityProvider(CALLBACK);
    const variables = { PUBLIC_URL, OIDC_ISSUER: own.issuer, OIDC_CLIENT_ID: CLIENT.id };
    const lonely = await startTestServer({ ...variables, OIDC_CLIENT_SECRET: CLIENT.secret });
    const browser = testClient(lonely);
    own.accounts['x'] = { email: lonely.people.admin, email_verified: true };
    const returned = await own.signIn(await leave(browser), 'x');
    await own.close();
    expect((await comeBack(browser, returned)).status).toBe(503);
    await lonely.close();

    const dead = await startTestServer({ ...variables, OIDC_CLIENT_SECRET: CLIENT.secret });
    const answer = await testClient(dead).visit('/auth/sso');
    expect([answer.status, answer.text]).toEqual([503, expect.stringContaining('does not answer right now')]);
    await dead.close();
  });
});

describe('single sign-on that is not configured', () => {
  it('says so, to browsers and to other clients', async () => {
    const without = await startTestServer();
    const page = await testClient(without).visit('/auth/sso');
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('Single Sign On not available')]);
    const answer = await testClient(without).get('/auth/sso');
    expect(answer.body).toEqual({ error: 'Single Sign On not available', code: 'NOT_FOUND' });
    expect((await testClient(without).get('/instance')).body).toMatchObject({
      ssoAvailable: false,
      ssoConfigured: false,
    });

    const admin = testClient(without);
    await admin.signIn(without.people.admin);
    const wanted = await admin.post('/organisation/security', { enable2FA: false, enableSSO: true });
    expect([wanted.status, wanted.body.error]).toEqual([409, 'Single Sign On not available']);
    await without.close();
  });

  it('can be switched off by the organisation', async () => {
    const admin = testClient(server);
    await admin.signIn(server.people.admin);
    expect((await admin.get('/instance')).body).toMatchObject({ ssoAvailable: true });
    const answer = await admin.post('/organisation/security', { enable2FA: false, enableSSO: false });
    expect(answer.body).toEqual({
      status: 'success',
      security: { enable2FA: false, enableSSO: false, createUsersBySSO: false },
    });
    expect((await admin.get('/organisation/security')).body).toMatchObject({
      security: answer.body['security' as never],
    });
    expect((await admin.get('/instance')).body).toMatchObject({ ssoAvailable: false, ssoConfigured: true });
    expect((await testClient(server).visit('/auth/sso')).status).toBe(404);
    for (const person of [server.people.guest, server.people.nobody]) {
      const client = testClient(server);
      await client.signIn(person);
      expect((await client.get('/organisation/security')).status).toBe(403);
      expect((await client.post('/organisation/security', { enable2FA: true, enableSSO: false })).status).toBe(403);
    }
  });
});
