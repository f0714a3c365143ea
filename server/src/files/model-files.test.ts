import { symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rolePermissions } from '@overlook/db/schema';
import { SESSION_COOKIE } from '@overlook/shared/config';
import { startTestServer, TILESET, type TestServer } from '../testing/test-server.ts';

const BASE = '/api/files/models/plant/textured/v1';
let server: TestServer;
let admin: string;
let guest: string;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.token(server.people.admin);
  guest = await server.token(server.people.guest);
});
afterAll(() => server.close());

const get = (url: string, headers: Record<string, string> = {}, token = admin) =>
  server.app.inject({ url, headers: { authorization: `Bearer ${token}`, ...headers } });

describe('a model file', () => {
  it('has the headers that let a browser keep it permanently', async () => {
    const answer = await get(`${BASE}/tileset.json`);
    expect(answer.statusCode).toBe(200);
    expect(answer.body).toBe(TILESET);
    expect(answer.headers).toMatchObject({
      'cache-control': 'private, max-age=31536000, immutable',
      'content-type': 'application/json',
      'content-length': String(TILESET.length),
      'accept-ranges': 'bytes',
      'x-content-type-options': 'nosniff',
      vary: 'Authorization, Cookie, Accept-Encoding',
      etag: expect.stringMatching(/^"[\w-]+"$/),
    });
  });

  it('is found by names with spaces and other letters', async () => {
    const answer = await get(`${BASE}/tiles/${encodeURIComponent('ä 漢.b3dm')}`);
    expect(answer.body).toBe('b3dm0123456789');
    expect(answer.headers['content-type']).toBe('application/octet-stream');
    expect(answer.headers.vary).toBe('Authorization, Cookie');
  });

  it('is sent compressed where a compressed neighbour exists and the client accepts it', async () => {
    const br = await get(`${BASE}/tileset.json`, { 'accept-encoding': 'gzip, deflate, br' });
    expect(br.headers['content-encoding']).toBe('br');
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(TILESET);
    const gzip = await get(`${BASE}/tileset.json`, { 'accept-encoding': 'gzip, br;q=0' });
    expect(gzip.headers['content-encoding']).toBe('gzip');
    expect(gunzipSync(gzip.rawPayload).toString()).toBe(TILESET);
    const none = await get(`${BASE}/tileset.json`, { 'accept-encoding': 'identity' });
    expect(none.headers['content-encoding']).toBeUndefined();
    expect(new Set([br, gzip, none].map((answer) => answer.headers.etag)).size).toBe(3);
  });

  it('is not sent again when the client has it', async () => {
    for (const encoding of ['br', 'identity']) {
      const first = await get(`${BASE}/tileset.json`, { 'accept-encoding': encoding });
      const etag = String(first.headers.etag);
      for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const again = await get(`${BASE}/tileset.json`, { 'accept-encoding': encoding, 'if-none-match': known });
        expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', etag]);
      }
      const since = { 'if-modified-since': String(first.headers['last-modified']) };
      expect((await get(`${BASE}/tileset.json`, since)).statusCode).toBe(304);
    }
    expect((await get(`${BASE}/tileset.json`, { 'if-none-match': '"other"' })).statusCode).toBe(200);
  });

  it('answers HEAD without a body', async () => {
    const answer = await server.app.inject({
      method: 'HEAD',
      url: `${BASE}/tileset.json`,
      headers: { authorization: `Bearer ${admin}` },
    });
    expect([answer.statusCode, answer.body, answer.headers['content-length']]).toEqual([
      200,
      '',
      String(TILESET.length),
    ]);
  });

  it('never runs as a page', async () => {
    const answer = await get(`${BASE}/page.html`);
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'; sandbox");
  });
});

