import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, sessions, signInFailures, users } from '@overlook/db/schema';
import { SESSION_COOKIE, STRANGER_REFUSALS_AUDITED_IN_WINDOW } from '@overlook/shared/config';
import { buildApp } from '../../../app.ts';
import { readEnv } from '../../../env.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const HOUR_MS = 60 * 60 * 1000;
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://overlook.example' });
});
afterAll(() => server.close());
beforeEach(() => server.database.db.delete(signInFailures));

const signIn = (email: string, password: string, address = '10.0.0.1') =>
  server.app.inject({ method: 'POST', url: '/api/auth/sign_in', payload: { email, password }, remoteAddress: address });
const check = (token: string) =>
  server.app.inject({ url: '/api/auth/check', headers: { authorization: `Bearer ${token}` } });
const signOut = (token: string) =>
  server.app.inject({ method: 'POST', url: '/api/auth/sign_out', headers: { authorization: `Bearer ${token}` } });

describe('signing in', () => {
  it('gives user, token and a cookie for reading, and stores only the hash', async () => {
    const answer = await signIn(server.people.admin, PASSWORD);
    const { token, user, status } = answer.json<{ token: string; user: Record<string, unknown>; status: string }>();
    expect(status).toBe('success');
    expect(user).toMatchObject({ email: server.people.admin, roleList: [{ displayName: expect.any(String) }] });
    expect(JSON.stringify(user)).not.toMatch(/argon2|password/i);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      new RegExp(`^overlook_session=${token}; Path=/; Expires=.*; HttpOnly; Secure; SameSite=Lax$`),
    );
    const stored = JSON.stringify(await server.database.db.select().from(sessions));
    expect(stored).not.toContain(token);
  });

  it('works in a browser that still has the cookie of another session, and ends that session', async () => {
    const former = await server.token(server.people.admin);
    const elsewhere = await server.token(server.people.admin);
    const cookies = { overlook_session: former };
    const payload = { email: server.people.admin, password: PASSWORD };
    const answer = await server.app.inject({ method: 'POST', url: '/api/auth/sign_in', payload, cookies });
    expect(answer.statusCode).toBe(200);
    expect((await check(former)).statusCode).toBe(401);
    expect((await check(elsewhere)).statusCode).toBe(200);
  });

  it('gives the same answer for a wrong password, an unknown account and a disabled one', async () => {
    const { db } = server.database;
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, server.people.nobody));
    const answers = await Promise.all([
      signIn(server.people.admin, 'wrong'),
      signIn('unknown@overlook.example', PASSWORD),
      signIn(server.people.nobody, PASSWORD),
    ]);
    const [first, ...others] = answers.map((answer) => [answer.statusCode, answer.body]);
    expect(first).toEqual([401, '{"error":"The e-mail or the password is not right.","code":"WRONG_CREDENTIALS"}']);
    for (const other of others) expect(other).toEqual(first);
    await db.update(users).set({ disabledAt: null }).where(eq(users.email, server.people.nobody));
  });

  it('takes as long for an unknown account', async () => {
    const timeOf = async (email: string) => {
      const start = performance.now();
      await signIn(email, 'wrong', '10.1.0.1');
      return performance.now() - start;
    };
    // Both are timed alternately and in changing order, and the slower one is counted each time, because other work of
    // the machine slows both in the same way. If the times were equal, one of them would be slower in 33 or more of 40
    // rounds once in 20,000 runs.
    const ROUNDS = 40;
    let knownSlower = 0;
    for (let round = 0; round < ROUNDS; round++) {
      const addresses = [server.people.admin, 'unknown@overlook.example'];
      const isKnownFirst = round % 2 === 0;
      if (!isKnownFirst) addresses.reverse();
      const [first, second] = [await timeOf(addresses[0]!), await timeOf(addresses[1]!)];
      if (first > second === isKnownFirst) knownSlower++;
      await server.database.db.delete(signInFailures);
    }
    expect(knownSlower).toBeGreaterThan(ROUNDS - 33);
    expect(knownSlower).toBeLessThan(33);
  });

  it('records sign-in and sign-out in the audit', async () => {
    const token = await server.token(server.people.guest);
    await signOut(token);
    const entries = await server.database.db.select({ action: auditEntries.action }).from(auditEntries);
    expect(entries.map((entry) => entry.action)).toEqual(expect.arrayContaining(['auth.signIn', 'auth.signOut']));
  });

  it('is not open to pages of other origins', async () => {
    const payload = { email: server.people.admin, password: PASSWORD };
    const from = (origin: string) =>
      server.app.inject({
        method: 'POST',
        url: '/api/auth/sign_in',
        payload,
        headers: { origin, host: '10.0.0.9:4500' },
      });
    expect((await from('https://elsewhere.example')).json()).toMatchObject({ code: 'FOREIGN_ORIGIN' });
    expect((await from('https://overlook.example')).statusCode).toBe(200);
    expect((await from('http://10.0.0.9:4500')).statusCode).toBe(200);
  });
});

