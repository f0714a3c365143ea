import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, recoveryCodes, sessions, users } from '@overlook/db/schema';
import { anAdministrator, aPerson, mutate, type TestPerson } from '../../testing/people.ts';
import { mailsTo } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdministrator(server);
});
afterAll(() => server.close());

const db = () => server.database.db;
const clear = (by: TestPerson, id: number) => mutate(server, by.token, 'users.clearTwoFactor', { id });
const rowOf = async (id: number) => (await db().select().from(users).where(eq(users.id, id)))[0]!;

/** A user whose second factor is on, and their row in the database. */
async function withFactor(grants: Parameters<typeof aPerson>[1] = {}) {
  const person = await aPerson(server, grants);
  await db().update(users).set({ totpSecret: 'sealed', totpLastStep: 7 }).where(eq(users.id, person.id));
  await db()
    .insert(recoveryCodes)
    .values({ userId: person.id, codeHash: `code of ${person.id}` });
  return person;
}

describe('clearing a lost second factor', () => {
  it('deletes the secret and the recovery codes, ends the sessions, informs the owner and is audited', async () => {
    const robin = await withFactor();
    const { version } = await rowOf(robin.id);
    const { status, body } = await clear(admin, robin.id);
    expect([status, body['user'].data.security]).toEqual([200, { enable2FA: false }]);
    expect(await rowOf(robin.id)).toMatchObject({ totpSecret: null, totpLastStep: null, version });
    expect(await db().select().from(recoveryCodes).where(eq(recoveryCodes.userId, robin.id))).toEqual([]);
    expect(await db().select().from(sessions).where(eq(sessions.userId, robin.id))).toEqual([]);
    expect((await robin.ask('GET', '/auth/check')).status).toBe(401);
    expect((await mailsTo(server, robin.email)).at(-1)!.subject).toBe('Two-factor authentication was cleared');
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({
      userId: admin.id,
      action: 'users.clearTwoFactor',
      subject: `user:${robin.id}`,
      refusal: null,
    });
  });

  it('is refused without a second factor, for an unknown user, and for oneself', async () => {
    const plain = await aPerson(server);
    expect((await clear(admin, plain.id)).status).toBe(409);
    expect((await clear(admin, 2_000_000_000)).status).toBe(404);
    await db().update(users).set({ totpSecret: 'sealed' }).where(eq(users.id, admin.id));
    expect((await clear(admin, admin.id)).status).toBe(409);
    expect((await rowOf(admin.id)).totpSecret).toBe('sealed');
  });

  it('is refused to people who hold fewer permissions than its owner', async () => {
    const clerk = await aPerson(server, { allowed: ['USERS:VIEW', 'USERS:UPDATE'] });
    const chief = await withFactor({ allowed: ['USERS:VIEW', 'TEAMS:UPDATE'] });
    const { status, body } = await clear(clerk, chief.id);
    expect([status, body['error']]).toEqual([
      403,
      'You cannot do this to a person who holds permissions that you do not hold.',
    ]);
    expect((await rowOf(chief.id)).totpSecret).toBe('sealed');
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ userId: clerk.id, action: 'users.clearTwoFactor', refusal: 'FORBIDDEN' });
  });
});
