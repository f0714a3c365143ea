import { createHmac } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aCapture } from '@overlook/db/seed';
import { startTestServer, TILESET, type TestServer } from '../testing/test-server.ts';

const KEY = Buffer.alloc(32, 7);
const BASE = '/api/files/models/plant/textured/v1';
const TILE = `tiles/${encodeURIComponent('ä 漢.b3dm')}`;
const PAGE = 'https://page.example.com';
let server: TestServer;
let admin: string;
let guest: string;
beforeAll(async () => {
  server = await startTestServer({ TILE_KEY: KEY.toString('base64'), EMBED_ORIGINS: PAGE });
  admin = await server.token(server.people.admin);
  guest = await server.token(server.people.guest);
});
afterAll(() => server.close());

const get = (url: string, token: string | null = guest, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { ...(token ? { authorization: `Bearer ${token}` } : {}), ...headers } });

/** As a proxy in front of the server calculates it. */
const signature = (end: number, scope: string, key: Uint8Array = KEY) =>
  createHmac('sha256', key).update(`${end}/${scope}`).digest('base64url');

const secondsNow = () => server.clock.now().getTime() / 1000;
const signed = (scope: string, path: string, { end = secondsNow() + 60, key = KEY } = {}) =>
  `/t/${end}/${signature(end, scope, key)}/${scope}/${path}`;

describe('with a TILE_KEY, a file of a model', () => {
  it('is at a signed address, which is sent to who may read it', async () => {
    const answer = await get(`${BASE}/${TILE}`);
    const end = secondsNow() + 900;
    expect(answer.statusCode).toBe(307);
    expect(answer.headers.location).toBe(`/t/${end}/${signature(end, 'plant/textured/v1')}/plant/textured/v1/${TILE}`);
    expect((await get(answer.headers.location!, null)).body).toBe('b3dm0123456789');
  });

  it('has the same address for everybody for five minutes', async () => {
    const address = async (token: string) => (await get(`${BASE}/tileset.json`, token)).headers.location;
    const first = await address(guest);
    server.clock.advance(299_000);
    expect(await address(admin)).toBe(first);
    server.clock.advance(1000);
    expect(await address(admin)).not.toBe(first);
  });

  it('does not exist for who may not read it', async () => {
    const statuses = async (...urls: string[]) => {
      const answers = await Promise.all(urls.map((url) => get(url)));
      return answers.map(({ statusCode, headers }) => [statusCode, headers.location]);
    };
    expect(
      await statuses(
        '/api/files/models/plant/cad/v1/tileset.json',
        '/api/files/models/farm/textured/v1/tileset.json',
        '/api/files/models/plant/textured/v2/tileset.json',
      ),
    ).toEqual([1, 2, 3].map(() => [404, undefined]));
    expect((await get(`${BASE}/tileset.json`, null)).statusCode).toBe(401);
  });

  it('answers the same to everybody, so that a cache can keep the answer', async () => {
    const address = signed('plant/textured/v1', 'tileset.json');
    for (const headers of [{}, { origin: PAGE }, { origin: 'https://other.example.com' }, { cookie: 'a=b' }]) {
      const answer = await get(address, null, headers);
      expect(answer.body).toBe(TILESET);
      expect(answer.headers).toMatchObject({
        'cache-control': 'public, max-age=900, s-maxage=31536000, immutable',
        'access-control-allow-origin': '*',
        'cross-origin-resource-policy': 'cross-origin',
        'content-security-policy': "default-src 'none'; sandbox",
        vary: 'Accept-Encoding',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
  });

  it('is sent in parts and compressed as before', async () => {
    const part = await get(signed('plant/textured/v1', TILE), null, { range: 'bytes=0-3' });
    expect([part.statusCode, part.body]).toEqual([206, 'b3dm']);
    const br = await get(signed('plant/textured/v1', 'tileset.json'), null, { 'accept-encoding': 'br' });
    expect(br.headers['content-encoding']).toBe('br');
  });
});

describe('a signed address', () => {
  it.each([
    ['has ended', () => signed('plant/textured/v1', 'tileset.json', { end: secondsNow() })],
    ['is signed with another key', () => signed('plant/textured/v1', 'tileset.json', { key: Buffer.alloc(32, 8) })],
    ['is of another layer', () => signed('plant/textured/v1', 'x').replace('/textured/', '/cad/')],
    ['is of another version', () => signed('plant/textured/v1', 'x').replace('/v1/', '/v2/')],
    ['has a later end', () => signed('plant/textured/v1', 'x').replace(/\/t\/\d+/, `/t/${secondsNow() + 9999}`)],
    ['has no signature', () => `/t/${secondsNow() + 60}/-/plant/textured/v1/tileset.json`],
  ])('that %s is refused', async (_, address) => {
    const answer = await get(address(), null);
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([403, 'ADDRESS_EXPIRED']);
  });

  it.each(['none.json', '.hidden', 'tileset.json.br', '..%2fsecret.txt', '%2e%2e/%2e%2e/%2e%2e/secret.txt'])(
    'leads to no file that is not published: %s',
    async (path) => {
      const answer = await get(signed('plant/textured/v1', path), null);
      expect([answer.statusCode, answer.body.includes('secret')]).toEqual([404, false]);
    },
  );

  it('without a path tells a proxy whether its signature is right', async () => {
    const right = await get(signed('plant/textured/v1', ''), null);
    expect([right.statusCode, right.body]).toEqual([204, '']);
    expect((await get(signed('plant/textured/v1', '', { end: 1 }), null)).statusCode).toBe(403);
  });

  it('leads to what captures share, without a version', async () => {
    const hash = `ab${'0'.repeat(62)}`;
    const { plant } = server.siteIds;
    await aCapture(server.database.db, {
      siteId: plant,
      modeltypeId: 3,
      takenOn: '2026-03-14',
      filepath: '/api/files/models/plant/textured/v0/tileset.json',
      publishedAt: new Date(),
    });
    const folder = join(server.filesDir, 'models/plant/textured/v0/objects/ab');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, `${hash}.glb`), 'shared');
    const { headers } = await get(`/api/files/models/plant/textured/objects/ab/${hash}.glb`);
    expect(headers.location).toContain('/plant/textured/objects/ab/');
    expect((await get(headers.location!, null)).body).toBe('shared');
  });
});

it('exists only with a TILE_KEY', async () => {
  const without = await startTestServer();
  const token = await without.token(without.people.guest);
  const ask = (url: string) => without.app.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect((await ask(`${BASE}/tileset.json`)).statusCode).toBe(200);
  expect((await ask(signed('plant/textured/v1', TILE))).body).not.toContain('b3dm');
  await without.close();
});
