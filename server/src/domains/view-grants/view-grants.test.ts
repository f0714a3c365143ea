import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { auditEntries, rolePermissions, signInFailures, users, viewGrants } from '@overlook/db/schema';
import {
  SIGN_IN_FAILURES_PER_ACCOUNT,
  VIEW_GRANT_CACHE_MS,
  VIEW_PASSWORD_FAILURES,
  VISIT_LIFE_MS,
} from '@overlook/shared/config';
import { VIEW_GRANTS_MESSAGES } from '@overlook/shared/messages';
import type { PermissionToken } from '@overlook/shared/permissions';
import { aPerson, askAs, type TestPerson } from '../../testing/people.ts';
import { PASSWORD, startTestServer, type TestServer } from '../../testing/test-server.ts';
import { aGrant, openGrantOf } from '../../testing/visitors.ts';

const PORTAL = 'https://portal.example.com';
const INTRANET = 'https://intranet.example.com';
const STRANGER = 'https://stranger.example.com';
const DAY_MS = 24 * 60 * 60 * 1000;
const TILESET = '/api/files/models/plant/textured/v1/tileset.json';

let server: TestServer;
let admin: TestPerson['ask'];
beforeAll(async () => {
  server = await startTestServer({ EMBED_ORIGINS: `${PORTAL},${INTRANET}` });
  admin = askAs(server, await server.token(server.people.admin));
});
afterAll(() => server.close());
beforeEach(() => server.database.db.delete(viewGrants));

const anEmbed = (wanted: object = {}) =>
  aGrant(server, server.siteIds.plant, { kind: 'embed', origins: [PORTAL], ...wanted });
const aLink = (wanted: object = {}) => aGrant(server, server.siteIds.plant, wanted);
/** Opens what `made` answered. */
const open = ({ body }: { body: Record<string, unknown> }, password?: string, headers?: Record<string, string>) =>
  openGrantOf(server, { token: body['token'] as string, ...(password === undefined ? {} : { password }) }, headers);
const visit = async (made: Awaited<ReturnType<typeof aLink>>) => {
  const { body } = await open(made);
  return { token: body['visitorToken'] as string, ask: askAs(server, body['visitorToken'] as string) };
};
const tileset = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });
const later = (ms: number) => server.clock.advance(ms);

describe('making a link or an embed', () => {
  it('gives out its secret once, and stores neither it nor the password', async () => {
    const { status, body } = await aLink({ password: 'harbour-loft-58' });
    expect(status).toBe(200);
    expect(body['url']).toMatch(new RegExp(`/view/${body['token']}$`));
    const [row] = await server.database.db.select().from(viewGrants);
    expect(JSON.stringify(row)).not.toContain(body['token']);
    expect(JSON.stringify(row)).not.toContain('harbour-loft-58');
    expect(JSON.stringify((await admin('GET', '/view_grants')).body)).not.toContain(body['token']);
  });

  it.each([
    ['no layer', { permissions: ['TOOLS:MEASURE'] }, 'permissions'],
    ['a permission that is not for visitors', { permissions: ['VIEW:TEXTURED', 'MOC:VIEW'] }, 'permissions.1'],
    ['a password that protects nothing', { password: 'a' }, 'password'],
    ['an embed without an origin', { kind: 'embed' }, 'origins'],
    ['a link with an origin', { origins: [PORTAL] }, 'origins'],
    ['an origin with a path', { kind: 'embed', origins: [`${PORTAL}/`] }, 'origins.0'],
    ['an origin outside of the instance’s own', { kind: 'embed', origins: [PORTAL, STRANGER] }, 'origins.1'],
    ['an end in the past', { endsAt: '2020-01-01T00:00:00Z' }, 'endsAt'],
    ['no name', { name: ' ' }, 'name'],
  ])('is refused with %s', async (_what, wanted, field) => {
    const { status, body } = await aLink(wanted);
    expect([status, Object.keys(body['fields'])]).toEqual([400, [field]]);
  });

  it('is refused at a site that there is not, in the same words for everybody', async () => {
    const { status, body } = await aLink({ siteId: 999_999 });
    expect([status, body['error']]).toEqual([404, 'There is no such site.']);
  });

  it('lasts 30 days, and 90 at most; an embed a year', async () => {
    const now = server.clock.now().getTime();
    const end = async (answer: ReturnType<typeof aLink>) => Date.parse((await answer).body['grant']['endsAt']) - now;
    expect(await end(aLink())).toBe(30 * DAY_MS);
    expect(await end(aLink({ endsAt: new Date(now + 90 * DAY_MS).toISOString() }))).toBe(90 * DAY_MS);
    expect((await aLink({ endsAt: new Date(now + 91 * DAY_MS).toISOString() })).status).toBe(400);
    expect(await end(anEmbed())).toBe(365 * DAY_MS);
  });

  it('is limited to the maker’s own permissions at the site', async () => {
    const maker = await aPerson(server, {
      allowed: ['USERS:CREATE'],
      entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true } },
    });
    const ask = (siteId: number, permissions: string[]) =>
      maker.ask('POST', '/view_grants', { kind: 'link', name: 'X', siteId, permissions });
    expect((await ask(server.siteIds.plant, ['VIEW:TEXTURED'])).status).toBe(200);
    expect((await ask(server.siteIds.plant, ['VIEW:TEXTURED', 'VIEW:CAD'])).status).toBe(403);
    expect((await ask(server.siteIds.farm, ['VIEW:TEXTURED'])).status).toBe(404);
  });
});

