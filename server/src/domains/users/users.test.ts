import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { mails, passwordResetTokens, sessions, snapshots, users } from '@overlook/db/schema';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { INVITATION_LIFE_MS } from '@overlook/shared/config';
import { ADMINISTRATION_TOKENS } from '@overlook/shared/permissions';
import { hashToken } from '../../services/tokens.ts';
import { aPerson, mutate, query, type TestPerson } from '../../testing/people.ts';
import { usersServer } from './testing/users-server.ts';

const place = usersServer();
const { db, body, rowOf, lastEntry } = place;

describe('creating a user', () => {
  it('gives them the requested values, records it and welcomes them', async () => {
    const role = await aRole(db(), { allowed: ['VIEW:CAD'] });
    const team = await aTeam(db());
    const sent = body({ email: 'Ana.Ruiz@Overlook.Example', roleList: [role.id], teamList: [String(team.id)] });
    const { status, body: answer } = await place.admin.ask('POST', '/users', sent);
    expect(status).toBe(200);
    expect(answer).toMatchObject({
      status: 'success',
      user: {
        email: 'ana.ruiz@overlook.example',
        disabled: false,
        disabledOn: null,
        archived: false,
        version: 1,
        roleList: [{ id: role.id, displayName: role.displayName }],
        teamList: [{ id: team.id, displayName: team.displayName }],
      },
    });
    expect(await lastEntry(`user:${answer.user.id}`)).toMatchObject({
      userId: place.admin.id,
      address: '127.0.0.1',
      action: 'users.create',
      refusal: null,
      details: { name: 'Ana Ruiz', roles: { added: [role.id] } },
    });
    expect(JSON.stringify(await lastEntry(`user:${answer.user.id}`))).not.toContain('six of them');
    expect(await db().select().from(mails).where(eq(mails.recipient, 'ana.ruiz@overlook.example'))).toHaveLength(1);
    const signedIn = await place.server.app.inject({
      method: 'POST',
      url: '/api/auth/sign_in',
      payload: { email: 'ana.ruiz@overlook.example', password: 'six of them' },
    });
    expect(signedIn.statusCode).toBe(200);
  });

  it('invites by a link that sets the first password, within fourteen days', async () => {
    const invited = { ...body({ isInvited: 'true' }), password: undefined };
    expect(await place.admin.ask('POST', '/users', invited)).toMatchObject({
      status: 200,
      body: { user: { data: { lastActive: null } } },
    });
    const [sent] = await db().select().from(mails).where(eq(mails.recipient, invited.email));
    const passwordResetToken = /\/users\/passwordreset\/(\S+)/.exec(sent!.body!)![1]!;
    const answerOf = async (url: string, payload: object) => {
      const { statusCode } = await place.server.app.inject({ method: 'POST', url, payload });
      return statusCode;
    };
    const chosen = { email: invited.email, password: 'my own choice' };
    expect(await answerOf('/api/auth/sign_in', chosen)).toBe(401);
    const [link] = await db()
      .select()
      .from(passwordResetTokens)
      .where(eq(passwordResetTokens.tokenHash, hashToken(passwordResetToken)));
    expect(Number(link!.expiresAt) - Number(link!.createdAt)).toBe(INVITATION_LIFE_MS);
    expect(await answerOf('/api/users/passwordreset', { ...chosen, passwordResetToken })).toBe(200);
    expect(await answerOf('/api/auth/sign_in', chosen)).toBe(200);
    expect(await answerOf('/api/users/passwordreset', { ...chosen, passwordResetToken })).toBe(400);
  });

  it.each([
    [{ firstName: '' }, 'firstName', 'Please enter a given name'],
    [{ email: 'a_b@c.d' }, 'email', 'Please enter a valid e-mail address'],
    [{ password: undefined }, 'password', 'Please enter a password'],
    [{ password: '12345' }, 'password', 'Password must be atleast 6 characters long'],
    [{ password: 'password1' }, 'password', 'This password is one of the most common. Choose another.'],
    [{ passwordConfirmation: 'else' }, 'passwordConfirmation', 'Password must match confirmation'],
    [{ roleList: [2_000_000] }, 'roleList', 'There is no such role.'],
    [{ teamList: [2_000_000] }, 'teamList', 'There is no such team.'],
  ])('with %j is refused and leaves nothing', async (change, field, sentence) => {
    const before = (await db().select().from(users)).length;
    const answer = await place.admin.ask('POST', '/users', body(change));
    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', fields: { [field]: sentence } } });
    expect(await db().select().from(users)).toHaveLength(before);
  });

  it('refuses the e-mail as password, and an address in use in any case', async () => {
    const own = body();
    expect(await place.admin.ask('POST', '/users', { ...own, password: own.email.toUpperCase() })).toMatchObject({
      status: 400,
      body: { fields: { password: 'The password must not be the e-mail address.' } },
    });
    expect(await place.admin.ask('POST', '/users', body({ email: place.admin.email.toUpperCase() }))).toMatchObject({
      status: 409,
      body: { error: 'There is a user with this e-mail address already.' },
    });
  });

  it('accepts names of every alphabet', async () => {
    const { body: answer } = await place.admin.ask(
      'POST',
      '/users',
      body({ firstName: '漢字 🗼', lastName: 'Ø'.repeat(100) }),
    );
    expect(answer.user).toMatchObject({ firstName: '漢字 🗼', lastName: 'Ø'.repeat(100) });
  });
});

