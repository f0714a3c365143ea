import { eq } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aUser } from '@overlook/db/seed';
import { auditEntries, organisationSettings, signInFailures, users } from '@overlook/db/schema';
import { mailsTo, testClient } from '../../../testing/test-client.ts';
import { hashOfPassword, PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts';

const STEP_MS = 30_000;
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
  await server.database.db.delete(signInFailures);
  ({ email, id: userId } = await aUser(server.database.db, { passwordHash }));
});

interface Enrolment {
  secret: string;
  otpauthUri: string;
  qr: string;
}
/** The code that the telephone shows; `offMs` is the error of its clock. */
const codeOf = (secret: string, offMs = 0) =>
  new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() + offMs });

/** A user whose second factor is on, and whose telephone has shown a new code since. */
async function enrolled() {
  const client = testClient(server);
  await client.signIn(email);
  const { secret } = (await client.post<Enrolment>('/auth/two_factor/enrol')).body;
  const { body } = await client.post<{ recoveryCodes: string[] }>('/auth/two_factor/confirm', { code: codeOf(secret) });
  server.clock.advance(STEP_MS);
  return { client, secret, recoveryCodes: body.recoveryCodes };
}
async function challenge(): Promise<string> {
  const { body } = await testClient(server).signIn(email);
  expect(body).toEqual({ status: 'two_factor', challenge: expect.stringMatching(/^[\w-]{43}$/) });
  return (body as { challenge: string }).challenge;
}
const secondStep = (challengeToken: string, code: string) =>
  testClient(server).post<{ token: string }>('/auth/two_factor', { challenge: challengeToken, code });

describe('setting up the second factor', () => {
  it('shows a secret once, switches on with a first code, and gives ten recovery codes', async () => {
    const client = testClient(server);
    await client.signIn(email);
    const { body } = await client.post<Enrolment>('/auth/two_factor/enrol');
    expect(new URL(body.otpauthUri).searchParams.get('secret')).toBe(body.secret);
    expect(Buffer.from(body.qr.split(',')[1]!, 'base64').toString()).toMatch(/^<svg/);
    const isOn = async () =>
      (await client.get<{ user: { data: { security: { enable2FA: boolean } } } }>('/auth/check')).body.user.data
        .security;
    expect(await isOn()).toEqual({ enable2FA: false });

    const wrong = await client.post('/auth/two_factor/confirm', { code: '000000' });
    expect([wrong.status, wrong.body.fields]).toEqual([400, { code: 'The code is not right.' }]);
    const code = codeOf(body.secret);
    const right = await client.post<{ recoveryCodes: string[] }>('/auth/two_factor/confirm', {
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    });
    expect(new Set(right.body.recoveryCodes).size).toBe(10);
    expect(await isOn()).toEqual({ enable2FA: true });
    expect((await mailsTo(server, email)).at(-1)!.subject).toBe('Two-factor authentication was switched on');

    const [row] = await server.database.db.select().from(users).where(eq(users.id, userId));
    expect(row!.totpSecret).not.toContain(body.secret);
    expect((await client.post('/auth/two_factor/enrol')).status).toBe(409);
  });

  it('does not accept a code before there is a secret', async () => {
    const client = testClient(server);
    await client.signIn(email);
    expect((await client.post('/auth/two_factor/confirm', { code: '123456' })).status).toBe(400);
  });
});

