import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@overlook/db/seed';
import { jobs, mails, passwordResetTokens, sessions, signInFailures, users } from '@overlook/db/schema';
import { createWorker } from '../../../services/jobs/worker.ts';
import { createMailQueue } from '../../../services/mail/queue-mail.ts';
import { mailsTo, testClient } from '../../../testing/test-client.ts';
import { hashOfPassword, PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { readEnv } from '../../../env.ts';
import { forgottenPasswordHandler } from './forgotten-password.ts';

const MINUTE_MS = 60_000;
const NEW = 'staple battery';
const DEAD_LINK =
  'This link is not complete, has expired, has been used already, or is for another e-mail address. Ask for a new one.';
let server: TestServer;
let email: string;
let userId: number;
let passwordHash: string;
beforeAll(async () => {
  server = await startTestServer({ PUBLIC_URL: 'https://overlook.example' });
  passwordHash = await hashOfPassword();
});
afterAll(() => server.close());
beforeEach(async () => {
  const { db } = server.database;
  await Promise.all([db.delete(signInFailures), db.delete(jobs), db.delete(mails)]);
  ({ email, id: userId } = await aUser(db, { passwordHash }));
});

/** Runs the jobs that the request has queued. */
async function work() {
  const { database, clock } = server;
  const services = { db: database.db, clock, mail: createMailQueue('Overlook') };
  const env = readEnv({ PUBLIC_URL: 'https://overlook.example' });
  const log = { warn: vi.fn(), error: vi.fn() };
  await createWorker({ db: database.db, log, handlers: [forgottenPasswordHandler({ ...services, env })] }).runDue();
}
async function resetLink(): Promise<string> {
  await testClient(server).post('/users/forgotpassword', { email });
  await work();
  const sent = await mailsTo(server, email);
  return /https:\/\/overlook\.example\/users\/passwordreset\/(\S+)/.exec(sent.at(-1)!.body!)![1]!;
}
const reset = (passwordResetToken: string, changes: object = {}) =>
  testClient(server).post('/users/passwordreset', { email, password: NEW, passwordResetToken, ...changes });

describe('forgetting the password', () => {
  it('answers the same for every address, and writes to those with an account only', async () => {
    await server.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.email, server.people.nobody));
    const addresses = [email, 'unknown@overlook.example', server.people.nobody];
    for (const address of addresses) {
      const answer = await testClient(server).post('/users/forgotpassword', { email: address.toUpperCase() });
      expect([answer.status, answer.body]).toEqual([200, { status: 'success' }]);
    }
    expect(await server.database.db.select().from(mails)).toEqual([]);
    await work();
    expect((await server.database.db.select().from(mails)).map((mail) => mail.recipient)).toEqual([email]);
    await server.database.db.update(users).set({ disabledAt: null }).where(eq(users.email, server.people.nobody));
  });

  it('does the same work for every address while the caller waits', async () => {
    for (const address of [email, 'unknown@overlook.example'])
      await testClient(server).post('/users/forgotpassword', { email: address });
    const rows = await server.database.db.select().from(jobs);
    expect(rows.map((row) => [row.kind, row.payload['email']])).toEqual([
      ['forgotten-password', email],
      ['forgotten-password', 'unknown@overlook.example'],
    ]);
  });

  it.each(['', 'no address', 'two@at@signs', `${'x'.repeat(65)}@a.b`, 'under_score@a.b', 7, null])(
    'refuses %j',
    async (address) => {
      const answer = await testClient(server).post('/users/forgotpassword', { email: address });
      const sentence = 'Please enter a valid e-mail address';
      expect([answer.status, answer.body.fields]).toEqual([400, { email: sentence }]);
    },
  );

  it('cannot flood a mailbox: three links in a quarter of an hour, and fifty requests of one address', async () => {
    const client = testClient(server);
    for (let i = 0; i < 50; i++) expect((await client.post('/users/forgotpassword', { email })).status).toBe(200);
    expect((await client.post('/users/forgotpassword', { email })).status).toBe(429);
    await work();
    expect(await mailsTo(server, email)).toHaveLength(3);
    expect((await client.signIn(email)).status).toBe(200);
  });
});