describe('byte ranges', () => {
  const file = `${BASE}/tiles/${encodeURIComponent('ä 漢.b3dm')}`;
  const size = 14;

  it.each([
    ['bytes=0-3', 'b3dm', 'bytes 0-3/14'],
    ['bytes=4-', '0123456789', 'bytes 4-13/14'],
    ['bytes=-2', '89', 'bytes 12-13/14'],
    ['bytes=-99', 'b3dm0123456789', 'bytes 0-13/14'],
    ['bytes=10-99', '6789', 'bytes 10-13/14'],
  ])('%s', async (range, body, contentRange) => {
    const answer = await get(file, { range });
    expect([answer.statusCode, answer.body, answer.headers['content-range']]).toEqual([206, body, contentRange]);
    expect(answer.headers['content-length']).toBe(String(body.length));
  });

  it.each(['bytes=14-', 'bytes=99-100', 'bytes=-0'])('%s is not satisfiable', async (range) => {
    const answer = await get(file, { range });
    expect([answer.statusCode, answer.headers['content-range']]).toEqual([416, 'bytes */14']);
    expect(answer.json()).toMatchObject({ code: 'RANGE_NOT_SATISFIABLE' });
  });

  it.each(['bytes=', 'bytes=a-b', 'bytes=5-2', 'bytes=0-1,3-4', 'lines=1-2', '0-1'])(
    '%s gets the whole file',
    async (range) => {
      const answer = await get(file, { range });
      expect([answer.statusCode, answer.body.length]).toEqual([200, size]);
    },
  );

  it('are of the file itself, never of a compressed neighbour', async () => {
    const answer = await get(`${BASE}/tileset.json`, { range: 'bytes=0-9', 'accept-encoding': 'br, gzip' });
    expect([answer.statusCode, answer.body]).toEqual([206, TILESET.slice(0, 10)]);
    expect(answer.headers['content-encoding']).toBeUndefined();
  });

  it('are sent only while the file is the version that the client has', async () => {
    const { etag } = (await get(file)).headers;
    expect((await get(file, { range: 'bytes=0-1', 'if-range': String(etag) })).statusCode).toBe(206);
    expect((await get(file, { range: 'bytes=0-1', 'if-range': '"old"' })).statusCode).toBe(200);
  });
});

describe('who may see a model file', () => {
  it('is served to users who may view its layer; for others it does not exist', async () => {
    const answers = await Promise.all([
      get(`${BASE}/tileset.json`, {}, guest),
      get('/api/files/models/plant/cad/v1/tileset.json', {}, guest),
      get('/api/files/models/farm/textured/v1/tileset.json', {}, guest),
      get('/api/files/models/none/textured/v1/tileset.json', {}, admin),
    ]);
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 404, 404, 404]);
    expect(new Set(answers.slice(1).map((answer) => answer.body)).size).toBe(1);
  });

  it('may use the cookie, from this site’s own pages', async () => {
    const ask = (headers: Record<string, string>) =>
      server.app.inject({ url: `${BASE}/tileset.json`, headers, cookies: { [SESSION_COOKIE]: guest } });
    expect((await ask({})).statusCode).toBe(200);
    expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' })).statusCode).toBe(200);
    expect((await ask({ 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors' })).statusCode).toBe(401);
    expect((await server.app.inject({ url: `${BASE}/tileset.json` })).statusCode).toBe(401);
    expect((await ask({ authorization: 'Bearer wrong' })).statusCode).toBe(401);
  });

  it('is checked in the database at most every 30 seconds, and immediately after a change', async () => {
    const { db } = server.database;
    const token = await server.token(server.people.guest);
    expect((await get(`${BASE}/tileset.json`, {}, token)).statusCode).toBe(200);
    const rows = await db.delete(rolePermissions).where(eq(rolePermissions.siteId, server.siteIds.plant)).returning();
    expect((await get(`${BASE}/tileset.json`, {}, token)).statusCode).toBe(200);
    server.clock.advance(30_000);
    expect((await get(`${BASE}/tileset.json`, {}, token)).statusCode).toBe(404);
    await db.insert(rolePermissions).values(rows);
    server.forgetPermissions();
    expect((await get(`${BASE}/tileset.json`, {}, token)).statusCode).toBe(200);
  });
});

describe('files that are not published', () => {
  it.each([
    '/tiles',
    '/none.json',
    '/.hidden',
    '/tileset.json.br',
    '/tileset.json.gz',
    '/tileset.json/x',
    '/../../../secret.txt',
    '/..%2f..%2f..%2fsecret.txt',
    '/%2e%2e/%2e%2e/%2e%2e/secret.txt',
    '/..%5c..%5csecret.txt',
    '/tiles//x',
    '/%00',
    '/',
    '.part/tileset.json',
  ])('%s is 404', async (path) => {
    const answer = await get(`${BASE}${path}`);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([404, 'NOT_FOUND']);
  });

  it('include the targets of links', async () => {
    await symlink(
      join(server.filesDir, 'models/secret.txt'),
      join(server.filesDir, 'models/plant/textured/v1/link.json'),
    );
    expect((await get(`${BASE}/link.json`)).statusCode).toBe(404);
  });

  it('are not found by any request', async () => {
    await writeFile(join(server.filesDir, 'outside.txt'), 'secret');
    const part = fc.oneof(fc.constantFrom('..', '%2e%2e', '.', '%2f', '%5c', '%00', 'v1', 'v1.part', ''), fc.string());
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        const path = parts.map((one) => (one.includes('%') ? one : encodeURIComponent(one))).join('/');
        const answer = await get(`/api/files/models/plant/textured/${path}`);
        expect([200, 400, 404]).toContain(answer.statusCode);
        expect(answer.body).not.toContain('secret');
      }),
      { numRuns: 200 },
    );
  });
});
