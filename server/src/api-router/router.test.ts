import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SESSION_COOKIE } from '@overlook/shared/config';
import { errorBodySchema } from '@overlook/shared/schemas';
import { sentError } from '../testing/subscriptions.ts';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { appRouter } from './router.ts';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await startTestServer();
  token = await server.token(server.people.admin);
});
afterAll(() => server.close());

interface Definition {
  type: 'query' | 'mutation' | 'subscription';
  meta?: { isPublic?: boolean };
}
const procedures = Object.entries(appRouter._def.procedures as unknown as Record<string, { _def: Definition }>).map(
  ([path, { _def }]) => ({ path, ..._def }),
);
const call = ({ path, type }: { path: string; type: Definition['type'] }, headers: Record<string, string> = {}) =>
  type === 'mutation'
    ? server.app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload: {} })
    : server.app.inject({ url: `/trpc/${path}`, headers });
const appError = (body: string) =>
  errorBodySchema.strict().parse((JSON.parse(body) as { error: { data: { app: unknown } } }).error.data.app);

describe.each(procedures)('$path', (procedure) => {
  const { path, type, meta } = procedure;

  it('describes itself, and needs a session unless it says otherwise', async () => {
    expect(meta).toMatchObject({ summary: expect.any(String) });
    if (meta?.isPublic) return;
    const answer = await call(procedure);
    if (type === 'subscription') expect(sentError(answer.body)?.code).toBe('NOT_SIGNED_IN');
    else expect([answer.statusCode, appError(answer.body).code]).toEqual([401, 'NOT_SIGNED_IN']);
  });

  it('changes nothing by GET or by cookie', async () => {
    if (type !== 'mutation') return;
    const headers = { authorization: `Bearer ${token}` };
    const byGet = await server.app.inject({ url: `/trpc/${path}?input={}`, headers });
    expect([byGet.statusCode, appError(byGet.body).code]).toEqual([405, 'METHOD_NOT_ALLOWED']);
    if (meta?.isPublic) return;
    const byCookie = await call(procedure, { cookie: `${SESSION_COOKIE}=${token}` });
    expect([byCookie.statusCode, appError(byCookie.body).code]).toEqual([403, 'BEARER_REQUIRED']);
  });

  it('answers junk in the usual shape', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(fc.json(), fc.string(), fc.constantFrom('{', '[{}]', '{"0":{}}')), async (payload) => {
        const headers = {
          'content-type': 'application/json',
          ...(type === 'mutation' ? {} : { authorization: `Bearer ${token}` }),
        };
        const answer =
          type === 'mutation'
            ? await server.app.inject({ method: 'POST', url: `/trpc/${path}`, headers, payload })
            : await server.app.inject({ url: `/trpc/${path}?input=${encodeURIComponent(payload)}`, headers });
        expect(answer.statusCode).toBeLessThan(500);
        if (answer.statusCode >= 400) appError(answer.body);
        else if (type === 'subscription') expect(sentError(answer.body)).not.toBeNull();
        expect(answer.body).not.toMatch(/"stack"|node_modules|select .* from/i);
      }),
      { numRuns: 15 },
    );
  });
});

describe('the tRPC address', () => {
  it('answers several operations at once, each with its own outcome', async () => {
    const answer = await server.app.inject({ url: '/trpc/instance.info,auth.check?batch=1&input={}' });
    expect(answer.statusCode).toBe(207);
    const [info, check] =
      answer.json<[{ result: { data: unknown } }, { error: { data: { app: { code: string }; key: string } } }]>();
    expect(info.result.data).toMatchObject({ productName: 'Overlook', demoAccounts: true });
    expect(check.error.data.app.code).toBe('NOT_SIGNED_IN');
    expect(check.error.data.key).toBe('request.notSignedIn');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('does not read a form as JSON, which a foreign page could send', async () => {
    const answer = await server.app.inject({
      method: 'POST',
      url: '/trpc/auth.signIn',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: '{"email":"a","password":"b"}',
    });
    expect(answer.statusCode).toBe(415);
  });
});
