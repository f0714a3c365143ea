import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { users } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { PERMISSION_TOKENS, type PermissionToken } from '@overlook/shared/permissions';
import { buildApp } from '../../app.ts';
import { readEnv } from '../../env.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

/** All tokens about users, teams and roles, and nothing else. */
const HELPDESK_TOKENS = PERMISSION_TOKENS.filter(({ category }) => ['Users', 'Teams', 'Roles'].includes(category)).map(
  (row) => row.token,
);
const ALL_TOKENS: PermissionToken[] = PERMISSION_TOKENS.map((row) => row.token);

let server: TestServer;
let admin: TestPerson;
let helpdesk: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await aPerson(server, { name: 'Ada', allowed: ALL_TOKENS });
  helpdesk = await aPerson(server, { name: 'Hilde', allowed: HELPDESK_TOKENS });
});
afterAll(() => server.close());
const db = () => server.database.db;

const formOf = async (id: number) => {
  const [user] = await db().select().from(users).where(eq(users.id, id));
  return { firstName: user!.firstName, lastName: user!.lastName, email: user!.email };
};
const TAKE_REFUSED = 'You cannot take away permissions that you do not hold yourself: ';
const POWERFUL = 'You cannot do this to a person who holds permissions that you do not hold.';

describe('a helpdesk without VIEW and LICENSING', () => {
  it('does not take the roles of an administrator, in the user, the role or the team', async () => {
    const refused = { status: 403, body: { error: expect.stringContaining(TAKE_REFUSED) as string } };
    const form = await formOf(admin.id);
    expect(await helpdesk.ask('POST', `/users/put/${admin.id}`, { ...form, roleList: [] })).toMatchObject(refused);
    const role = { displayName: 'x', userList: [], teamList: [] };
    expect(await helpdesk.ask('POST', `/permissions/roles/put/${admin.roleId}`, role)).toMatchObject(refused);
    expect(await helpdesk.ask('GET', `/permissions/roles/delete/${admin.roleId}`)).toMatchObject(refused);

    const everything = await aRole(db(), { allowed: ALL_TOKENS });
    const team = await aTeam(db(), { roleIds: [everything.id] });
    await aUser(db(), { teamIds: [team.id] });
    const put = `/permissions/teams/put/${team.id}`;
    expect(await helpdesk.ask('POST', put, { displayName: 'x', userList: [] })).toMatchObject(refused);
    expect(await helpdesk.ask('POST', put, { displayName: 'x', roleList: [] })).toMatchObject(refused);
    expect(await helpdesk.ask('GET', `/permissions/teams/delete/${team.id}`)).toMatchObject(refused);
    expect((await admin.ask('GET', '/users')).status).toBe(200);
  });

  it('does not take the administration of people who hold more, though it holds that part itself', async () => {
    const administration = await aRole(db(), { allowed: HELPDESK_TOKENS });
    const views = await aRole(db(), { allowed: ['VIEW:TEXTURED'] });
    const other = await aUser(db(), { roleIds: [administration.id, views.id] });
    const form = await formOf(other.id);
    const refused = { status: 403, body: { error: POWERFUL } };
    expect(await helpdesk.ask('POST', `/users/put/${other.id}`, { ...form, roleList: [views.id] })).toMatchObject(
      refused,
    );
    const denied = Object.fromEntries(HELPDESK_TOKENS.map((token) => [token, false]));
    const role = { displayName: 'x', explicitPermissions: { 0: denied } };
    expect(await helpdesk.ask('POST', `/permissions/roles/put/${administration.id}`, role)).toMatchObject(refused);
  });

  it('does not rename, disable, archive or delete people who hold more, disabled ones neither', async () => {
    const everything = await aRole(db(), { allowed: ALL_TOKENS });
    const active = await aUser(db(), { roleIds: [everything.id] });
    const disabled = await aUser(db(), { roleIds: [everything.id], disabledAt: new Date() });
    const refused = { status: 403, body: { error: POWERFUL } };
    for (const { id } of [active, disabled]) {
      const form = { ...(await formOf(id)), firstName: 'Renamed' };
      expect(await helpdesk.ask('POST', `/users/put/${id}`, form)).toMatchObject(refused);
      expect(await helpdesk.ask('POST', `/users/${id}/disable`)).toMatchObject(refused);
      expect(await helpdesk.ask('POST', `/users/${id}/archive`)).toMatchObject(refused);
      expect(await helpdesk.ask('GET', `/users/delete/${id}`)).toMatchObject(refused);
    }
  });

  it('cannot give permissions to disabled and archived people and to teams without members', async () => {
    const everything = await aRole(db(), { allowed: ALL_TOKENS });
    const refused = { status: 403, body: { error: expect.stringContaining('You cannot give permissions') as string } };
    for (const columns of [{ disabledAt: new Date() }, { archivedAt: new Date() }]) {
      const { id } = await aUser(db(), columns);
      const form = { ...(await formOf(id)), roleList: [everything.id] };
      expect(await helpdesk.ask('POST', `/users/put/${id}`, form)).toMatchObject(refused);
    }
    const team = { displayName: 'Empty', userList: [], roleList: [everything.id] };
    expect(await helpdesk.ask('POST', '/permissions/teams', team)).toMatchObject(refused);
    const empty = await aTeam(db());
    expect(
      await helpdesk.ask('POST', `/permissions/teams/put/${empty.id}`, { displayName: 'x', roleList: [everything.id] }),
    ).toMatchObject(refused);
    const role = { displayName: 'x', teamList: [empty.id] };
    expect(await helpdesk.ask('POST', `/permissions/roles/put/${everything.id}`, role)).toMatchObject(refused);
  });

  it('can still administer people who hold no more than itself', async () => {
    const role = await aRole(db(), { allowed: ['USERS:VIEW'] });
    const { id } = await aUser(db(), { roleIds: [role.id] });
    const form = { ...(await formOf(id)), firstName: 'Renamed', roleList: [] };
    expect((await helpdesk.ask('POST', `/users/put/${id}`, form)).status).toBe(200);
    expect((await helpdesk.ask('POST', `/users/${id}/disable`)).status).toBe(200);
    expect((await helpdesk.ask('POST', `/users/${id}/enable`)).status).toBe(200);
    expect((await helpdesk.ask('GET', `/users/delete/${id}`)).status).toBe(200);
  });
});

