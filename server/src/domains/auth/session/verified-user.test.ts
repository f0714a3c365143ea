import { setTimeout as delay } from 'node:timers/promises';
import { eq, sql } from 'drizzle-orm';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { aUser } from '@overlook/db/seed';
import { mails, recoveryCodes, sessions, signInTickets, users } from '@overlook/db/schema';
import { createPasswords, type Passwords } from '../../../services/password-hashes.ts';
import { databaseKinds } from '../../../testing/database-kinds.ts';
import { type TestClient, testClient } from '../../../testing/test-client.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../../testing/test-server.ts';
import { WAIT } from '../../../testing/wait.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('on $name, an account that changes while it is being verified', ({ name, open }) => {
  let server: TestServer;
  let email: string;
  let userId: number;
  let client: TestClient;
  /** Runs once, directly after the next password was found correct. */
  let onceVerified: (() => Promise<unknown>) | null = null;
  let hash: string;

  beforeAll(async () => {
    const real = createPasswords();
    hash = await real.hash(PASSWORD);
    const passwords: Passwords = {
      ...real,
      async verify(...tried) {
        const matches = await real.verify(...tried);
        const act = onceVerified;
        onceVerified = null;
        await act?.();
        return matches;
      },
    };
    server = await startTestServer({}, undefined, open, { passwords });
  });
  afterAll(() => server.close());
  beforeEach(async () => {
    ({ id: userId, email } = await aUser(server.database.db, { passwordHash: hash }));
    client = testClient(server);
  });

  const change = (set: Partial<typeof users.$inferInsert>) =>
    server.database.db.update(users).set(set).where(eq(users.id, userId));
  /** The form of the user, with another password. */
  const withNewPassword = () => ({
    firstName: 'A',
    lastName: 'B',
    email,
    password: 'another password',
    roleList: [],
    teamList: [],
  });
  const leftOver = async () => {
    const { db } = server.database;
    return [
      ...(await db.select().from(sessions).where(eq(sessions.userId, userId))),
      ...(await db.select().from(signInTickets).where(eq(signInTickets.userId, userId))),
    ];
  };

  it.each([
    ['gets another password', { passwordHash: 'another' }],
    ['is disabled', { disabledAt: new Date() }],
    ['is archived', { archivedAt: new Date() }],
    ['gets a second factor', { totpSecret: 'sealed' }],
  ])('begins no session when it %s', async (_what, set) => {
    onceVerified = () => change(set);
    const answer = await client.signIn(email);
    expect(answer).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
    expect(await leftOver()).toEqual([]);
  });

  it('gets no challenge for a second factor either', async () => {
    await change({ totpSecret: 'sealed' });
    onceVerified = () => change({ passwordHash: 'another' });
    expect(await client.signIn(email)).toMatchObject({ status: 401, body: { code: 'WRONG_CREDENTIALS' } });
    expect(await leftOver()).toEqual([]);
  });

  it('ends every session with an administrator’s new password, for any timing of the two requests', async () => {
    const admin = testClient(server);
    await admin.signIn(server.people.admin);
    onceVerified = () => admin.post(`/users/put/${userId}`, withNewPassword());
    expect((await client.signIn(email)).status).toBe(401);
    expect(await leftOver()).toEqual([]);
    expect((await client.signIn(email, 'another password')).status).toBe(200);
  });

  // The embedded database does one transaction after another.
  it.skipIf(name === 'PGlite')('ends a session that begins while an administrator sets the password', async () => {
    const { db } = server.database;
    const admin = testClient(server);
    await admin.signIn(server.people.admin);
    let edit: Promise<{ status: number }> | undefined;
    let signIn: Promise<unknown> | undefined;
    await db.transaction(async (tx) => {
      // The edit writes its mail after it has ended the sessions, and waits there.
      await tx.execute(sql`lock table ${mails} in exclusive mode`);
      edit = admin.post(`/users/put/${userId}`, withNewPassword());
      const isWaiting = sql`pg_locks where not granted and relation = 'mails'::regclass`;
      await vi.waitFor(async () => expect(await tx.$count(isWaiting)).toBe(1), WAIT);
      signIn = client.signIn(email);
      await Promise.race([signIn, delay(1000)]);
    });
    expect((await edit!).status).toBe(200);
    await signIn;
    expect(await leftOver()).toEqual([]);
  });

  const passwordChange = { oldPassword: PASSWORD, newPassword: 'a new one 12', confirmNewPassword: 'a new one 12' };

  it('keeps the password that was set in the meantime', async () => {
    await client.signIn(email);
    onceVerified = () => change({ passwordHash: 'another' });
    expect(await client.post('/auth/set_password', passwordChange)).toMatchObject({ status: 409 });
    const [row] = await server.database.db.select().from(users).where(eq(users.id, userId));
    expect(row!.passwordHash).toBe('another');
  });

  it('keeps its password when the session that changes it ends in the meantime', async () => {
    await client.signIn(email);
    onceVerified = async () => server.database.db.delete(sessions).where(eq(sessions.userId, userId));
    expect(await client.post('/auth/set_password', passwordChange)).toMatchObject({ status: 401 });
    const [row] = await server.database.db.select().from(users).where(eq(users.id, userId));
    expect(row!.passwordHash).toBe(hash);
  });

  it('switches a second factor on once, and returns one set of recovery codes', async () => {
    await client.signIn(email);
    const { secret } = (await client.post<{ secret: string }>('/auth/two_factor/enrol')).body;
    const code = new TOTP({ secret }).generate({ timestamp: server.clock.now().getTime() });
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => client.post('/auth/two_factor/confirm', { code })),
    );
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409, 409, 409]);
    const kept = await server.database.db.select().from(recoveryCodes).where(eq(recoveryCodes.userId, userId));
    expect(kept).toHaveLength(10);
  });
});
