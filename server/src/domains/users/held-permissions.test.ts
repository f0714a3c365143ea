import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { users } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { anAdministrator, aPerson, askAs, mutate } from '../../testing/people.ts';
import { startTestServer } from '../../testing/test-server.ts';
import { usersServer } from './testing/users-server.ts';

const place = usersServer();
const { db, body, rowOf, lastEntry } = place;

describe('callers give only what they hold', () => {
  const allowed = ['USERS:VIEW', 'USERS:CREATE', 'USERS:UPDATE', 'USERS:ARCHIVE', 'VIEW:TEXTURED'] as const;

  it('by giving what they do not hold: a role, a team, an enabled or restored account', async () => {
    const junior = await aPerson(place.server, { allowed });
    const { plant } = place.server.siteIds;
    const more = await aRole(db(), { entries: { [plant]: { 'VIEW:CAD': true } } });
    const team = await aTeam(db(), { roleIds: [more.id] });
    const hold = { userId: junior.id, refusal: 'FORBIDDEN' };
    const sentence = 'You cannot give permissions that you do not hold yourself: View project layers.';
    for (const lists of [{ roleList: [more.id] }, { teamList: [team.id] }])
      expect(await junior.ask('POST', '/users', body(lists))).toMatchObject({ status: 403, body: { error: sentence } });
    const person = await aUser(db(), { disabledAt: new Date(), roleIds: [more.id] });
    const archived = await aUser(db(), { archivedAt: new Date(), roleIds: [more.id] });
    expect(await junior.ask('POST', `/users/${person.id}/enable`)).toMatchObject({ status: 403 });
    expect(await lastEntry(`user:${person.id}`)).toMatchObject({ ...hold, action: 'users.enable' });
    expect((await rowOf(person.id)).disabledAt).not.toBeNull();
    expect((await mutate(place.server, junior.token, 'users.restore', { id: archived.id })).status).toBe(403);
    const own = await aRole(db(), { allowed: ['VIEW:TEXTURED'] });
    expect((await junior.ask('POST', '/users', body({ roleList: [own.id] }))).status).toBe(200);
    const self = { firstName: 'J', lastName: 'J', email: junior.email, roleList: [junior.roleId, more.id] };
    expect((await junior.ask('POST', `/users/put/${junior.id}`, self)).status).toBe(403);
  });

  it('by giving a permission for all sites, which includes future sites, while holding it at each', async () => {
    const { plant, farm } = place.server.siteIds;
    const entries = { [plant]: { 'VIEW:CAD': true }, [farm]: { 'VIEW:CAD': true } };
    const junior = await aPerson(place.server, { allowed: ['USERS:CREATE'], entries });
    const everywhere = await aRole(db(), { allowed: ['VIEW:CAD'] });
    const atEach = await aRole(db(), { entries });
    expect((await junior.ask('POST', '/users', body({ roleList: [everywhere.id] }))).status).toBe(403);
    expect((await junior.ask('POST', '/users', body({ roleList: [atEach.id] }))).status).toBe(200);
  });

  it('by taking the account of a user with more permissions', async () => {
    const junior = await aPerson(place.server, { allowed });
    const edit = (change: object) =>
      junior.ask('POST', `/users/put/${place.admin.id}`, {
        firstName: 'Ada',
        lastName: 'X',
        email: place.admin.email,
        ...change,
      });
    expect(await edit({ password: 'mine from now' })).toMatchObject({
      status: 403,
      body: { error: 'You cannot do this to a person who holds permissions that you do not hold.' },
    });
    expect((await edit({ email: 'mine@overlook.example' })).status).toBe(403);
    expect((await junior.ask('POST', `/users/${place.admin.id}/clearSSO`)).status).toBe(403);
    expect((await edit({})).status).toBe(403);
    expect((await place.admin.ask('GET', '/auth/check')).status).toBe(200);
  });

  it('by locking themselves out', async () => {
    for (const [method, path] of [
      ['POST', `/users/${place.admin.id}/disable`],
      ['POST', `/users/${place.admin.id}/archive`],
      ['GET', `/users/delete/${place.admin.id}`],
    ] as const)
      expect(await place.admin.ask(method, path)).toMatchObject({ status: 409 });
    const self = { firstName: 'Ada', lastName: 'X', email: place.admin.email, roleList: [] };
    expect(await place.admin.ask('POST', `/users/put/${place.admin.id}`, self)).toMatchObject({
      status: 409,
      body: { error: 'This would take away your own permission to administer.' },
    });
    expect((await place.admin.ask('GET', '/users')).status).toBe(200);
  });
});

describe('the last administrator', () => {
  it('remains, for any caller, and for two simultaneous calls', async () => {
    const own = await startTestServer();
    const database = own.database.db;
    const first = await anAdministrator(own);
    const seeded = (await database.select().from(users).where(eq(users.email, own.people.admin)))[0]!;
    const seededAsks = askAs(own, await own.token(own.people.admin));
    const answers = await Promise.all([
      first.ask('POST', `/users/${seeded.id}/disable`),
      seededAsks('POST', `/users/${first.id}/disable`),
    ]);
    // The slower one has lost access already, or is refused because no administrator would be left.
    const statuses = answers.map((answer) => answer.status).sort((a, b) => a - b);
    expect(statuses[0]).toBe(200);
    expect([401, 403, 409]).toContain(statuses[1]);
    const left = (await database.select().from(users).where(eq(users.id, first.id)))[0]!.disabledAt ? seeded : first;
    const ask = left === first ? first.ask : seededAsks;
    const stripped = { firstName: 'A', lastName: 'B', email: left.email, roleList: [] };
    expect(await ask('POST', `/users/put/${left.id}`, stripped)).toMatchObject({
      status: 409,
      body: { error: 'After this, no person could administer users, teams and roles.' },
    });
    await own.close();
  });
});
