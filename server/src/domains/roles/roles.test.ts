import { and, desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries, rolePermissions, roles, userRoles } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { ADMINISTRATION_TOKENS } from '@overlook/shared/permissions';
import { anAdministrator, aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestPerson;
let plant: number;
let farm: number;
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdministrator(server);
  ({ plant, farm } = server.siteIds);
});
afterAll(() => server.close());
const db = () => server.database.db;
const answersOf = async (roleId: number) =>
  (await db().select().from(rolePermissions).where(eq(rolePermissions.roleId, roleId))).map(
    ({ siteId, token, allowed }) => `${siteId} ${token} ${allowed}`,
  );

describe('a role', () => {
  it('is created, edited and deleted with its users, teams and entries, with a new version each time', async () => {
    const person = await aUser(db());
    const team = await aTeam(db());
    const sent = {
      displayName: ' Site engineer ',
      description: 'Of the plant\nand the farm',
      userList: [person.id],
      teamList: [team.id],
      explicitPermissions: { 0: { 'TOOLS:MEASURE': true }, [plant]: { 'VIEW:CAD': true, 'MOC:VIEW': false } },
    };
    const created = await admin.ask('POST', '/permissions/roles', sent);
    expect(created).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        role: {
          displayName: 'Site engineer',
          userCount: 1,
          version: 1,
          userList: [{ id: person.id, email: person.email }],
          teamList: [{ id: team.id, displayName: team.displayName }],
          explicitPermissions: sent.explicitPermissions,
        },
      },
    });
    const { id } = created.body.role;
    expect((await admin.ask('GET', `/users/${person.id}`)).body.user).toMatchObject({ version: 2, roleList: [{ id }] });

    const edited = {
      displayName: 'Engineer',
      explicitPermissions: { [plant]: { 'VIEW:CAD': false, 'MOC:VIEW': null } },
    };
    const saved = await admin.ask('PUT', `/permissions/roles/put/${id}`, { ...edited, version: 1 });
    expect(saved.body.role).toMatchObject({ displayName: 'Engineer', description: sent.description, version: 2 });
    expect(saved.body.role.explicitPermissions).toEqual({ [plant]: { 'VIEW:CAD': false } });
    expect(saved.body.role.userList).toHaveLength(1);
    const [entry] = await db().select().from(auditEntries).where(eq(auditEntries.action, 'roles.update'));
    expect(entry).toMatchObject({
      subject: `role:${id}`,
      details: {
        name: 'Site engineer',
        changed: { displayName: { from: 'Site engineer', to: 'Engineer' } },
        answers: expect.arrayContaining([{ siteId: plant, token: 'VIEW:CAD', from: true, to: false }]),
      },
    });

    const all = (await admin.ask('GET', '/permissions/roles')).body.roles;
    expect(all.find((role: { id: number }) => role.id === id)).toEqual(saved.body.role);
    expect((await admin.ask('GET', `/permissions/roles/delete/${id}`)).body).toEqual({ status: 'success' });
    expect((await admin.ask('GET', `/permissions/roles/${id}`)).status).toBe(404);
    expect((await admin.ask('GET', `/permissions/roles/delete/${id}`)).status).toBe(404);
    expect((await admin.ask('GET', `/users/${person.id}`)).body.user).toMatchObject({ version: 3, roleList: [] });
  });

  it.each([
    [{ displayName: ' ' }, 'displayName', 'Please enter a display name'],
    [{ userList: [2_000_000] }, 'userList', 'There is no such user.'],
    [{ teamList: [2_000_000] }, 'teamList', 'There is no such team.'],
    [
      { explicitPermissions: { 2000000: { 'VIEW:CAD': true } } },
      'explicitPermissions.2000000',
      'There is no such site.',
    ],
    [{ explicitPermissions: { 1: { X: true } } }, 'explicitPermissions.1.X', 'There is no such permission'],
    ...['{"__proto__":{"VIEW:CAD":true}}', '{"0":{"__proto__":true}}'].map((json): [object, string, string] => [
      { explicitPermissions: JSON.parse(json) as object },
      json.startsWith('{"0"') ? 'explicitPermissions.0.__proto__' : 'explicitPermissions.__proto__',
      'There is no such field',
    ]),
  ])('with %j is refused and leaves nothing', async (change, field, sentence) => {
    const before = (await db().select().from(roles)).length;
    const answer = await admin.ask('POST', '/permissions/roles', { displayName: 'x', ...change });
    expect(answer).toMatchObject({ status: 400, body: { fields: { [field]: sentence } } });
    expect(await db().select().from(roles)).toHaveLength(before);
  });

  it('that got a member meanwhile is not overwritten by a person who has not seen that', async () => {
    const role = await aRole(db());
    const person = await aUser(db());
    const { version } = (await admin.ask('GET', `/permissions/roles/${role.id}`)).body.role;
    const put = { firstName: 'A', lastName: 'B', email: person.email, roleList: [role.id] };
    expect((await admin.ask('POST', `/users/put/${person.id}`, put)).status).toBe(200);
    const stale = { displayName: 'x', userList: [], version };
    const refused = await admin.ask('POST', `/permissions/roles/put/${role.id}`, stale);
    expect(refused.body.error).toMatch(/^Ada .* changed this role on .* UTC\. Nothing was saved\./);
    expect(await db().select().from(userRoles).where(eq(userRoles.roleId, role.id))).toHaveLength(1);
  });

  it('keeps its entries at sites that do not exist for the editor, who does not see them', async () => {
    const role = await aRole(db(), { entries: { [farm]: { 'VIEW:CAD': false }, [plant]: { 'VIEW:CAD': true } } });
    const entries = { [plant]: { 'VIEW:TEXTURED': true, 'VIEW:CAD': true } };
    const local = await aPerson(server, { allowed: ADMINISTRATION_TOKENS, entries });
    const seen = (await local.ask('GET', `/permissions/roles/${role.id}`)).body.role.explicitPermissions;
    expect(seen).toEqual({ [plant]: { 'VIEW:CAD': true } });
    const saved = { displayName: 'x', explicitPermissions: {} };
    expect((await local.ask('POST', `/permissions/roles/put/${role.id}`, saved)).status).toBe(200);
    expect(await answersOf(role.id)).toEqual([`${farm} VIEW:CAD false`]);
    const elsewhere = { ...saved, explicitPermissions: { [farm]: { 'VIEW:CAD': null } } };
    expect(await local.ask('POST', `/permissions/roles/put/${role.id}`, elsewhere)).toMatchObject({
      status: 400,
      body: { fields: { [`explicitPermissions.${farm}`]: 'There is no such site.' } },
    });
  });

  it('gives and takes at once', async () => {
    const person = await aPerson(server);
    const sites = async () => (await person.ask('GET', '/sites/all')).body.sites.length;
    expect(await sites()).toBe(0);
    const edited = { displayName: 'x', explicitPermissions: { 0: { 'VIEW:TEXTURED': true } } };
    await admin.ask('POST', `/permissions/roles/put/${person.roleId}`, edited);
    expect(await sites()).toBe(2);
    await admin.ask('POST', `/permissions/roles/put/${person.roleId}`, { ...edited, explicitPermissions: {} });
    expect(await sites()).toBe(0);
  });
});