describe('a visitor', () => {
  it('sees the granted site and layer, and no other', async () => {
    const { token, ask } = await visit(await aLink({ permissions: ['VIEW:TEXTURED'] }));
    expect((await ask('GET', '/sites/all')).body['sites']).toMatchObject([{ slug: 'plant' }]);
    expect((await ask('GET', '/models/all')).body['models']).toHaveLength(1);
    const headers = { authorization: `Bearer ${token}` };
    expect((await tileset(TILESET, headers)).statusCode).toBe(200);
    const inAddress = await tileset(`${TILESET}?visitor=${token}`);
    expect(inAddress.statusCode).toBe(200);
    // The browser asks each time: what was withdrawn does not come from its cache.
    expect(inAddress.headers).toMatchObject({ 'cache-control': 'private, no-cache', etag: expect.any(String) });
    for (const other of ['plant/cad', 'farm/textured'])
      expect((await tileset(`/api/files/models/${other}/v1/tileset.json`, headers)).statusCode).toBe(404);
  });

  it('never sees more than the maker may see at that time', async () => {
    const maker = await aPerson(server, {
      allowed: ['USERS:CREATE'],
      entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true, 'VIEW:CAD': true } },
    });
    const permissions = ['VIEW:TEXTURED', 'VIEW:CAD'];
    const input = { kind: 'link', name: 'X', siteId: server.siteIds.plant, permissions };
    const made = await maker.ask('POST', '/view_grants', input);
    const { ask } = await visit(made);
    expect((await ask('GET', '/models/all')).body['models']).toHaveLength(2);
    const { db } = server.database;
    const isTaken = (token: PermissionToken) =>
      and(eq(rolePermissions.roleId, maker.roleId), eq(rolePermissions.token, token));
    await db.delete(rolePermissions).where(isTaken('VIEW:CAD'));
    server.forgetPermissions();
    expect((await ask('GET', '/models/all')).body['models']).toHaveLength(1);
    await db.delete(rolePermissions).where(isTaken('VIEW:TEXTURED'));
    server.forgetPermissions();
    expect((await ask('GET', '/models/all')).body).toMatchObject({ code: 'ARCHIVED' });
    expect((await open(made)).body).toMatchObject({ error: VIEW_GRANTS_MESSAGES['grant.withdrawn'] });
  });

  it('is refused within a second after its end, its revocation, or the disabling of the maker’s account', async () => {
    const cases = [
      (id: number) => admin('POST', `/view_grants/${id}/revoke`, {}),
      async (id: number) =>
        void (await server.database.db
          .update(viewGrants)
          .set({ endsAt: server.clock.now() })
          .where(eq(viewGrants.id, id))),
    ];
    for (const end of cases) {
      const made = await aLink();
      const { ask } = await visit(made);
      expect((await ask('GET', '/sites/all')).status).toBe(200);
      await end(made.body['grant']['id'] as number);
      later(VIEW_GRANT_CACHE_MS);
      const { status, body } = await ask('GET', '/sites/all');
      expect([status, body['code']]).toEqual([404, 'ARCHIVED']);
      expect((await open(made)).status).toBe(404);
    }
    for (const column of ['disabledAt', 'archivedAt'] as const) {
      const maker = await aPerson(server, { allowed: ['USERS:CREATE', 'VIEW:TEXTURED'] });
      const input = { kind: 'link', name: 'X', siteId: server.siteIds.plant, permissions: ['VIEW:TEXTURED'] };
      const made = await maker.ask('POST', '/view_grants', input);
      const { ask } = await visit(made);
      await server.database.db
        .update(users)
        .set({ [column]: server.clock.now() })
        .where(eq(users.id, maker.id));
      later(VIEW_GRANT_CACHE_MS);
      expect((await ask('GET', '/sites/all')).status, column).toBe(404);
    }
  });

  it('has a token for an hour, which cannot be forged or changed', async () => {
    const { token, ask } = await visit(await aLink());
    const changed = token.slice(0, -2) + (token.endsWith('AA') ? 'BB' : 'AA');
    for (const wrong of [changed, 'visitor.', 'visitor.a.b.c'])
      expect((await askAs(server, wrong)('GET', '/sites/all')).status).toBe(401);
    later(VISIT_LIFE_MS);
    expect((await ask('GET', '/sites/all')).body).toMatchObject({ code: 'NOT_SIGNED_IN' });
  });
});

