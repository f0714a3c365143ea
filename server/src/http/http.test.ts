import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { jobs } from '@overlook/db/schema';
import { USER_GUIDE_PATH } from '@overlook/shared/config';
import { buildApp } from '../app.ts';
import { readEnv } from '../env.ts';
import { leastProcessorMs } from '../testing/processor-time.ts';
import { PASSWORD, startTestServer, type TestServer } from '../testing/test-server.ts';
import { createLogger, loggableUrl } from './logging.ts';
import { WAIT } from '../testing/wait.ts';

let server: TestServer;
let logged = '';
const VARIABLES = {
  LOG_LEVEL: 'info',
  BASEMAP_STYLE_URL: 'https://tiles.example.com/style.json',
  EMBED_ORIGINS: 'https://portal.example.com',
};
const sink = new Writable({
  write(chunk, _encoding, done) {
    logged += String(chunk);
    done();
  },
});
beforeAll(async () => {
  server = await startTestServer(VARIABLES, createLogger(readEnv(VARIABLES), sink as never));
});
afterAll(() => server.close());

describe('the web app', () => {
  it('is the answer at every page address, and is never cached', async () => {
    for (const url of ['/', '/index.html', '/sites', '/auth/1/abc', '/bookmark/3/4?x=1']) {
      const answer = await server.app.inject(url);
      expect([answer.statusCode, answer.headers['cache-control']]).toEqual([200, 'no-cache']);
      expect(answer.body).toContain('<title>web</title>');
      expect(answer.headers['content-type']).toBe('text/html; charset=utf-8');
    }
  });
  it('lets browsers keep hashed files permanently, and sends them compressed where possible', async () => {
    const answer = await server.app.inject({ url: '/assets/main-abc123.js', headers: { 'accept-encoding': 'br' } });
    expect(answer.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'br',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'Origin, Accept-Encoding',
    });
    expect((await server.app.inject('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });
  it('lets pages of every origin load its code, and nothing else', async () => {
    const headers = { origin: 'https://anybody.example.com' };
    const open = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin' };
    expect((await server.app.inject({ url: '/assets/main-abc123.js', headers })).headers).toMatchObject(open);
    const entry = await server.app.inject({ url: '/embed/v1/overlook-viewer.js', headers });
    expect(entry.headers).toMatchObject({ ...open, 'cache-control': 'no-cache', etag: expect.any(String) });
    for (const url of ['/', '/index.html', '/favicon.svg', '/api/sites/all', '/assets/none.js']) {
      const answer = await server.app.inject({ url, headers });
      expect(answer.headers['access-control-allow-origin']).toBeUndefined();
      expect(answer.headers['cross-origin-resource-policy']).toBe('same-origin');
    }
  });
  it.each(['/assets/none.js', '/../package.json', '/%2e%2e/files/models/secret.txt', '/.env', '/%zz'])(
    '%s is not found',
    async (url) => {
      expect([400, 404]).toContain((await server.app.inject(url)).statusCode);
    },
  );
  it('answers in short time to an address of dots only', async () => {
    const ask = async () => expect((await server.app.inject(`/${'.'.repeat(15_000)}/`)).statusCode).toBe(200);
    expect(await leastProcessorMs(4, ask)).toBeLessThan(50);
  });
  it('answers to reading only', async () => {
    expect((await server.app.inject({ method: 'POST', url: '/sites' })).statusCode).toBe(404);
  });
});

describe('the user guide', () => {
  it('is a PDF without sign-in, shown in the browser and cached for a time', async () => {
    const answer = await server.app.inject(USER_GUIDE_PATH);
    expect([answer.statusCode, answer.body]).toEqual([200, '%PDF-1.7']);
    expect(answer.headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': 'inline',
      'cache-control': 'public, max-age=3600',
      'x-content-type-options': 'nosniff',
    });
    const known = { 'if-none-match': answer.headers.etag };
    expect((await server.app.inject({ url: USER_GUIDE_PATH, headers: known })).statusCode).toBe(304);
    const head = await server.app.inject({ method: 'HEAD', url: USER_GUIDE_PATH });
    expect([head.statusCode, head.body, head.headers['content-length']]).toEqual([200, '', '8']);
  });
  it('is reported as missing with a sentence', async () => {
    const { clock, database, filesDir, webDir } = server;
    const guideFile = join(webDir, 'none.pdf');
    const env = readEnv({ LOG_LEVEL: 'silent' });
    const app = await buildApp({ env, db: database.db, filesDir, webDir, guideFile, clock });
    const answer = await app.inject(USER_GUIDE_PATH);
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: 'The user guide has not been built.', code: 'NOT_FOUND' },
    ]);
    await app.close();
  });
});