describe('callers give only what they hold', () => {
  const local = () =>
    aPerson(server, { allowed: ADMINISTRATION_TOKENS, entries: { [plant]: { 'VIEW:TEXTURED': true } } });

  it('by an entry for a permission that they do not hold, in a role without holders', async () => {
    const junior = await local();
    const create = (explicitPermissions: object) =>
      junior.ask('POST', '/permissions/roles', { displayName: 'x', explicitPermissions });
    expect(await create({ [plant]: { 'VIEW:CAD': true } })).toMatchObject({ status: 403 });
    expect(await create({ 0: { 'VIEW:TEXTURED': true } })).toMatchObject({ status: 403 });
    expect(await create({ [plant]: { 'VIEW:TEXTURED': true, 'VIEW:CAD': false } })).toMatchObject({ status: 200 });
  });

  it('by removing a Deny, as an entry or with its role', async () => {
    const junior = await local();
    const allow = await aRole(db(), { allowed: ['VIEW:CAD'] });
    const deny = await aRole(db(), { entries: { [plant]: { 'VIEW:CAD': false } } });
    await aUser(db(), { roleIds: [allow.id, deny.id] });
    const cleared = { displayName: 'x', explicitPermissions: {} };
    expect((await junior.ask('POST', `/permissions/roles/put/${deny.id}`, cleared)).status).toBe(403);
    expect((await junior.ask('GET', `/permissions/roles/delete/${deny.id}`)).status).toBe(403);
    expect(await answersOf(deny.id)).toHaveLength(1);
    const refused = and(eq(auditEntries.subject, `role:${deny.id}`), eq(auditEntries.refusal, 'FORBIDDEN'));
    expect(await db().select().from(auditEntries).where(refused).orderBy(desc(auditEntries.id))).toHaveLength(2);
    expect((await admin.ask('GET', `/permissions/roles/delete/${deny.id}`)).status).toBe(200);
  });

  it('by making people hold it: users, and the members of teams', async () => {
    const junior = await local();
    const strong = await aRole(db(), { allowed: ['MOC:DELETE'] });
    const person = await aUser(db());
    const team = await aTeam(db());
    await aUser(db(), { teamIds: [team.id] });
    const put = (lists: object) =>
      junior.ask('POST', `/permissions/roles/put/${strong.id}`, { displayName: 'x', ...lists });
    expect((await put({ userList: [person.id] })).status).toBe(403);
    expect((await put({ teamList: [team.id] })).status).toBe(403);
    expect((await put({ userList: [junior.id] })).status).toBe(403);
    const teamPut = { displayName: 'x', roleList: [strong.id] };
    expect((await junior.ask('POST', `/permissions/teams/put/${team.id}`, teamPut)).status).toBe(403);
    expect((await admin.ask('POST', `/permissions/teams/put/${team.id}`, teamPut)).status).toBe(200);
  });

  it('by removing their own administration', async () => {
    const own = { displayName: 'x', explicitPermissions: { 0: { 'USERS:VIEW': true } } };
    expect(await admin.ask('POST', `/permissions/roles/put/${admin.roleId}`, own)).toMatchObject({ status: 409 });
    expect(await admin.ask('GET', `/permissions/roles/delete/${admin.roleId}`)).toMatchObject({ status: 409 });
  });
});

