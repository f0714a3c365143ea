import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { aRole, aTeam, aUser } from '@overlook/db/seed';
import { auditEntries, roles, signInFailures, teams, users } from '@overlook/db/schema';
import { anAdministrator, aPerson, askAs, query, type TestPerson } from '../../testing/people.ts';
import { testClient } from '../../testing/test-client.ts';
import { startTestServer, type TestServer } from '../../testing/test-server.ts';

let server: TestServer;
let admin: TestPerson;
beforeAll(async () => {
  server = await startTestServer();
  admin = await anAdministrator(server);
});
afterAll(() => server.close());
beforeEach(() => server.database.db.delete(signInFailures));

const db = () => server.database.db;
let made = 0;
const body = (change: object = {}) => ({
  firstName: 'Ana',
  lastName: 'Ruiz',
  email: `bad.input.${made++}@overlook.example`,
  password: 'six of them',
  ...change,
});

/** Texts that cause trouble in databases, terminals and fonts. */
const ODD_TEXTS: Record<string, string> = {
  'a zero character': 'a\u0000b',
  'half a surrogate pair': 'a\ud800b',
  'the other half': '\udfffb',
  'a bell': 'a\u0007b',
  'a byte order mark': '\ufeffab',
  'a direction override': 'a\u202eb',
  'joined people': '👩‍👩‍👧‍👦',
  'many accents': `a${'\u0301'.repeat(90)}`,
  'an escape': "Robert'); drop table users;--",
  'a non-character': 'a\uffffb',
  'a backslash u': String.raw`a\u0000b`,
};

describe.each(Object.entries(ODD_TEXTS))('%s', (_what, text) => {
  const mutations: [string, (text: string) => object][] = [
    ['/auth/sign_in', () => ({ email: `${text}@b.c`, password: text })],
    ['/users/forgotpassword', () => ({ email: `${text}@b.c` })],
    ['/users/passwordreset', () => ({ email: `${text}@b.c`, password: `${text}${text}`, passwordResetToken: text })],
    ['/auth/two_factor', () => ({ challenge: text, code: text })],
    ['/auth/exchange', () => ({ id: 1, token: text })],
    ['/users', () => body({ firstName: text, lastName: text })],
    ['/users', () => body({ email: `${text}@b.c` })],
    ['/users', () => body({ password: `${text} and more` })],
    ['/permissions/roles', () => ({ displayName: text, description: text })],
    ['/permissions/teams', () => ({ displayName: text, description: text })],
    ['/auth/update_account', () => ({ firstName: text, lastName: text, data: { recipients: [`${text}@b.c`] } })],
    ['/users/feedbackform', () => ({ feedbackType: 'idea', details: text, callback: true, phoneNumber: `041${text}` })],
    ['/users/feedbackform', () => ({ feedbackType: 'idea', details: text })],
  ];
  it.each(mutations)('is accepted or refused by %s, without internal errors', async (path, payload) => {
    const { status, body: answer } = await admin.ask('POST', path, payload(text));
    expect([200, 400, 401, 409], JSON.stringify(answer)).toContain(status);
  });

  it('is searched for, or refused', async () => {
    const page = await query(server, admin.token, 'users.page', { search: text });
    const audit = await query(server, admin.token, 'audit.list', { action: text, subject: text });
    for (const { status } of [page, audit]) expect([200, 400]).toContain(status);
  });
});