describe('security headers', () => {
  it('name what pages may load and who may frame them', async () => {
    const { headers } = await server.app.inject('/');
    const policy = String(headers['content-security-policy']);
    for (const directive of [
      "script-src 'self' 'wasm-unsafe-eval'",
      "worker-src 'self' blob:",
      "img-src 'self' data: blob: https://tiles.example.com",
      "connect-src 'self' data: blob: https://tiles.example.com",
      "frame-ancestors 'self' https://portal.example.com",
      "object-src 'none'",
    ])
      expect(policy.split(';')).toContain(directive);
    expect(policy).not.toContain('upgrade-insecure-requests');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' });
    expect(headers['x-frame-options']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(headers['x-powered-by']).toBeUndefined();
  });
});

describe('probes', () => {
  it('report liveness, readiness and version', async () => {
    expect((await server.app.inject('/livez')).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ok' });
    expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok', version: 'v2.7.0' });
  });
  it('report when the storage is missing', async () => {
    const other = await startTestServer();
    await rm(other.filesDir, { recursive: true });
    const answer = await other.app.inject('/readyz');
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
    await other.close();
  });
  it('count the jobs by kind and state', async () => {
    const body = async () => (await server.app.inject('/metrics')).body;
    expect(await body()).not.toContain('overlook_jobs{');
    await server.database.db.insert(jobs).values([
      { kind: 'mail', payload: {}, status: 'error' },
      { kind: 'mail', payload: {}, status: 'error' },
    ]);
    expect(await body()).toContain('overlook_jobs{kind="mail",state="error"} 2');
    await server.database.db.delete(jobs);
    expect(await body()).not.toContain('overlook_jobs{');
  });

  it('count answers by route, never by address', async () => {
    const token = await server.token(server.people.admin);
    const headers = { authorization: `Bearer ${token}` };
    await server.app.inject({ url: '/api/files/models/plant/textured/v1/tileset.json', headers });
    const { body } = await server.app.inject('/metrics');
    expect(body).toContain('route="/api/files/models/:slug/:folder/:version/*",code="200"');
    expect(body).not.toContain('tileset.json');
    expect((await server.app.inject({ url: '/metrics', remoteAddress: '10.0.0.1' })).statusCode).toBe(404);
    for (const name of ['x-forwarded-for', 'forwarded', 'x-real-ip', 'via']) {
      const answer = await server.app.inject({ url: '/metrics', headers: { [name]: '127.0.0.1' } });
      expect(answer.statusCode).toBe(404);
    }
  });
});

describe('a reverse proxy', () => {
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };
  const warnings = () => logged.split('\n').filter((line) => line.includes('TRUST_PROXY is not set'));

  it('causes one warning when TRUST_PROXY is not set', async () => {
    const other = await startTestServer(VARIABLES, createLogger(readEnv(VARIABLES), sink as never));
    logged = '';
    await other.app.inject('/livez');
    expect(warnings()).toHaveLength(0);
    for (let n = 0; n < 3; n++) await other.app.inject({ url: '/livez', headers: forwarded });
    expect(warnings()).toHaveLength(1);
    await other.close();
  });

  it('is trusted from the addresses of TRUST_PROXY only: a failing client does not lock out others', async () => {
    const other = await startTestServer({ TRUST_PROXY: '127.0.0.1' });
    const signIn = (address: string, email: string, password: string) =>
      other.app.inject({
        method: 'POST',
        url: '/api/auth/sign_in',
        headers: { 'x-forwarded-for': address },
        payload: { email, password },
      });
    for (let n = 0; n < 51; n++) await signIn('203.0.113.9', `nobody-${n}@example.com`, 'wrong');
    expect((await signIn('203.0.113.9', other.people.guest, PASSWORD)).statusCode).toBe(429);
    expect((await signIn('198.51.100.7', other.people.guest, PASSWORD)).statusCode).toBe(200);
    await other.close();
  });
});

describe('the log', () => {
  it('has one line for each answer and no secrets', async () => {
    logged = '';
    const token = await server.token(server.people.admin);
    await server.app.inject({ url: '/api/auth/check?secret=1', headers: { authorization: `Bearer ${token}` } });
    await server.app.inject('/auth/7/a-single-use-token');
    const lines = logged
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines.map((line) => [line['method'], line['path'], line['status']])).toEqual([
      ['POST', '/api/auth/sign_in', 200],
      ['GET', '/api/auth/check', 200],
      ['GET', '/auth/7/[hidden]', 200],
    ]);
    for (const secret of [token, PASSWORD, 'secret=1', 'a-single-use-token']) expect(logged).not.toContain(secret);
  });
  it('warns of refusals, with person and time', async () => {
    logged = '';
    const token = await server.token(server.people.guest);
    await server.app.inject({ url: '/api/users', headers: { authorization: `Bearer ${token}` } });
    const line = JSON.parse(logged.trim().split('\n').at(-1)!) as Record<string, unknown>;
    expect(line).toMatchObject({
      level: 40,
      path: '/api/users',
      status: 403,
      userId: expect.any(Number),
      address: '127.0.0.1',
      time: expect.any(Number),
      reqId: expect.stringMatching(/^[\da-f-]{36}$/),
    });
  });
  it('has the internal error that the answer does not show', async () => {
    let told = '';
    const sink = new Writable({
      write(chunk, _encoding, done) {
        told += String(chunk);
        done();
      },
    });
    const broken = await startTestServer({}, createLogger(readEnv({ LOG_LEVEL: 'warn' }), sink as never));
    const headers = { authorization: `Bearer ${await broken.token(broken.people.admin)}` };
    await broken.database.close();
    const answer = await broken.app.inject({ url: '/api/users', headers });
    expect([answer.statusCode, answer.json()]).toEqual([
      500,
      { error: 'Something went wrong on the server.', code: 'INTERNAL' },
    ]);
    const lines = told
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(lines).toContainEqual(
      expect.objectContaining({ level: 50, err: expect.objectContaining({ stack: expect.any(String) }) }),
    );
    await broken.close();
  });
  it('keeps text from an address on one line', async () => {
    logged = '';
    await server.app.inject('/sites%0A{"level":60}%0d%0aforged');
    expect(logged.trim().split('\n')).toHaveLength(1);
  });
  it('hides tokens in addresses', () => {
    expect(loggableUrl('/users/passwordreset/abc?x=y')).toBe('/users/passwordreset/[hidden]');
    expect(loggableUrl('/auth/12/abc')).toBe('/auth/12/[hidden]');
    expect(loggableUrl('/api/auth/sign_in')).toBe('/api/auth/sign_in');
  });
});