describe('a preview', () => {
  it('counts people who gain and lose permissions, by site, and stores nothing', async () => {
    const role = await aRole(db(), { entries: { [plant]: { 'VIEW:CAD': true } } });
    const team = await aTeam(db(), { roleIds: [role.id] });
    const direct = await aUser(db(), { firstName: 'Bo', roleIds: [role.id] });
    await aUser(db(), { firstName: 'Al', teamIds: [team.id] });
    const safe = await aRole(db(), { entries: { [plant]: { 'VIEW:CAD': true } } });
    await aUser(db(), { firstName: 'Cy', roleIds: [role.id, safe.id] });
    await aUser(db(), { roleIds: [role.id], disabledAt: new Date() });
    const draft = { id: role.id, displayName: 'x', explicitPermissions: { [farm]: { 'VIEW:SHADED': true } } };
    const { status, body } = await mutate(server, admin.token, 'roles.preview', draft);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      userCount: 3,
      teamCount: 1,
      refusal: null,
      changes: [
        { siteId: plant, token: 'VIEW:CAD', gained: 0, lost: 2 },
        { siteId: farm, token: 'VIEW:SHADED', gained: 3, lost: 0 },
      ],
      people: [
        { firstName: 'Al', gained: 1, lost: 1 },
        { id: direct.id, firstName: 'Bo', gained: 1, lost: 1 },
        { firstName: 'Cy', gained: 1, lost: 0 },
      ],
    });
    expect(await answersOf(role.id)).toEqual([`${plant} VIEW:CAD true`]);
    expect(
      await db()
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.subject, `role:${role.id}`)),
    ).toEqual([]);
  });

  it('says why saving would be refused, and of a new role what it would do', async () => {
    const own = { id: admin.roleId, displayName: 'x', explicitPermissions: {} };
    expect((await mutate(server, admin.token, 'roles.preview', own)).body).toMatchObject({
      refusal: 'This would take away your own permission to administer.',
    });
    const person = await aUser(db());
    const before = (await db().select().from(roles)).length;
    const fresh = { displayName: 'x', userList: [person.id], explicitPermissions: { 0: { 'VIEW:CAD': true } } };
    const { body } = await mutate(server, admin.token, 'roles.preview', fresh);
    expect(body.changes.map((row: { siteId: number }) => row.siteId)).toEqual([0, plant, farm]);
    expect(await db().select().from(roles)).toHaveLength(before);
    const wrong = { displayName: 'x', userList: [2_000_000] };
    expect((await mutate(server, admin.token, 'roles.preview', wrong)).status).toBe(400);
  });
});