describe('opening', () => {
  it('needs the password where there is one, and counts wrong ones', async () => {
    const made = await aLink({ password: 'harbour-loft-58' });
    expect((await open(made)).body).toMatchObject({ code: 'PASSWORD_WANTED' });
    expect((await open(made, 'harbour-loft-59')).body).toMatchObject({ code: 'WRONG_CREDENTIALS' });
    expect((await open(made, 'harbour-loft-58')).status).toBe(200);
    for (let tries = 0; tries < SIGN_IN_FAILURES_PER_ACCOUNT; tries++) await open(made, `guess ${tries}`);
    expect((await open(made, 'harbour-loft-58')).status).toBe(429);
  });

  it('counts wrong passwords for the address that guesses: neither others nor sign-ins from there are refused', async () => {
    const made = await aLink({ password: 'harbour-loft-58' });
    const from = (remoteAddress: string, password: string) => {
      const payload = { token: made.body['token'] as string, password };
      return server.app.inject({ method: 'POST', url: '/api/view_grants/open', payload, remoteAddress });
    };
    for (let tries = 0; tries < SIGN_IN_FAILURES_PER_ACCOUNT; tries++) await from('10.0.0.1', `guess ${tries}`);
    expect((await from('10.0.0.1', 'harbour-loft-58')).statusCode).toBe(429);
    expect((await from('10.0.0.2', 'harbour-loft-58')).statusCode).toBe(200);
    // As many as fifty sign-ins could have failed.
    const { db } = server.database;
    const failed = { subject: 'view-address:10.0.0.1', at: server.clock.now() };
    await db.insert(signInFailures).values(Array.from({ length: 50 }, () => failed));
    const payload = { email: server.people.guest, password: PASSWORD };
    const signIn = { method: 'POST', url: '/api/auth/sign_in', payload, remoteAddress: '10.0.0.1' } as const;
    expect((await server.app.inject(signIn)).statusCode).toBe(200);
  });

  it('is limited in all, however many addresses guess', async () => {
    const made = await aLink({ password: 'harbour-loft-58' });
    const id = made.body['grant']['id'] as number;
    const failed = { subject: `view:${id}`, at: server.clock.now() };
    await server.database.db
      .insert(signInFailures)
      .values(Array.from({ length: VIEW_PASSWORD_FAILURES }, () => failed));
    expect((await open(made, 'harbour-loft-58')).status).toBe(429);
  });

  it('answers with the controls of the page: all, or those that the maker has kept', async () => {
    const controlsOf = async (wanted: object) => (await open(await aLink(wanted))).body['controls'] as string[];
    expect(await controlsOf({})).toEqual(['layers', 'section']);
    expect(await controlsOf({ controls: ['section', 'section'] })).toEqual(['section']);
    expect((await aLink({ controls: ['photos'] })).status).toBe(400);
  });

  it('is counted with its time', async () => {
    const made = await aLink();
    await open(made);
    await open(made);
    const { grants } = (await admin('GET', '/view_grants')).body as { grants: object[] };
    expect(grants).toMatchObject([{ openings: 2, lastOpenedAt: server.clock.now().toISOString() }]);
  });

  it('does not count a continued visit again, and counts one with the token of another grant', async () => {
    const [made, other] = [await aLink(), await aLink()];
    const openings = async () => {
      const [row] = await server.database.db.select().from(viewGrants).where(eq(viewGrants.id, made.body['grant'].id));
      return row!.openings;
    };
    const again = (visitorToken: string) => openGrantOf(server, { token: made.body['token'] as string, visitorToken });
    const first = (await visit(made)).token;
    later(VISIT_LIFE_MS + 1);
    const second = await again(first);
    expect(second.status).toBe(200);
    expect(second.body['visitorToken']).not.toBe(first);
    expect(await openings()).toBe(1);
    for (const foreign of [(await visit(other)).token, 'visitor.forged', 'none']) await again(foreign);
    expect(await openings()).toBe(4);
  });

  it('does not reveal whether a grant exists', async () => {
    const { status, body } = await openGrantOf(server, { token: 'x'.repeat(43) });
    expect([status, body]).toEqual([404, { code: 'NOT_FOUND', error: VIEW_GRANTS_MESSAGES['grant.unknown'] }]);
  });
});

