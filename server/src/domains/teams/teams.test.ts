import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { PERMISSION_TOKENS } from '@overlook/shared/permissions';
import { anAdministrator, aPerson, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdministrator(server);
});
afterAll(() => server.close());
const db = () => server.database.db;

describe('a team', () => {
  it('is created, edited and deleted, and its members hold its roles at once', async () => {
    const role = await aRole(db(), { allowed: ['VIEW:TEXTURED'] });
    const person = await aPerson(server);
    const sites = async () => (await person.ask('GET', '/sites/all')).body.sites.length;
    expect(await sites()).toBe(0);
    const sent = { displayName: 'Shutdown', userList: [person.id], roleList: [role.id] };
    const created = await admin.ask('POST', '/permissions/teams', sent);
    expect(created.body.team).toMatchObject({
      displayName: 'Shutdown',
      description: '',
      membershipCount: 1,
      created: server.clock.now().toISOString(),
      version: 1,
      userList: [{ id: person.id }],
      roleList: [{ id: role.id, displayName: role.displayName }],
    });
    const { id } = created.body.team;
    expect(await sites()).toBe(2);
    const edited = { displayName: 'Survey', description: 'x', userList: [], version: 1 };
    const saved = await admin.ask('PUT', `/permissions/teams/put/${id}`, edited);
    expect(saved.body.team).toMatchObject({ displayName: 'Survey', membershipCount: 0, version: 2 });
    expect(saved.body.team.roleList).toHaveLength(1);
    expect(await sites()).toBe(0);
    expect((await admin.ask('POST', `/permissions/teams/put/${id}`, edited)).status).toBe(409);
    const lastSave = { version: 2, by: expect.stringMatching(/\w/), at: server.clock.now().toISOString() };
    expect(await query(server, admin.token, 'teams.lastSave', { id })).toMatchObject({ body: lastSave });
    expect((await admin.ask('GET', '/permissions/teams')).body.teams).toContainEqual(saved.body.team);
    expect((await admin.ask('GET', `/permissions/teams/delete/${id}`)).body).toEqual({ status: 'success' });
    expect((await admin.ask('GET', `/permissions/teams/${id}`)).status).toBe(404);
    const entries = await db()
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.subject, `team:${id}`));
    expect(entries.map(({ action, refusal }) => [action, refusal])).toEqual([
      ['teams.create', null],
      ['teams.update', null],
      ['teams.update', 'CONFLICT'],
      ['teams.delete', null],
    ]);
  });

  it('needs a name, and members and roles that exist', async () => {
    const create = (input: object) => admin.ask('POST', '/permissions/teams', input);
    expect(await create({})).toMatchObject({
      status: 400,
      body: { fields: { displayName: 'Please enter a display name' } },
    });
    expect(await create({ displayName: 'x', roleList: [2_000_000] })).toMatchObject({
      status: 400,
      body: { fields: { roleList: 'There is no such role.' } },
    });
  });

  it('that gives the caller their own administration cannot be deleted by them', async () => {
    const role = await aRole(db(), { allowed: PERMISSION_TOKENS.map((row) => row.token) });
    const team = await aTeam(db(), { roleIds: [role.id] });
    const member = await aPerson(server);
    const joined = { displayName: 'x', userList: [member.id] };
    expect((await admin.ask('POST', `/permissions/teams/put/${team.id}`, joined)).status).toBe(200);
    expect((await member.ask('GET', `/permissions/teams/delete/${team.id}`)).status).toBe(409);
    expect((await admin.ask('GET', `/permissions/teams/delete/${team.id}`)).status).toBe(200);
  });

  it('is in a list that is searched and sorted', async () => {
    const team = await aTeam(db(), { displayName: 'Überprüfung 漢字' });
    await aUser(db(), { teamIds: [team.id] });
    const page = await query(server, admin.token, 'teams.page', { search: '漢字 über', sort: 'membershipCount' });
    expect(page.body).toMatchObject({ total: 1, teams: [{ id: team.id, membershipCount: 1 }] });
  });
});