describe('a reset link', () => {
  it('sets the password once, ends all sessions, lifts the lockout and writes to the owner', async () => {
    const elsewhere = testClient(server);
    await elsewhere.signIn(email);
    for (let i = 0; i < 10; i++) await testClient(server).signIn(email, 'wrong');
    const token = await resetLink();
    expect(JSON.stringify(await server.database.db.select().from(passwordResetTokens))).not.toContain(token);

    expect((await reset(token, { email: email.toUpperCase() })).body).toEqual({ status: 'success' });
    expect((await elsewhere.get('/auth/check')).status).toBe(401);
    expect((await testClient(server).signIn(email, PASSWORD)).status).toBe(401);
    expect((await testClient(server).signIn(email, NEW)).status).toBe(200);
    expect((await mailsTo(server, email)).at(-1)!.subject).toBe('Your Overlook password was changed');

    const again = await reset(token);
    expect([again.status, again.body.error]).toEqual([400, DEAD_LINK]);
  });

  it('works for its owner in spite of failed attempts of strangers', async () => {
    const stranger = testClient(server, { address: '10.66.0.1' });
    for (let i = 0; i < 11; i++) {
      await stranger.post('/users/forgotpassword', { email });
      await stranger.signIn(email, 'wrong');
    }
    const guess = { email, password: NEW, passwordResetToken: 'x' };
    for (let i = 0; i < 40; i++) await stranger.post('/users/passwordreset', guess);
    expect((await stranger.post('/users/passwordreset', guess)).status).toBe(429);

    const owner = testClient(server, { address: '10.66.0.2' });
    expect((await owner.signIn(email)).status).toBe(429);
    expect((await owner.post('/users/forgotpassword', { email })).status).toBe(200);
    const token = await resetLink();
    // Even from the stranger's own address.
    const set = await stranger.post('/users/passwordreset', { ...guess, passwordResetToken: token });
    expect(set.body).toEqual({ status: 'success' });
    expect((await owner.signIn(email, NEW)).status).toBe(200);
  });

  it('does not switch off the second factor', async () => {
    await server.database.db.update(users).set({ totpSecret: 'sealed' }).where(eq(users.id, userId));
    await reset(await resetLink());
    const { body } = await testClient(server).signIn(email, NEW);
    expect(body).toEqual({ status: 'two_factor', challenge: expect.any(String) });
  });

  it('does not lift the lock of the codes: an attacker with the mailbox gets no more guesses', async () => {
    await server.database.db.update(users).set({ totpSecret: 'sealed' }).where(eq(users.id, userId));
    const guess = async (password: string) => {
      const { body } = await testClient(server).signIn(email, password);
      const { challenge } = body as { challenge: string };
      return (await testClient(server).post('/auth/two_factor', { challenge, code: '000000' })).status;
    };
    for (let i = 0; i < 10; i++) expect(await guess(PASSWORD)).toBe(401);
    expect(await guess(PASSWORD)).toBe(429);
    expect((await reset(await resetLink())).status).toBe(200);
    expect(await guess(NEW)).toBe(429);
  });

  it('works for one of two simultaneous requests', async () => {
    const token = await resetLink();
    const answers = await Promise.all([reset(token), reset(token)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 400]);
  });

  it('is refused after an hour, cut off, changed, for another account, or when a newer one was used', async () => {
    const token = await resetLink();
    const newer = await resetLink();
    for (const wrong of [token.slice(0, -1), `${token}x`, 'x', '%00', '../../x'])
      expect((await reset(wrong)).body.error).toBe(DEAD_LINK);
    expect((await reset(token, { email: server.people.admin })).body.error).toBe(DEAD_LINK);
    expect((await reset(newer)).status).toBe(200);
    expect((await reset(token)).body.error).toBe(DEAD_LINK);

    const late = await resetLink();
    server.clock.advance(60 * MINUTE_MS);
    expect((await reset(late)).body.error).toBe(DEAD_LINK);
  });

  it('works until its hour is over', async () => {
    const token = await resetLink();
    server.clock.advance(59 * MINUTE_MS);
    expect((await reset(token)).status).toBe(200);
  });

  it('does not work for a user who has been disabled since', async () => {
    const token = await resetLink();
    await server.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId));
    expect((await reset(token)).body.error).toBe(DEAD_LINK);
  });

  it.each([
    [{ password: '' }, { password: 'Password is required' }],
    [{ email: 'x' }, { email: 'Please enter a valid e-mail address' }],
    [{ password: '12345' }, { password: 'Password must be atleast 6 characters long' }],
    [{ password: 'qwerty' }, { password: 'This password is one of the most common. Choose another.' }],
  ])('is not used up by %j', async (changes, fields) => {
    const token = await resetLink();
    const answer = await reset(token, changes);
    expect([answer.status, answer.body.fields]).toEqual([400, fields]);
    expect((await reset(token)).status).toBe(200);
  });
});

