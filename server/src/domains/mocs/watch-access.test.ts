import { afterAll, beforeAll, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { mocs, sessions, userRoles } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { aPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';
import { createAccess } from '../../sessions/access.ts';
import { eachMoc } from './load-mocs.ts';

let server: TestServer;
let siteId: number;
beforeAll(async () => {
  server = await startTestServer();
  siteId = server.siteIds.plant;
  const names = ['Tie-in', 'Flare tip', 'Pump'];
  await server.database.db
    .insert(mocs)
    .values(names.map((name) => ({ siteId, name, documentNumber: 'MOC-9', description: '<p>why</p>' })));
});
afterAll(() => server.close());

/** A person's reading of all changes, which has given the first one. */
async function begun() {
  const person = await aPerson(server, { entries: { [siteId]: { 'VIEW:TEXTURED': true, 'MOC:VIEW': true } } });
  const { database, app, clock } = server;
  const access = createAccess(database.db, clock);
  const session = (await access.session(person.token))!;
  const caller = { ...session, via: 'bearer', permissions: await access.permissions(person.id) } as const;
  const ended = new AbortController().signal;
  const ctx = { db: database.db, log: app.log, access, caller, ended } as unknown as SignedInContext;
  const reading = eachMoc(ctx, { siteId });
  expect((await reading.next()).value.name).toBe('Pump');
  return { person, reading, access };
}

it('the changes are read on while the access of others changes', async () => {
  const { reading, access } = await begun();
  access.forget();
  expect((await reading.next()).value.name).toBe('Flare tip');
  expect((await reading.next()).value.name).toBe('Tie-in');
  expect((await reading.next()).done).toBe(true);
});

it('the changes are not read on after the permission is removed', async () => {
  const { person, reading, access } = await begun();
  await server.database.db.delete(userRoles).where(eq(userRoles.userId, person.id));
  access.forget();
  await expect(reading.next()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

it('the changes are not read on after the session has ended', async () => {
  const { person, reading, access } = await begun();
  await server.database.db.delete(sessions).where(eq(sessions.userId, person.id));
  access.forget();
  await expect(reading.next()).rejects.toMatchObject({ code: 'NOT_SIGNED_IN' });
});
