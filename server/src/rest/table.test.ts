import fc from 'fast-check';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '@overlook/shared/config';
import { errorBodySchema } from '@overlook/shared/schemas';
import { readEnv } from '../env.ts';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { FILE_TABLE } from './file-table.ts';
import { describeProcedure } from './procedures.ts';
import { addReference } from './reference.ts';
import { REST_TABLE, type RestRow } from './table.ts';

let server: TestServer;
let guestToken: string;
beforeAll(async () => {
  server = await startTestServer();
  guestToken = await server.token(server.people.guest);
});
afterAll(() => server.close());

interface Ask {
  headers?: Record<string, string>;
  cookies?: Record<string, string>;
  payload?: string | object;
}

const ask = ({ method, path }: Pick<RestRow, 'method' | 'path'>, how: Ask = {}) =>
  server.app.inject({ method, url: `/api${path}`, ...how });
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
const rows = REST_TABLE.map((row) => ({ ...row, ...describeProcedure(row.procedure) }));

describe.each(rows)('$method /api$path', (row) => {
  const { input, meta, output, type } = row;

  if (!meta.isPublic)
    it('needs a session', async () => {
      for (const headers of [{}, bearer('wrong'), { authorization: 'Basic eDp5' }]) {
        const answer = await ask(row, { headers });
        expect(answer.statusCode).toBe(401);
        expect(answer.json()).toEqual({ error: 'Please sign in.', code: 'NOT_SIGNED_IN' });
      }
    });

  let token: string;
  beforeAll(async () => {
    token = await server.token(server.people.admin);
  });
  const isComplete = !input || input.safeParse({}).success;

  if (isComplete)
    it('answers as its schema says', async () => {
      const answer = await ask(row, { headers: meta.isPublic ? {} : bearer(token) });
      expect(answer.statusCode).toBe(200);
      if (row.sends) {
        expect(answer.headers['content-type']).toBe(row.sends.type);
        expect(answer.headers['content-disposition']).toContain(row.sends.filename);
        // In pieces: a file as one text would hold the server while it is encoded.
        expect(answer.headers['content-length']).toBeUndefined();
      } else expect(output.safeParse(answer.json()).error).toBeUndefined();
      expect(answer.headers['cache-control']).toBe('no-store');
      if (type === 'query') return;
      expect(answer.json()).toMatchObject({ status: 'success' });
      // The call may have ended the session.
      token = await server.token(server.people.admin);
    });

  if (!isComplete)
    it('says which field is wrong', async () => {
      const answer = await ask(row, { headers: meta.isPublic ? {} : bearer(token), payload: {} });
      expect(answer.statusCode).toBe(400);
      expect(errorBodySchema.parse(answer.json())).toMatchObject({ code: 'INVALID_INPUT', fields: expect.anything() });
    });

  if (!meta.isPublic)
    it('accepts the cookie for reading only', async () => {
      const cookies = { [SESSION_COOKIE]: token };
      const own = await ask(row, { cookies, headers: { 'sec-fetch-site': 'same-origin' } });
      if (type === 'query') expect(own.statusCode).toBe(isComplete ? 200 : 400);
      else expect([own.statusCode, own.json<{ code: string }>().code]).toEqual([403, 'BEARER_REQUIRED']);
      const foreignPages: Record<string, string>[] = [
        { origin: 'https://elsewhere.example' },
        { origin: 'null' },
        { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' },
      ];
      for (const headers of foreignPages)
        expect((await ask(row, { cookies, headers })).statusCode).toBe(type === 'query' ? 401 : 403);
    });

  if (meta.permissions)
    it('is refused without its permission, before the input is looked at', async () => {
      const headers = bearer(guestToken);
      for (const payload of [{}, { id: 1 }]) {
        const answer = await ask(row, { headers, payload });
        expect(answer.json()).toEqual({ error: 'You are not allowed to do this.', code: 'FORBIDDEN' });
      }
    });

  it('never shows internal errors, for any input', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(fc.json(), fc.string(), fc.constantFrom('{', '[]', '"x"', 'null', '{"__proto__":{"a":1}}', 'a=%zz')),
        fc.constantFrom(
          'application/json',
          'application/x-www-form-urlencoded',
          'text/plain',
          'x',
          'multipart/form-data',
        ),
        async (payload, contentType) => {
          const answer = await ask(row, {
            payload,
            headers: { 'content-type': contentType, ...(type === 'query' ? bearer(token) : {}) },
          });
          expect(answer.statusCode).toBeLessThan(500);
          if (answer.statusCode >= 400) errorBodySchema.strict().parse(answer.json());
          expect(answer.body).not.toMatch(/ at .*\(|node_modules|select .* from/i);
        },
      ),
      { numRuns: 25 },
    );
  });
});