describe('guessing', () => {
  it('is stopped after ten failures of an account, whether it exists or not, also for the right password', async () => {
    for (const email of [server.people.guest, 'unknown@overlook.example']) {
      for (let i = 0; i < 10; i++) expect((await signIn(email, 'wrong', `10.2.0.${i}`)).statusCode).toBe(401);
      server.clock.advance(60_000);
      const refused = await signIn(email, PASSWORD, '10.2.1.1');
      expect(refused.statusCode).toBe(429);
      expect(refused.json()).toEqual({
        error: 'Too many failed attempts. Please try again later.',
        code: 'TOO_MANY_TRIES',
      });
      expect(Number(refused.headers['retry-after'])).toBe(14 * 60);
    }
    server.clock.advance(14 * 60_000 + 1);
    expect((await signIn(server.people.guest, PASSWORD)).statusCode).toBe(200);
  });

  it('counts simultaneous attempts', async () => {
    const answers = await Promise.all(
      Array.from({ length: 14 }, (_, i) => signIn(server.people.guest, 'wrong', `10.3.0.${i}`)),
    );
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10);
    expect(answers.filter((answer) => answer.statusCode === 429)).toHaveLength(4);
  });

  it('is counted by all servers on a database together', async () => {
    const { clock, database, filesDir, webDir } = server;
    const env = readEnv({ LOG_LEVEL: 'silent' });
    const second = await buildApp({ env, db: database.db, filesDir, webDir, clock });
    const guess = (app: typeof second, i: number) =>
      app.inject({
        method: 'POST',
        url: '/api/auth/sign_in',
        payload: { email: server.people.guest, password: 'wrong' },
        remoteAddress: `10.6.0.${i}`,
      });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => guess(i % 2 === 0 ? server.app : second, i)),
    );
    expect(answers.filter((answer) => answer.statusCode === 401).length).toBeLessThanOrEqual(10);
    for (let i = 0; i < 2; i++) await guess(server.app, i);
    expect((await guess(second, 1)).statusCode).toBe(429);
    await second.close();
  });

  it('is stopped after fifty failures of an address', async () => {
    const subject = 'address:10.4.0.1';
    const failures = Array.from({ length: 49 }, () => ({ subject, at: server.clock.now() }));
    await server.database.db.insert(signInFailures).values(failures);
    expect((await signIn('a@overlook.example', 'wrong', '10.4.0.1')).statusCode).toBe(401);
    expect((await signIn(server.people.admin, PASSWORD, '10.4.0.1')).statusCode).toBe(429);
    expect((await signIn(server.people.admin, PASSWORD, '10.4.0.2')).statusCode).toBe(200);
  });

  it('counts an IPv6 network of 64 bits as one address', async () => {
    const failures = Array.from({ length: 49 }, () => ({
      subject: 'address:2001:db8:0:1::/64',
      at: server.clock.now(),
    }));
    await server.database.db.insert(signInFailures).values(failures);
    expect((await signIn('a@overlook.example', 'wrong', '2001:db8:0:1::a')).statusCode).toBe(401);
    expect((await signIn(server.people.admin, PASSWORD, '2001:db8:0:1:b::')).statusCode).toBe(429);
    expect((await signIn(server.people.admin, PASSWORD, '2001:db8:0:2::a')).statusCode).toBe(200);
  });

  it('is limited for unknown challenges too, and leaves nothing in the audit', async () => {
    const { db } = server.database;
    const before = await db.$count(auditEntries);
    const calls = [
      ['two_factor', { challenge: 'x', code: '123456' }],
      ['two_factor/sign_in/enrol', { challenge: 'x' }],
      ['two_factor/sign_in/confirm', { challenge: 'x', code: '123456' }],
      ['exchange', { id: 1, token: 'x'.repeat(43) }],
    ] as const;
    const statuses: number[] = [];
    for (let i = 0; i < 52; i++) {
      const [path, payload] = calls[i % calls.length]!;
      const url = `/api/auth/${path}`;
      statuses.push((await server.app.inject({ method: 'POST', url, payload, remoteAddress: '10.7.0.1' })).statusCode);
    }
    expect(statuses.slice(0, 50)).toEqual(Array.from({ length: 50 }, () => 401));
    expect(statuses.slice(50)).toEqual([429, 429]);
    expect(await db.$count(auditEntries)).toBe(before);
  });

  it('leaves a limited number of entries in the audit', async () => {
    const { db } = server.database;
    const entry = { at: server.clock.now(), action: 'auth.signIn', refusal: 'WRONG_CREDENTIALS' };
    const most = STRANGER_REFUSALS_AUDITED_IN_WINDOW;
    await db.insert(auditEntries).values(Array.from({ length: most - 1 }, () => entry));
    const before = await db.$count(auditEntries);
    for (let i = 0; i < 3; i++) await signIn('a@overlook.example', 'wrong', `10.8.0.${i}`);
    expect((await db.$count(auditEntries)) - before).toBeLessThanOrEqual(1);
    server.clock.advance(15 * 60_000);
    await signIn('a@overlook.example', 'wrong', '10.8.0.9');
    expect((await db.$count(auditEntries)) - before).toBeGreaterThanOrEqual(1);
  });

  it('does not hinder people who sign in often at the same time, and is forgiven by a success', async () => {
    for (let i = 0; i < 9; i++) await signIn(server.people.guest, 'wrong');
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(server.people.guest, PASSWORD)));
    expect(answers.map((answer) => answer.statusCode)).toEqual(Array.from({ length: 12 }, () => 200));
    expect((await signIn(server.people.guest, 'wrong')).statusCode).toBe(401);
  });

  it('gives the time to wait over tRPC too', async () => {
    for (let i = 0; i < 10; i++) await signIn(server.people.guest, 'wrong', `10.5.0.${i}`);
    const payload = { email: server.people.guest, password: 'wrong' };
    const answer = await server.app.inject({ method: 'POST', url: '/trpc/auth.signIn', payload });
    expect(answer.statusCode).toBe(429);
    expect(answer.headers['retry-after']).toBe('900');
    expect(answer.json()).toMatchObject({ error: { data: { httpStatus: 429, app: { code: 'TOO_MANY_TRIES' } } } });
  });
});