describe('editing a user', () => {
  it('keeps the password when none is sent, and absent lists', async () => {
    const role = await aRole(db());
    const person = await aUser(db(), { roleIds: [role.id], passwordHash: 'x' });
    const edited = { firstName: 'New', lastName: 'Name', email: person.email, password: '' };
    const { status, body: answer } = await place.admin.ask('PUT', `/users/put/${person.id}`, edited);
    expect([status, answer.user.firstName, answer.user.version]).toEqual([200, 'New', 2]);
    expect(answer.user.roleList).toHaveLength(1);
    expect((await rowOf(person.id)).passwordHash).toBe('x');
    expect((await lastEntry(`user:${person.id}`)).details).toMatchObject({
      changed: { firstName: { from: 'Robin', to: 'New' } },
      isPasswordNew: false,
    });
  });

  it('tells the second of two editors the name and time of the first, and overwrites nothing', async () => {
    const person = await aUser(db());
    const edit = (by: TestPerson, firstName: string) =>
      by.ask('POST', `/users/put/${person.id}`, { firstName, lastName: 'X', email: person.email, version: 1 });
    const second = await aPerson(place.server, { allowed: ADMINISTRATION_TOKENS });
    expect((await edit(place.admin, 'First')).status).toBe(200);
    const refused = await edit(second, 'Second');
    expect(refused).toMatchObject({ status: 409, body: { code: 'CONFLICT' } });
    expect(refused.body.error).toMatch(/^Ada .* changed this user on 21 Nov 2026 \d\d:\d\d UTC\. Nothing was saved\./);
    expect((await rowOf(person.id)).firstName).toBe('First');
    expect(await lastEntry(`user:${person.id}`)).toMatchObject({ userId: second.id, refusal: 'CONFLICT' });
  });

  it('ends their other sessions and reset links with a new password, and mails them', async () => {
    const person = await aPerson(place.server);
    const expiresAt = new Date(place.server.clock.now().getTime() + 1000);
    await db()
      .insert(passwordResetTokens)
      .values({ tokenHash: `r${person.id}`, userId: person.id, expiresAt });
    const edited = { firstName: 'A', lastName: 'B', email: person.email, password: 'another one' };
    expect((await place.admin.ask('POST', `/users/put/${person.id}`, edited)).status).toBe(200);
    expect((await person.ask('GET', '/auth/check')).status).toBe(401);
    const resets = db().select().from(passwordResetTokens).where(eq(passwordResetTokens.userId, person.id));
    expect(await resets).toEqual([]);
    expect(await db().select().from(mails).where(eq(mails.recipient, person.email))).toHaveLength(1);
  });

  it('voids reset links with a new address, so that the old mailbox gives no access', async () => {
    const person = await aPerson(place.server);
    const expiresAt = new Date(place.server.clock.now().getTime() + 1000);
    await db()
      .insert(passwordResetTokens)
      .values({ tokenHash: `m${person.id}`, userId: person.id, expiresAt });
    const links = () => db().select().from(passwordResetTokens).where(eq(passwordResetTokens.userId, person.id));
    const edit = (email: string) =>
      place.admin.ask('PUT', `/users/put/${person.id}`, { firstName: 'A', lastName: 'B', email });
    expect((await edit(person.email)).status).toBe(200);
    expect(await links()).toHaveLength(1);
    expect((await edit(`moved.${person.email}`)).status).toBe(200);
    expect(await links()).toEqual([]);
    expect((await person.ask('GET', '/auth/check')).status).toBe(200);
  });

  it('with junk for an id is 400, and for an unknown user 404', async () => {
    for (const id of ['0', '-1', 'abc', '1e3', '99999999999'])
      expect((await place.admin.ask('GET', `/users/${id}`)).status).toBe(400);
    for (const [method, path] of [
      ['GET', '/users/2000000'],
      ['POST', '/users/2000000/disable'],
      ['GET', '/users/delete/2000000'],
    ] as const)
      expect(await place.admin.ask(method, path)).toEqual({
        status: 404,
        body: { error: 'There is no such user.', code: 'NOT_FOUND' },
      });
  });
});