describe('bodies', () => {
  const signIn = { method: 'POST', path: '/auth/sign_in' } as const;
  const credentials = () => ({ email: server.people.admin.toUpperCase(), password: 'correct horse' });
  const form = { 'content-type': 'application/x-www-form-urlencoded' };

  it('may be JSON under a form type, or a real form', async () => {
    const labelled = await ask(signIn, { headers: form, payload: JSON.stringify(credentials()) });
    const encoded = await ask(signIn, { headers: form, payload: new URLSearchParams(credentials()).toString() });
    const charset = { 'content-type': 'application/json; charset=utf-8' };
    const json = await ask(signIn, { headers: charset, payload: JSON.stringify(credentials()) });
    expect([labelled.statusCode, encoded.statusCode, json.statusCode]).toEqual([200, 200, 200]);
  });

  it('may be at most 1 MB', async () => {
    const payload = JSON.stringify({ email: 'x'.repeat(10_000_000), password: 'y' });
    for (const url of ['/api/auth/sign_in', '/trpc/auth.signIn']) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: { 'content-type': 'application/json' },
        payload,
      });
      expect([answer.statusCode, answer.json()]).toEqual([
        413,
        { error: 'The request is too large.', code: 'TOO_LARGE' },
      ]);
    }
  });

  it('of other types are refused', async () => {
    const answer = await ask(signIn, { headers: { 'content-type': 'text/xml' }, payload: '<a/>' });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
  });
});

describe('addresses that do not exist', () => {
  it.each([
    '/api',
    '/api/',
    '/api/none',
    '/api/%zz',
    '/api/auth/sign_in/x',
    '/trpc',
    '/trpc/none',
    '/api/files/models/plant',
  ])('%s is 404 or 400 in the usual shape', async (url) => {
    const answer = await server.app.inject({ method: 'GET', url });
    expect([400, 404]).toContain(answer.statusCode);
    const body = answer.json<{ error?: { data?: { app: unknown } } }>();
    errorBodySchema.strict().parse(body.error?.data?.app ?? body);
  });
  it('are not made good by another method', async () => {
    const answer = await server.app.inject({ method: 'DELETE', url: '/api/sites/all' });
    expect(answer.statusCode).toBe(404);
  });
});

describe('the documents', () => {
  it('are made once: further requests cost a part of the first', async () => {
    const app = Fastify();
    addReference(app, readEnv({}));
    await app.ready();
    for (const url of ['/api/openapi.json', '/api/docs']) {
      const firstMs = await leastProcessorMs(1, () => app.inject(url));
      expect(await leastProcessorMs(20, () => app.inject(url))).toBeLessThan(firstMs / 2);
    }
    await app.close();
  });
  it('describe every row', async () => {
    const document = (await server.app.inject('/api/openapi.json')).json<{ paths: Record<string, object> }>();
    expect(Object.values(document.paths).flatMap((path) => Object.keys(path))).toHaveLength(
      REST_TABLE.length + FILE_TABLE.length,
    );
    const page = await server.app.inject('/api/docs');
    expect(page.headers['content-type']).toContain('text/html');
    for (const [path, operations] of Object.entries(document.paths))
      for (const operation of Object.values(operations as Record<string, { parameters?: { name: string }[] }>))
        expect(operation.parameters?.map(({ name }) => `{${name}}`) ?? []).toEqual(
          expect.arrayContaining([...path.matchAll(/\{\w+\}/g)].map(([name]) => name)),
        );
    for (const row of [...REST_TABLE, ...FILE_TABLE]) expect(page.body).toContain(`${row.method} /api${row.path}`);
  });
});
