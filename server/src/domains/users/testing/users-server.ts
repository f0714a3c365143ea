import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll } from 'vitest';
import { auditEntries, users } from '@overlook/db/schema';
import { anAdministrator, type TestPerson } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/test-server.ts';

/** A server with an administrator who holds every permission. Call it once, outside of tests. */
export function usersServer() {
  let server: TestServer;
  let admin: TestPerson;
  beforeAll(async () => {
    server = await startTestServer();
    admin = await anAdministrator(server);
  });
  afterAll(() => server.close());

  const db = () => server.database.db;
  /** The form of a new user. */
  const body = (change: object = {}) => ({
    firstName: 'Ana',
    lastName: 'Ruiz',
    email: `ana.${Math.random().toString(36).slice(2)}@overlook.example`,
    password: 'six of them',
    ...change,
  });
  const rowOf = async (id: number) => (await db().select().from(users).where(eq(users.id, id)))[0]!;
  /** The newest entry of the audit log about a subject. */
  const lastEntry = async (subject: string) =>
    (
      await db()
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.subject, subject))
        .orderBy(desc(auditEntries.id))
        .limit(1)
    )[0]!;

  return {
    get server() {
      return server;
    },
    get admin() {
      return admin;
    },
    db,
    body,
    rowOf,
    lastEntry,
  };
}