describe('the users list', () => {
  it('finds names regardless of case and accents', async () => {
    const person = await aUser(db(), { firstName: 'Žofia', lastName: 'Østergaard-Æbelø' });
    const found = async (search: string) =>
      (await query(place.server, place.admin.token, 'users.page', { search })).body.users.map(
        ({ id }: { id: number }) => id,
      );
    for (const search of ['ostergaard', 'zofia OSTER', 'ØSTERGAARD', 'aebelo', 'žofia']) {
      expect(await found(search), search).toEqual([person.id]);
    }
    expect(await found('zofia%')).toEqual([]);
  });

  it('lists people whose name fits before people whose role fits, on request', async () => {
    const role = await aRole(db(), { displayName: 'Quill' });
    const byRole = await aUser(db(), { firstName: 'Aaron', lastName: 'Able', roleIds: [role.id] });
    const byName = await aUser(db(), { firstName: 'Zora', lastName: 'Quill' });
    const { body } = await query(place.server, place.admin.token, 'users.page', { search: 'quill', sort: 'match' });
    expect(body.users.map(({ id }: { id: number }) => id)).toEqual([byName.id, byRole.id]);
  });
});

describe('the state of a user', () => {
  it('is disabled at once, in every session, and enabled again', async () => {
    const person = await aPerson(place.server, {
      entries: { [place.server.siteIds.plant]: { 'VIEW:TEXTURED': true } },
    });
    const tile = () =>
      place.server.app.inject({
        url: '/api/files/models/plant/textured/v1/tileset.json',
        cookies: { overlook_session: person.token },
      });
    expect((await tile()).statusCode).toBe(200);
    const disabled = await place.admin.ask('POST', `/users/${person.id}/disable`);
    expect(disabled.body.user).toMatchObject({ disabled: true, disabledOn: place.server.clock.now().toISOString() });
    expect((await person.ask('GET', '/auth/check')).status).toBe(401);
    expect((await tile()).statusCode).toBe(401);
    expect(await db().select().from(sessions).where(eq(sessions.userId, person.id))).toEqual([]);
    expect((await place.admin.ask('POST', `/users/${person.id}/enable`)).body.user).toMatchObject({ disabled: false });
    expect(await place.server.token(person.email)).toEqual(expect.any(String));
  });

  it('is archived and restored', async () => {
    const person = await aPerson(place.server);
    expect((await place.admin.ask('POST', `/users/${person.id}/archive`)).body.user.archived).toBe(true);
    expect((await person.ask('GET', '/auth/check')).status).toBe(401);
    const listed = (await place.admin.ask('GET', '/users')).body.users.find(
      (one: { id: number }) => one.id === person.id,
    );
    expect(listed.archived).toBe(true);
    expect((await mutate(place.server, place.admin.token, 'users.restore', { id: person.id })).body.user.archived).toBe(
      false,
    );
    expect(await place.server.token(person.email)).toEqual(expect.any(String));
  });

  it('is deleted, with the address free and the name kept under their Places and MOCs', async () => {
    const role = await aRole(db());
    const person = await aUser(db(), { firstName: 'Emeka', roleIds: [role.id], ssoTid: 't', ssoSub: 's' });
    await db().insert(snapshots).values({ siteId: place.server.siteIds.plant, name: 'Place', createdBy: person.id });
    expect(await place.admin.ask('GET', `/users/delete/${person.id}`)).toEqual({
      status: 200,
      body: { status: 'success' },
    });
    expect((await place.admin.ask('GET', `/users/${person.id}`)).status).toBe(404);
    expect((await place.admin.ask('GET', `/users/delete/${person.id}`)).status).toBe(404);
    expect(await rowOf(person.id)).toMatchObject({ firstName: 'Emeka', ssoSub: null, passwordHash: null });
    expect(await db().select().from(snapshots).where(eq(snapshots.createdBy, person.id))).toHaveLength(1);
    expect((await place.admin.ask('POST', '/users', body({ email: person.email }))).status).toBe(200);
    expect((await place.admin.ask('GET', '/users')).body.users.map((one: { id: number }) => one.id)).not.toContain(
      person.id,
    );
  });

  it('loses its single sign-on association', async () => {
    const person = await aUser(db(), { ssoTid: 'tenant', ssoSub: 'subject' });
    const { body: answer } = await place.admin.ask('POST', `/users/${person.id}/clearSSO`);
    expect(answer.user).toMatchObject({ ssoTid: null, ssoSub: null });
    expect((await lastEntry(`user:${person.id}`)).details).toMatchObject({ ssoTid: 'tenant', ssoSub: 'subject' });
  });
});

describe('notifications', () => {
  it('can be changed for oneself, and for other people with USERS:UPDATE', async () => {
    const person = await aPerson(place.server);
    const flags = { featuresEmail: true, pointGrabSMS: 'true' };
    const own = await person.ask('POST', `/users/${person.id}/notifications`, flags);
    const subscriptions = { featuresEmail: true, featuresSMS: false, pointGrabEmail: false, pointGrabSMS: true };
    expect(own.body.user.data.subscriptions).toEqual(subscriptions);
    // An administrator who has the form of this person open can still save it.
    const form = { firstName: 'R', lastName: 'P', email: person.email, version: 1 };
    expect((await place.admin.ask('POST', `/users/put/${person.id}`, form)).status).toBe(200);
    expect((await person.ask('POST', `/users/${place.admin.id}/notifications`, flags)).status).toBe(403);
    expect((await place.admin.ask('POST', `/users/${person.id}/notifications`, { pointGrabSMS: false })).status).toBe(
      200,
    );
  });
});
