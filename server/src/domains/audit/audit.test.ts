import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntries } from '@overlook/db/schema';
import { aRole, aSite, aUser } from '@overlook/db/seed';
import { PERSON_REFUSALS_AUDITED_IN_WINDOW, SIGN_IN_WINDOW_MS } from '@overlook/shared/config';
import { auditActionText } from '@overlook/shared/messages';
import { ADMINISTRATION_TOKENS } from '@overlook/shared/permissions';
import { sweepAudit } from './retention.ts';
import { aPerson, type TestPerson } from '../../testing/people.ts';
import { appRouter } from '../../api-router/router.ts';
import type { ProcedureMeta } from '../../trpc/init.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await aPerson(server, { name: '=Ada', allowed: ADMINISTRATION_TOKENS });
});
afterAll(() => server.close());
const db = () => server.database.db;
const list = async (filter: Record<string, string> = {}) =>
  (await admin.ask('GET', `/audit?${new URLSearchParams(filter).toString()}`)).body;

describe('the audit', () => {
  it('has person, action, target, time and address, and refusals', async () => {
    const person = await aUser(db());
    const guest = await aPerson(server);
    await admin.ask('POST', `/users/${person.id}/disable`);
    await guest.ask('POST', `/users/${person.id}/enable`);
    await admin.ask('GET', `/users/delete/${admin.id}`);
    const { entries } = await list({ subject: `user:${person.id}` });
    expect(entries).toEqual([
      {
        id: expect.any(Number),
        at: server.clock.now().toISOString(),
        user: { id: guest.id, firstName: 'Robin', lastName: expect.any(String), email: guest.email },
        address: '127.0.0.1',
        action: 'users.enable',
        subject: `user:${person.id}`,
        refusal: 'FORBIDDEN',
        details: {},
        names: { [`user:${person.id}`]: `${person.firstName} ${person.lastName}` },
      },
      expect.objectContaining({
        action: 'users.disable',
        refusal: null,
        user: expect.objectContaining({ id: admin.id }),
      }),
    ]);
    expect((await list({ subject: `user:${admin.id}`, outcome: 'refused' })).entries).toMatchObject([
      { action: 'users.delete', refusal: 'CONFLICT' },
    ]);
  });

  it('has changes that were requested with a cookie or by a foreign page, but no malformed and no anonymous ones', async () => {
    const before = (await list()).entries[0].id;
    const guest = await aPerson(server);
    const cookies = { overlook_session: guest.token };
    await server.app.inject({ url: '/api/users/delete/1', cookies });
    await admin.ask('POST', '/users', {});
    await server.app.inject({ method: 'POST', url: '/api/users', payload: {} });
    const newer = (await list({ outcome: 'refused' })).entries.filter((one: { id: number }) => one.id > before);
    expect(newer).toMatchObject([{ action: 'users.delete', refusal: 'BEARER_REQUIRED', user: { id: guest.id } }]);
  });

  it('keeps a limited number of refusals of one person, who could otherwise fill it', async () => {
    const [guest, other] = [await aPerson(server), await aPerson(server)];
    const refused = { at: server.clock.now(), userId: guest.id, action: 'users.disable', refusal: 'FORBIDDEN' };
    const most = PERSON_REFUSALS_AUDITED_IN_WINDOW;
    await db()
      .insert(auditEntries)
      .values(Array.from({ length: most - 1 }, () => refused));
    const kept = (person: TestPerson) => db().$count(auditEntries, eq(auditEntries.userId, person.id));
    const [before, ofOther] = [await kept(guest), await kept(other)];
    const fail = async (person: TestPerson) => expect((await person.ask('POST', '/users/1/disable')).status).toBe(403);
    for (let i = 0; i < 3; i++) await fail(guest);
    expect(await kept(guest)).toBe(before + 1);
    await fail(other);
    expect(await kept(other)).toBe(ofOther + 1);
    server.clock.advance(SIGN_IN_WINDOW_MS);
    await fail(guest);
    expect(await kept(guest)).toBe(before + 2);
  });

  it('has the current names of changed records and added members, and only of sites that the reader sees', async () => {
    const [role, person, site] = [await aRole(db()), await aUser(db()), await aSite(db())];
    const subject = `role:${role.id}`;
    const answers = [{ siteId: site.id, token: 'VIEW:CAD', from: null, to: true }];
    const details = { name: 'Before', users: { added: [person.id, 2_000_000], removed: [] }, answers };
    await db().insert(auditEntries).values({ at: server.clock.now(), action: 'roles.update', subject, details });
    const names = { [subject]: role.displayName, [`user:${person.id}`]: `${person.firstName} ${person.lastName}` };
    expect((await list({ subject })).entries[0].names).toEqual(names);
    const viewer = await aPerson(server, { allowed: ['USERS:VIEW', 'VIEW:CAD'] });
    const seen = (await viewer.ask('GET', `/audit?subject=${subject}`)).body.entries[0].names;
    expect(seen).toEqual({ ...names, [`site:${site.id}`]: site.name });
  });

  it('has a text for every operation that is recorded', () => {
    const procedures = appRouter._def.procedures as unknown as Record<
      string,
      { _def: { type: string; meta?: ProcedureMeta } }
    >;
    const isRecorded = ({ type, meta }: { type: string; meta?: ProcedureMeta }) => type === 'mutation' && !meta?.isDry;
    const mutations = Object.keys(procedures).filter((path) => isRecorded(procedures[path]!._def));
    expect(mutations).toContain('users.update');
    // An operation without a text is split into words: “Models: clear SSO”.
    const isTold = (path: string) => !auditActionText(path).includes(': ');
    expect(mutations.filter((path) => !isTold(path))).toEqual([]);
  });

  it('is narrowed, and read page by page', async () => {
    const start = server.clock.now();
    server.clock.advance(60_000);
    const person = await aUser(db());
    for (const action of ['disable', 'enable', 'disable', 'enable'])
      await admin.ask('POST', `/users/${person.id}/${action}`);
    const filter = { userId: String(admin.id), action: 'users', from: new Date(start.getTime() + 1).toISOString() };
    const first = await list({ ...filter, limit: '3' });
    expect(first.entries).toHaveLength(3);
    const second = await list({ ...filter, limit: '3', before: String(first.next) });
    expect(second).toMatchObject({ entries: [{ action: 'users.disable' }], next: null });
    expect((await list({ ...filter, action: 'users.enable' })).entries).toHaveLength(2);
    expect((await list({ ...filter, action: 'user' })).entries).toEqual([]);
    expect((await list({ to: start.toISOString(), subject: `user:${person.id}` })).entries).toEqual([]);
    for (const wrong of [{ limit: '0' }, { from: 'yesterday' }, { userId: '-1' }, { outcome: 'x' }])
      expect((await admin.ask('GET', `/audit?${new URLSearchParams(wrong).toString()}`)).status).toBe(400);
    for (const from of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00+23:00', '9999-12-31T23:59:59-23:59'])
      expect((await admin.ask('GET', `/audit?${new URLSearchParams({ from }).toString()}`)).status).toBe(400);
    for (const from of ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59Z'])
      expect((await admin.ask('GET', `/audit?${new URLSearchParams({ from }).toString()}`)).status).toBe(200);
  });

  it('lists each of its operations once, as choices of a filter', async () => {
    const { actions } = (await admin.ask('GET', '/audit/actions')).body as { actions: string[] };
    expect(actions).toEqual([...new Set(actions)].sort());
    expect(actions).toEqual(expect.arrayContaining(['auth.signIn', 'users.disable']));
  });

  it('is exported as CSV without cells that a spreadsheet runs', async () => {
    const headers = { authorization: `Bearer ${admin.token}` };
    const answer = await server.app.inject({ url: `/api/audit/csv?userId=${admin.id}`, headers });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [heading, first] = answer.body.split('\r\n');
    expect(heading).toBe('\u{FEFF}at,user,email,address,action,subject,name,outcome,details');
    expect(first).toMatch(/^2026-11-21T.*Z,'=Ada Person \d+,/);
    expect((await list({ action: 'audit.csv' })).entries).toHaveLength(1);
  });

  it('is for those who may view users, everywhere', async () => {
    const elsewhere = await aPerson(server, { entries: { [server.siteIds.plant]: { 'USERS:VIEW': true } } });
    expect((await elsewhere.ask('GET', '/audit')).status).toBe(403);
    const viewer = await aPerson(server, { allowed: ['USERS:VIEW'] });
    expect((await viewer.ask('GET', '/audit')).status).toBe(200);
    expect((await viewer.ask('POST', '/audit/retention', { days: 90 })).status).toBe(403);
  });
});

describe('retention', () => {
  it('keeps everything until it is set, and then at least 90 days', async () => {
    expect((await admin.ask('GET', '/audit/retention')).body).toEqual({ days: null });
    for (const days of [0, 1, 89, 3651, 1.5, 'x'])
      expect((await admin.ask('POST', '/audit/retention', { days })).status).toBe(400);
    server.clock.advance(1000 * DAY_MS);
    expect(await sweepAudit({ db: db(), clock: server.clock })).toBe(0);
  });

  it('removes older entries, and records that', async () => {
    const old = new Date(server.clock.now().getTime() - 101 * DAY_MS);
    const kept = new Date(server.clock.now().getTime() - 99 * DAY_MS);
    await db()
      .insert(auditEntries)
      .values([old, kept].map((at) => ({ at, action: `test.${at === old ? 'old' : 'kept'}` })));
    const renewed = await server.token(admin.email);
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/audit/retention',
      headers: { authorization: `Bearer ${renewed}` },
      payload: { days: 100 },
    });
    expect(answer.json()).toEqual({ status: 'success', days: 100 });
    const actions = (await db().select().from(auditEntries)).map((entry) => entry.action);
    expect(actions).toContain('test.kept');
    expect(actions).not.toContain('test.old');
    const [swept] = await db().select().from(auditEntries).where(eq(auditEntries.action, 'audit.sweep'));
    expect(swept?.details).toMatchObject({ count: expect.any(Number) });
  });
});