describe('changing the password', () => {
  const change = (oldPassword: string, newPassword: string, confirmNewPassword = newPassword) => ({
    oldPassword,
    newPassword,
    confirmNewPassword,
  });

  it('keeps this session, ends the others, voids reset links and writes to the owner', async () => {
    const [here, elsewhere] = [testClient(server), testClient(server)];
    await here.signIn(email);
    await elsewhere.signIn(email);
    const token = await resetLink();
    expect((await here.post('/auth/set_password', change(PASSWORD, NEW))).body).toEqual({ status: 'success' });
    expect((await here.get('/auth/check')).status).toBe(200);
    expect((await elsewhere.get('/auth/check')).status).toBe(401);
    expect((await reset(token)).body.error).toBe(DEAD_LINK);
    expect((await mailsTo(server, email)).at(-1)!.subject).toBe('Your Overlook password was changed');
    expect(await server.database.db.select().from(sessions).where(eq(sessions.userId, userId))).toHaveLength(1);
  });

  it.each([
    [change('wrong', NEW), { oldPassword: 'The current password is not right.' }],
    [change(PASSWORD, '', ''), { newPassword: 'New password must be provided' }],
    [change(PASSWORD, NEW, ''), { confirmNewPassword: 'New password must be provided' }],
    [change(PASSWORD, NEW, 'other'), { confirmNewPassword: 'Fields need to match' }],
    [change(PASSWORD, 'short'), { newPassword: 'Password must be atleast 6 characters long' }],
    [change(PASSWORD, 'iloveyou'), { newPassword: 'This password is one of the most common. Choose another.' }],
  ])('refuses %j', async (body, fields) => {
    const client = testClient(server);
    await client.signIn(email);
    const answer = await client.post('/auth/set_password', body);
    expect([answer.status, answer.body.fields]).toMatchObject([400, fields]);
    expect((await testClient(server).signIn(email)).status).toBe(200);
  });

  it('refuses the own e-mail address, and guessing the old password', async () => {
    const client = testClient(server);
    await client.signIn(email);
    const own = await client.post('/auth/set_password', change(PASSWORD, email.toUpperCase()));
    expect(own.body.fields).toEqual({ newPassword: 'The password must not be the e-mail address.' });
    for (let i = 0; i < 10; i++) await client.post('/auth/set_password', change(`wrong ${i}`, NEW));
    expect((await client.post('/auth/set_password', change(PASSWORD, NEW))).status).toBe(429);
  });
});

describe('the own account', () => {
  it('accepts a name and preferences, and nothing else', async () => {
    const client = testClient(server);
    await client.signIn(email);
    const data = { recipients: ['A@b.example'], security: { enable2FA: true }, agreedToDisclaimer: false };
    const account = {
      firstName: ' Zoë ',
      lastName: 'Ng 漢字',
      email: 'other@a.b',
      disabled: true,
      roleList: [1],
      data,
    };
    const answer = await client.post<{ user: object }>('/auth/update_account', account);
    expect(answer.body.user).toMatchObject({
      firstName: 'Zoë',
      lastName: 'Ng 漢字',
      email,
      disabled: false,
      roleList: [],
      data: { recipients: ['a@b.example'], security: { enable2FA: false }, agreedToDisclaimer: true },
    });
    const empty = await client.post('/auth/update_account', { firstName: ' ', lastName: 'x'.repeat(101) });
    expect(empty.body.fields).toEqual({
      firstName: 'Please enter a given name',
      lastName: expect.any(String),
    });
  });
});

describe('a reset on an administrator’s behalf', () => {
  it('mails the owner a link, which works', async () => {
    const admin = testClient(server);
    await admin.signIn(server.people.admin);
    const answer = await admin.post(`/users/${userId}/resetpassword`);
    expect(answer.body).toEqual({ status: 'success' });
    const [mail] = await mailsTo(server, email);
    expect((await reset(/passwordreset\/(\S+)/.exec(mail!.body!)![1]!)).status).toBe(200);
  });

  it('needs the permission, and a user who may sign in', async () => {
    const [guest, admin] = [testClient(server), testClient(server)];
    await guest.signIn(server.people.guest);
    expect((await guest.post(`/users/${userId}/resetpassword`)).status).toBe(403);
    await admin.signIn(server.people.admin);
    for (const id of ['0', '-1', 'x', '99999999999'])
      expect((await admin.post(`/users/${id}/resetpassword`)).status).toBe(400);
    expect((await admin.post('/users/2000000000/resetpassword')).status).toBe(404);
    await server.database.db.update(users).set({ disabledAt: new Date() }).where(eq(users.id, userId));
    expect((await admin.post(`/users/${userId}/resetpassword`)).status).toBe(409);
    expect(await mailsTo(server, email)).toEqual([]);
  });
});