describe('the last holder of a permission', () => {
  it('keeps it: a change after which no one could give it is refused, and the permission is named', async () => {
    const own = await startTestServer();
    const refused = { status: 409, body: { error: expect.stringContaining('View licensing') as string } };
    const seeded = await own.database.db.select().from(users).where(eq(users.email, own.people.admin));
    const first = await aPerson(own, { allowed: ALL_TOKENS });
    const keep = Object.fromEntries(ALL_TOKENS.map((token) => [token, true]));
    const answers = { 0: { ...keep, 'LICENSING:VIEW': false } };
    const put = `/permissions/roles/put/${first.roleId}`;
    expect((await first.ask('POST', `/users/${seeded[0]!.id}/disable`)).status).toBe(200);
    expect(await first.ask('POST', put, { displayName: 'x', explicitPermissions: answers })).toMatchObject(refused);
    // A person who holds it but cannot edit roles cannot give it back.
    await aPerson(own, { allowed: ['LICENSING:VIEW'] });
    expect(await first.ask('POST', put, { displayName: 'x', explicitPermissions: answers })).toMatchObject(refused);
    await aPerson(own, { allowed: ['LICENSING:VIEW', 'ROLES:VIEW', 'USERS:UPDATE'] });
    expect((await first.ask('POST', put, { displayName: 'x', explicitPermissions: answers })).status).toBe(200);
    await own.close();
  });
});

describe('a second process on the same database', () => {
  it('refuses changes of a person who has just lost permissions in the first', async () => {
    const { database, clock, filesDir, webDir } = server;
    const second = await buildApp({ env: readEnv({ LOG_LEVEL: 'silent' }), db: database.db, filesDir, webDir, clock });
    const demoted = await aPerson(server, { allowed: ALL_TOKENS });
    const victim = await aUser(database.db);
    const headers = { authorization: `Bearer ${demoted.token}` };
    const remove = () => second.inject({ url: `/api/users/delete/${victim.id}`, headers });
    expect((await second.inject({ url: '/api/users', headers })).statusCode).toBe(200);
    const put = `/users/put/${demoted.id}`;
    expect((await admin.ask('POST', put, { ...(await formOf(demoted.id)), roleList: [] })).status).toBe(200);
    expect((await remove()).statusCode).toBe(403);
    await second.close();
  });
});