describe('an input', () => {
  it('may be nested deeper than the stack allows', async () => {
    const payload = `{"email":${'['.repeat(90_000)}${']'.repeat(90_000)}}`;
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${admin.token}` };
    const answer = await server.app.inject({ method: 'POST', url: '/api/users', headers, payload });
    expect(answer.statusCode).toBe(400);
  });
});

describe('names', () => {
  it.each([
    ['x'.repeat(101), 'At most 100 characters are allowed'],
    ['   ', 'Please enter a given name'],
    ['\u00a0\u2003', 'Please enter a given name'],
    ['a\u0000', 'This holds something that is not text'],
    ['a\u0007', 'Control characters are not allowed'],
    ['a\ud800', 'This holds something that is not text'],
    ['Ali\u202Ecn', 'Invisible characters are not allowed'],
    ['Al\u200Bex', 'Invisible characters are not allowed'],
    ['Al\u200Dex', 'Invisible characters are not allowed'],
    ['\u3164', 'Invisible characters are not allowed'],
    ['a\uFE0F', 'Invisible characters are not allowed'],
    [7, 'Please enter a given name'],
    [null, 'Please enter a given name'],
  ])('may not be %j', async (firstName, sentence) => {
    const answer = await admin.ask('POST', '/users', body({ firstName }));
    expect(answer).toMatchObject({ status: 400, body: { fields: { firstName: sentence } } });
  });
});

describe('names that look the same', () => {
  it.each([
    ['\uFF21\uFF4C\uFF45\uFF58', 'Alex'],
    ['Zoe\u0308', 'Zo\u00EB'],
    ['\u3000\uFF21\u3000', 'A'],
    ['\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645'],
    ['Crew \u{1F469}\u200D\u{1F527} \u2764\uFE0F', 'Crew \u{1F469}\u200D\u{1F527} \u2764\uFE0F'],
  ])('are stored in one form: %s', async (firstName, stored) => {
    const answer = await admin.ask('POST', '/users', body({ firstName }));
    expect(answer).toMatchObject({ status: 200, body: { user: { firstName: stored } } });
  });
});

describe('an address', () => {
  it('is the same account in full-width letters, and has no invisible ones', async () => {
    const email = 'wide@overlook.example';
    expect((await admin.ask('POST', '/users', body({ email: '\uFF37\uFF29DE\uFF20overlook.example' }))).status).toBe(
      200,
    );
    expect((await admin.ask('POST', '/users', body({ email }))).status).toBe(409);
    for (const sign of ['\u200B', '\u202E', '\u00AD', '\u3164']) {
      const answer = await admin.ask('POST', '/users', body({ email: `wi${sign}de@overlook.example` }));
      expect([answer.status, Object.keys(answer.body['fields'])]).toEqual([400, ['email']]);
    }
  });
  it('may have 64 characters before its at sign, and is the same account in any case', async () => {
    const email = `${'x'.repeat(64)}@Overlook.example`;
    expect((await admin.ask('POST', '/users', body({ email }))).status).toBe(200);
    expect((await admin.ask('POST', '/users', body({ email: ` ${email.toUpperCase()} ` }))).status).toBe(409);
  });
  it.each([`${'x'.repeat(65)}@a.b`, 'a@b@c', 'under_score@a.b', 'a'.repeat(400), `a@${'b'.repeat(400)}`])(
    'may not be %s',
    async (email) => {
      const answer = await admin.ask('POST', '/users', body({ email }));
      expect([answer.status, Object.keys(answer.body['fields'])]).toEqual([400, ['email']]);
    },
  );
});

describe('a password', () => {
  it.each([' with spaces around ', 'Ünïcödé und ß', 'x9'.repeat(50)])(
    'is compared exactly as typed: %j',
    async (password) => {
      const sent = body({ password });
      expect((await admin.ask('POST', '/users', sent)).status).toBe(200);
      const signIn = async (typed: string) => (await testClient(server).signIn(sent.email, typed)).status;
      expect(await signIn(password)).toBe(200);
      for (const other of [
        password.toUpperCase(),
        `${password} `,
        password.slice(0, -1),
        `${password}`.normalize('NFD'),
      ])
        if (other !== password) expect(await signIn(other)).toBe(401);
    },
  );

  it('that was wrong is in the audit, without the password', async () => {
    await testClient(server, { address: '10.77.0.1' }).signIn(admin.email, 'a wrong one');
    const [entry] = await db().select().from(auditEntries).orderBy(desc(auditEntries.id)).limit(1);
    expect(entry).toMatchObject({ action: 'auth.signIn', refusal: 'WRONG_CREDENTIALS', address: '10.77.0.1' });
    expect(JSON.stringify(entry)).not.toContain('a wrong one');
  });
});

describe('a session token', () => {
  it('is refused cut off, longer, in other case, or as its hash', async () => {
    const { token } = await aPerson(server);
    const swapped = token.replaceAll(/[a-z]/gi, (c) => (c === c.toUpperCase() ? c.toLowerCase() : c.toUpperCase()));
    for (const wrong of [token.slice(0, -1), `${token}A`, swapped, ' ', 'null', 'x'.repeat(5000)])
      expect((await askAs(server, wrong)('GET', '/auth/check')).status).toBe(401);
    expect((await askAs(server, token)('GET', '/auth/check')).status).toBe(200);
  });
});

describe.each(['/users', '/permissions/roles', '/permissions/teams'])('an id below %s', (path) => {
  it.each(['-1', '0', '1.5', '1e3', '0x1', '2147483648', '9'.repeat(40), 'abc', '%00', 'null', '1;', '１'])(
    'may not be %s',
    async (id) => {
      for (const [method, where] of [
        ['GET', `${path}/${id}`],
        ['POST', `${path}/put/${id}`],
        ['GET', `${path}/delete/${id}`],
      ] as const)
        expect([400, 404]).toContain((await admin.ask(method, where, method === 'POST' ? body() : undefined)).status);
    },
  );
});

describe('deleting and editing at once', () => {
  it.each([
    ['/users', users, async () => (await aUser(db())).id, () => body({ password: '' })],
    ['/permissions/roles', roles, async () => (await aRole(db())).id, () => ({ displayName: 'R', description: '' })],
    ['/permissions/teams', teams, async () => (await aTeam(db())).id, () => ({ displayName: 'T', description: '' })],
  ] as const)(
    'of %s: the later user gets an error, and the deleted record stays deleted',
    async (path, table, make, edit) => {
      for (let round = 0; round < 4; round++) {
        const id = await make();
        const change = () => admin.ask('POST', `${path}/put/${id}`, edit());
        const remove = () => admin.ask('GET', `${path}/delete/${id}`);
        const [first, second] = round % 2 === 0 ? [change, remove] : [remove, change];
        const answers = await Promise.all([first(), second()]);
        const statuses = answers.map(({ status }) => status);
        expect(statuses.filter((status) => status !== 200 && status !== 404)).toEqual([]);
        expect(statuses).toContain(200);
        expect((await admin.ask('GET', `${path}/${id}`)).status).toBe(404);
        expect((await remove()).status).toBe(404);
        expect((await change()).status).toBe(404);
        const [row] = await db().select().from(table).where(eq(table.id, id));
        if (row) expect(row).toMatchObject({ deletedAt: expect.any(Date) });
      }
    },
  );
});
