import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '@overlook/db/schema';
import { OWN_CHANGES_IN_WINDOW, SIGN_IN_WINDOW_MS } from '@overlook/shared/config';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import { aPerson, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());

const kept = ({ id }: TestPerson, action: string) =>
  server.database.db.$count(auditEntries, and(eq(auditEntries.userId, id), eq(auditEntries.action, action)));

describe('changes of one’s own account', () => {
  it('are limited in number, so that the audit cannot be filled, and possible again later', async () => {
    const [person, other] = [await aPerson(server), await aPerson(server)];
    const change = (who: TestPerson) => who.ask('POST', '/auth/update_account', { firstName: 'Kim', lastName: 'Lee' });
    const done = { at: server.clock.now(), userId: person.id, action: 'auth.updateAccount' };
    await server.database.db.insert(auditEntries).values(Array.from({ length: OWN_CHANGES_IN_WINDOW - 2 }, () => done));
    const answers = await Promise.all([1, 2, 3, 4].map(() => change(person)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429]);
    expect((await change(person)).body).toMatchObject({ error: ACCOUNT_MESSAGES['account.tooManyChanges'] });
    expect((await change(other)).status).toBe(200);
    server.clock.advance(SIGN_IN_WINDOW_MS);
    expect((await change(person)).status).toBe(200);
  });

  it('leave no entry where there was no other session to end', async () => {
    const person = await aPerson(server);
    for (let times = 0; times < 3; times++)
      expect((await person.ask('POST', '/auth/sessions/end_others')).status).toBe(200);
    expect(await kept(person, 'auth.endOtherSessions')).toBe(0);
  });
});