describe('input that is not HTTP', () => {
  it('gets the usual shape and loses its connection', async () => {
    await server.app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = server.app.server.address() as AddressInfo;
    const answer = await new Promise<string>((resolve, reject) => {
      let text = '';
      const socket = connect(port, '127.0.0.1', () => socket.write('nonsense\r\n\r\n'));
      socket.on('data', (chunk) => (text += String(chunk)));
      socket.on('close', () => resolve(text));
      socket.on('error', reject);
    });
    expect(answer).toContain('HTTP/1.1 400 Bad Request');
    expect(answer).toContain('{"error":"The request is not valid.","code":"INVALID_INPUT"}');
  });

  it('loses its connection also when the client keeps its own side open', async () => {
    const { port } = server.app.server.address() as AddressInfo;
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }, () => socket.write('nonsense\r\n\r\n'));
    await new Promise((resolve) => socket.once('data', resolve));
    const open = () =>
      new Promise<number>((resolve) => server.app.server.getConnections((_error, count) => resolve(count)));
    await vi.waitFor(async () => expect(await open()).toBe(0), WAIT);
    socket.destroy();
  });
});

describe('a connection without traffic', () => {
  it('is closed, so that clients that never read their answers use no resources', () => {
    expect(server.app.server.timeout).toBe(120_000);
  });
});