describe('a session', () => {
  it('ends when its owner signs out, which clears the cookie', async () => {
    const token = await server.token(server.people.admin);
    expect((await check(token)).statusCode).toBe(200);
    const answer = await signOut(token);
    expect(answer.json()).toEqual({ status: 'success' });
    expect(answer.headers['set-cookie']).toMatch(/^overlook_session=; Max-Age=0; Path=\/;/);
    expect((await check(token)).statusCode).toBe(401);
  });

  it('ends after twelve hours without use', async () => {
    const token = await server.token(server.people.admin);
    for (let i = 0; i < 2; i++) {
      server.clock.advance(12 * HOUR_MS - 1);
      expect((await check(token)).statusCode).toBe(200);
    }
    server.clock.advance(12 * HOUR_MS);
    expect((await check(token)).statusCode).toBe(401);
  });

  it('ends after thirty days even when it is used', async () => {
    const token = await server.token(server.people.admin);
    const newest = () =>
      server.database.db
        .select()
        .from(sessions)
        .orderBy(desc(sessions.createdAt))
        .limit(1)
        .then(([row]) => row!);
    const { createdAt, endsAt, tokenHash } = await newest();
    expect(endsAt.getTime() - createdAt.getTime()).toBe(30 * 24 * HOUR_MS);
    server.clock.advance(endsAt.getTime() - createdAt.getTime() - 1);
    const justUsed = { lastUsedAt: server.clock.now() };
    await server.database.db.update(sessions).set(justUsed).where(eq(sessions.tokenHash, tokenHash));
    expect((await check(token)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await check(token)).statusCode).toBe(401);
  });

  it('ends at once when its user is disabled', async () => {
    const { db } = server.database;
    const token = await server.token(server.people.nobody);
    await db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, server.people.nobody));
    expect((await check(token)).statusCode).toBe(401);
    await db.update(users).set({ disabledAt: null }).where(eq(users.email, server.people.nobody));
  });

  it('has a cookie that ends with it, and is renewed by use', async () => {
    const signedIn = await signIn(server.people.admin, PASSWORD);
    const { token } = signedIn.json<{ token: string }>();
    const ofSession = (answer: typeof signedIn) => answer.cookies.find(({ name }) => name === SESSION_COOKIE);
    // Cookies count whole seconds.
    const inHours = (hours: number) =>
      new Date(Math.floor((server.clock.now().getTime() + hours * HOUR_MS) / 1000) * 1000);
    expect(ofSession(signedIn)!.expires).toEqual(inHours(12));
    const url = '/api/auth/check';
    const headers = { authorization: `Bearer ${token}` };
    expect(ofSession(await server.app.inject({ url, headers }))).toBeUndefined();
    server.clock.advance(HOUR_MS);
    const other = { ...headers, cookie: `${SESSION_COOKIE}=another` };
    expect(ofSession(await server.app.inject({ url, headers: other }))).toBeUndefined();
    server.clock.advance(HOUR_MS);
    const renewed = ofSession(await server.app.inject({ url, cookies: { [SESSION_COOKIE]: token } }))!;
    expect([renewed.value, renewed.expires]).toEqual([token, inHours(12)]);
    for (let hours = 2; hours < 700; hours += 11) {
      server.clock.advance(11 * HOUR_MS);
      await server.app.inject({ url, headers });
    }
    // Ten hours later, four hours of the thirty days are left.
    server.clock.advance(10 * HOUR_MS);
    expect(ofSession(await server.app.inject({ url, headers }))!.expires).toEqual(inHours(4));
  });

  it('writes its last use only now and then', async () => {
    const token = await server.token(server.people.admin);
    const lastUses = async () =>
      (await server.database.db.select({ at: sessions.lastUsedAt }).from(sessions)).map((row) => row.at.getTime());
    const before = await lastUses();
    server.clock.advance(60_000);
    await check(token);
    expect(await lastUses()).toEqual(before);
    server.clock.advance(5 * 60_000);
    await check(token);
    expect(Math.max(...(await lastUses()))).toBe(server.clock.now().getTime());
  });
});