describe('explaining access', () => {
  it('gives the chain, the deciding entries, and the result of a draft', async () => {
    const viewer = await aRole(db(), {
      displayName: 'Viewer',
      entries: { 0: { 'VIEW:CAD': true }, [farm]: { 'VIEW:CAD': true } },
    });
    const engineer = await aRole(db(), { displayName: 'Site engineer' });
    const team = await aTeam(db(), { displayName: 'Shutdown 2026', roleIds: [engineer.id] });
    const person = await aUser(db(), { roleIds: [viewer.id], teamIds: [team.id] });
    const ask = (input: object) =>
      query(server, admin.token, 'permissions.explain', {
        userId: person.id,
        siteId: farm,
        token: 'VIEW:CAD',
        ...input,
      });
    expect((await ask({})).body).toMatchObject({ isAllowed: true, reason: 'siteAllow', isActive: true });
    const draft = { roleId: engineer.id, explicitPermissions: { [farm]: { 'VIEW:CAD': false } } };
    expect((await ask({ draft })).body).toEqual({
      isAllowed: false,
      reason: 'siteDeny',
      isActive: true,
      links: [
        {
          role: { id: engineer.id, displayName: 'Site engineer' },
          team: { id: team.id, displayName: 'Shutdown 2026' },
          siteId: farm,
          allowed: false,
          isDecisive: true,
        },
        ...[farm, 0].map((siteId) => ({
          role: { id: viewer.id, displayName: 'Viewer' },
          team: null,
          siteId,
          allowed: true,
          isDecisive: false,
        })),
      ],
    });
    expect((await ask({ siteId: 0 })).body).toMatchObject({ isAllowed: true, reason: 'globalAllow' });
    expect((await ask({ token: 'MOC:VIEW' })).body).toMatchObject({ isAllowed: false, reason: 'silent', links: [] });
    for (const wrong of [{ userId: 2_000_000 }, { siteId: 2_000_000 }]) expect((await ask(wrong)).status).toBe(404);
    for (const wrong of [{ token: 'NONE' }, { siteId: -1 }]) expect((await ask(wrong)).status).toBe(400);
  });
});

describe('lists', () => {
  it('are searched, sorted and paged', async () => {
    for (const displayName of ['Zed_100% one', 'Zed_100% two', 'Zedx100y three']) await aRole(db(), { displayName });
    const page = (input: object) => query(server, admin.token, 'roles.page', input);
    const { body } = await page({ search: 'zed_100%', direction: 'desc', pageSize: 1 });
    expect(body).toMatchObject({ total: 2, roles: [{ displayName: 'Zed_100% two', userCount: 0 }] });
    const counts = (await page({ sort: 'userCount', direction: 'desc' })).body.roles.map(
      (role: { userCount: number }) => role.userCount,
    );
    expect(counts).toEqual([...counts].sort((a, b) => b - a));
    expect((await page({ sort: 'password' })).status).toBe(400);
  });

  it('put names before descriptions where that is asked for', async () => {
    const names = ['Xyl overseers', 'Deputy Xyl', 'Zz Xylem', 'Aa others'];
    for (const displayName of names) await aRole(db(), { displayName, description: 'Xyl of all kinds' });
    const { body } = await query(server, admin.token, 'roles.page', { search: 'xyl', sort: 'match' });
    expect(body.roles.map((role: { displayName: string }) => role.displayName)).toEqual([
      'Xyl overseers',
      'Deputy Xyl',
      'Zz Xylem',
      'Aa others',
    ]);
  });
});