describe('a page of another origin', () => {
  const from = (origin: string) => ({ origin });

  it('shows an embed on the origins that both it and the instance name', async () => {
    const made = await anEmbed();
    const answer = await open(made, undefined, from(PORTAL));
    expect(answer.status).toBe(200);
    const url = `${TILESET}?visitor=${answer.body['visitorToken']}`;
    const tile = await tileset(url, from(PORTAL));
    expect([tile.statusCode, tile.headers['access-control-allow-origin']]).toEqual([200, PORTAL]);
    expect(tile.headers['vary']).toBe('Origin, Accept-Encoding');
    expect(tile.headers['access-control-allow-credentials']).toBeUndefined();
    expect((await tileset(url, from(INTRANET))).statusCode).toBe(403);
    expect(answer.body['origins']).toEqual([PORTAL]);
    expect((await open(await aLink())).body['origins']).toEqual([]);
  });

  it.each([INTRANET, STRANGER])('is refused where it is %s, by name', async (origin) => {
    const { status, body } = await open(await anEmbed(), undefined, from(origin));
    expect([status, body]).toEqual([
      403,
      { code: 'FOREIGN_ORIGIN', error: `This view may not be shown on ${origin}.` },
    ]);
  });

  it('does not show a public link in a frame', async () => {
    expect((await open(await aLink(), undefined, from(PORTAL))).body).toMatchObject({ code: 'FOREIGN_ORIGIN' });
  });

  it('asks first, and is answered where the instance names it', async () => {
    const ask = (origin: string) =>
      server.app.inject({
        method: 'OPTIONS',
        url: '/api/view_grants/open',
        headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'content-type' },
      });
    const allowed = await ask(PORTAL);
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([204, PORTAL]);
    expect((await ask(STRANGER)).headers['access-control-allow-origin']).toBeUndefined();
  });
});