describe('the second step', () => {
  it('signs in with a code, for one challenge and one code each', async () => {
    const { secret } = await enrolled();
    const token = await challenge();
    const wrong = await secondStep(token, '000000');
    expect([wrong.status, wrong.body]).toMatchObject([401, { code: 'WRONG_CREDENTIALS' }]);
    const code = codeOf(secret);
    const right = await secondStep(token, code);
    expect(right.body).toMatchObject({ status: 'success', user: { email }, token: expect.any(String) });
    expect((await secondStep(token, codeOf(secret, STEP_MS))).status).toBe(401);
    expect((await secondStep(await challenge(), code)).status).toBe(401);
    const entries = await server.database.db.select().from(auditEntries).where(eq(auditEntries.userId, userId));
    expect(entries.at(-1)).toMatchObject({ action: 'auth.signIn', details: { method: 'totp' } });
  });

  it('gives one session for two requests with the same code', async () => {
    const { secret } = await enrolled();
    const token = await challenge();
    const code = codeOf(secret);
    const answers = await Promise.all([secondStep(token, code), secondStep(token, code)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401]);
  });

  it.each([-40_000, 40_000])('accepts codes of a telephone whose clock is wrong by %d ms', async (offMs) => {
    const { secret } = await enrolled();
    server.clock.advance(5 * STEP_MS);
    expect((await secondStep(await challenge(), codeOf(secret, offMs))).status).toBe(200);
  });

  it('accepts each recovery code once, in any spelling', async () => {
    const { recoveryCodes } = await enrolled();
    for (const code of recoveryCodes)
      expect((await secondStep(await challenge(), code.toUpperCase().replaceAll('-', ' '))).status).toBe(200);
    expect((await secondStep(await challenge(), recoveryCodes[0]!)).status).toBe(401);
  });

  it('gives one session for sign-ins that come at once with the same recovery code', async () => {
    const { recoveryCodes } = await enrolled();
    const tokens = [await challenge(), await challenge(), await challenge()];
    const answers = await Promise.all(tokens.map((token) => secondStep(token, recoveryCodes[0]!)));
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 401, 401]);
  });

  it('still accepts a recovery code when the key of the secrets is lost', async () => {
    const { secret, recoveryCodes } = await enrolled();
    await server.database.db.update(users).set({ totpSecret: 'AAAA.AAAA.AAAA' }).where(eq(users.id, userId));
    expect((await secondStep(await challenge(), codeOf(secret))).status).toBe(401);
    expect((await secondStep(await challenge(), recoveryCodes[0]!)).status).toBe(200);
  });

  it('is over after five minutes, and when the person was disabled', async () => {
    const { secret } = await enrolled();
    const late = await challenge();
    server.clock.advance(5 * 60_000);
    const answer = await secondStep(late, codeOf(secret));
    expect(answer.body).toEqual({
      error: 'This sign-in has taken too long. Please start again.',
      code: 'SIGN_IN_EXPIRED',
    });
    const token = await challenge();
    await server.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId));
    expect((await secondStep(token, codeOf(secret))).status).toBe(401);
  });

  it('cannot be guessed by a person who knows the password and starts again each time', async () => {
    const { secret } = await enrolled();
    for (let i = 0; i < 10; i++) expect((await secondStep(await challenge(), `00000${i}`)).status).toBe(401);
    const refused = await secondStep(await challenge(), codeOf(secret));
    expect([refused.status, Number(refused.headers['retry-after'])]).toEqual([429, 15 * 60]);
  });

  it.each(['', 'x', 'x'.repeat(43), 'x'.repeat(200)])('does not take %j for a challenge', async (token) => {
    expect([400, 401]).toContain((await secondStep(token, '123456')).status);
  });
});

describe('switching the second factor off', () => {
  it('needs password and code', async () => {
    const { client, secret, recoveryCodes } = await enrolled();
    const disable = (password: string, code: string) => client.post('/auth/two_factor/disable', { password, code });
    expect((await disable('wrong', codeOf(secret))).body.fields).toEqual({
      password: 'The current password is not right.',
    });
    expect((await disable(PASSWORD, '000000')).body.fields).toEqual({ code: 'The code is not right.' });
    expect((await disable(PASSWORD, recoveryCodes[0]!)).body).toEqual({ status: 'success' });
    expect((await testClient(server).signIn(email)).body).toMatchObject({ status: 'success' });
    expect((await disable(PASSWORD, recoveryCodes[1]!)).status).toBe(409);
  });
});

describe('an organisation that requires a second factor', () => {
  beforeEach(() => server.database.db.insert(organisationSettings).values({ enable2FA: true }));
  afterEach(() => server.database.db.delete(organisationSettings));

  it('makes people set one up at their next sign-in, and does not let them switch it off', async () => {
    const client = testClient(server);
    const { body } = await client.signIn(email);
    expect(body).toEqual({ status: 'enrol_two_factor', challenge: expect.any(String) });
    const { challenge } = body as { challenge: string };
    expect((await secondStep(challenge, '123456')).status).toBe(401);

    const { secret } = (await client.post<Enrolment>('/auth/two_factor/sign_in/enrol', { challenge })).body;
    const confirm = (code: string) => client.post('/auth/two_factor/sign_in/confirm', { challenge, code });
    expect((await confirm('000000')).status).toBe(401);
    const answer = await confirm(codeOf(secret));
    expect(answer.body).toMatchObject({ status: 'success', user: { email }, recoveryCodes: expect.any(Array) });
    expect((await confirm(codeOf(secret))).status).toBe(401);

    client.use((answer.body as unknown as { token: string }).token);
    server.clock.advance(STEP_MS);
    const off = await client.post('/auth/two_factor/disable', { password: PASSWORD, code: codeOf(secret) });
    expect(off.status).toBe(409);
  });
});