describe('the list', () => {
  it('has one’s own; for people who may see all users, those of all people', async () => {
    const { id } = (await aLink({ name: 'of the administrator' })).body['grant'] as { id: number };
    const maker = await aPerson(server, { allowed: ['USERS:CREATE', 'VIEW:TEXTURED'] });
    const input = { kind: 'link', siteId: server.siteIds.plant, permissions: ['VIEW:TEXTURED'] };
    const own = await maker.ask('POST', '/view_grants', { ...input, name: 'of the maker' });
    const namesOf = ({ body }: { body: Record<string, unknown> }) =>
      (body['grants'] as { name: string }[]).map(({ name }) => name).sort();
    expect(namesOf(await maker.ask('GET', '/view_grants'))).toEqual(['of the maker']);
    expect(namesOf(await admin('GET', '/view_grants'))).toEqual(['of the administrator', 'of the maker']);
    expect((await maker.ask('POST', `/view_grants/${id}/revoke`, {})).status).toBe(404);
    const revoked = await maker.ask('POST', `/view_grants/${own.body['grant']['id']}/revoke`, {});
    expect(revoked.body['grant']).toMatchObject({ revokedAt: server.clock.now().toISOString() });
  });

  it('renews an expired grant, but not a revoked one', async () => {
    const made = await aLink();
    const id = made.body['grant']['id'] as number;
    later(31 * DAY_MS);
    admin = askAs(server, await server.token(server.people.admin));
    expect((await open(made)).body).toMatchObject({ error: VIEW_GRANTS_MESSAGES['grant.ended'] });
    expect((await admin('POST', `/view_grants/${id}/renew`, {})).status).toBe(200);
    expect((await open(made)).status).toBe(200);
    await admin('POST', `/view_grants/${id}/revoke`, {});
    expect((await admin('POST', `/view_grants/${id}/renew`, {})).status).toBe(409);
  });

  it('is not lengthened by a delegate who could not make it, but may be shortened', async () => {
    const made = await aLink({ permissions: ['VIEW:TEXTURED', 'VIEW:CAD'] });
    const id = made.body['grant']['id'] as number;
    later(31 * DAY_MS);
    admin = askAs(server, await server.token(server.people.admin));
    const delegate = await aPerson(server, {
      allowed: ['USERS:VIEW', 'USERS:CREATE', 'USERS:UPDATE'],
      entries: { [server.siteIds.plant]: { 'VIEW:TEXTURED': true } },
    });
    const refused = await delegate.ask('POST', `/view_grants/${id}/renew`, {});
    expect([refused.status, refused.body['error']]).toEqual([403, VIEW_GRANTS_MESSAGES['grant.notHeld']]);
    expect((await open(made)).status).toBe(404);
    await admin('POST', `/view_grants/${id}/renew`, {});
    const endsAt = new Date(server.clock.now().getTime() + DAY_MS).toISOString();
    expect((await delegate.ask('POST', `/view_grants/${id}/renew`, { endsAt })).status).toBe(200);
  });

  it('is audited', async () => {
    const made = await aLink();
    const subject = `viewGrant:${made.body['grant']['id']}`;
    await admin('POST', `/view_grants/${made.body['grant']['id']}/revoke`, {});
    const entries = await server.database.db.select().from(auditEntries).where(eq(auditEntries.subject, subject));
    expect(entries.map(({ action }) => action)).toEqual(['viewGrants.create', 'viewGrants.revoke']);
    expect(JSON.stringify(entries)).not.toContain(made.body['token']);
  });
});
