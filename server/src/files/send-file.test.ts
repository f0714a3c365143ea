import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readlink, rm, utimes, writeFile } from 'node:fs/promises';
import { connect, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WAIT } from '../testing/wait.ts';
import { systemClock } from '../services/clock.ts';
import { sendFile } from './send-file.ts';
import { createFileFinder, type StoredFile } from './stored-file.ts';

const CHANGED = new Date('2026-03-04T05:06:07.800Z');
/** More than what is read whole, and more than the buffers of a connection. */
const LARGE = randomBytes(16 * 1024 * 1024);

let folder: string;
let app: FastifyInstance;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'overlook-send-'));
  app = Fastify();
  app.get<{ Params: { name: string }; Querystring: { type?: string } }>('/:name', async (request, reply) => {
    reply.header('Vary', 'Cookie');
    return sendFile(request, reply, await stored(request.params.name), request.query.type);
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  for (const name of ['tile.B3DM', 'page.html', 'code.js', 'roof.KTX2', 'plan.pdf', 'a.json'])
    await writeFile(path.join(folder, name), 'content');
  await writeFile(path.join(folder, 'large.bin'), LARGE);
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});

async function stored(name: string): Promise<StoredFile> {
  const file = path.join(folder, name);
  await utimes(file, CHANGED, CHANGED);
  const found = await createFileFinder(systemClock).find(folder, file);
  return { ...found!, tag: 'v1' };
}
const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('the media type', () => {
  it.each([
    ['page.html', 'text/html; charset=utf-8'],
    ['code.js', 'text/javascript; charset=utf-8'],
    ['roof.KTX2', 'image/ktx2'],
    ['plan.pdf', 'application/pdf'],
    ['tile.B3DM', 'application/octet-stream'],
  ])('of %s is %s', async (name, type) => {
    expect((await get(`/${name}`)).headers['content-type']).toBe(type);
  });

  it('is that of the caller where the name does not end in it', async () => {
    expect((await get('/tile.B3DM?type=image/webp')).headers['content-type']).toBe('image/webp');
  });
});

describe('a file that the client has', () => {
  it.each([
    ['the same tag', { 'if-none-match': '"v1"' }],
    ['a weak tag', { 'if-none-match': 'W/"v1"' }],
    ['one of several tags', { 'if-none-match': '"v0", "v1"' }],
    ['the tag of a compressed form', { 'if-none-match': '"v1.br"' }],
    ['any tag', { 'if-none-match': '*' }],
    // The header has whole seconds.
    ['the time of its change', { 'if-modified-since': 'Wed, 04 Mar 2026 05:06:07 GMT' }],
    ['a later time', { 'if-modified-since': 'Wed, 04 Mar 2026 05:06:08 GMT' }],
  ])('by %s is not sent again', async (_, headers) => {
    const answer = await get('/a.json', headers);
    expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', '"v1"']);
    expect(answer.headers).not.toHaveProperty('content-type');
  });

  it.each([
    ['another tag', { 'if-none-match': '"v2"' }],
    ['an earlier time', { 'if-modified-since': 'Wed, 04 Mar 2026 05:06:06 GMT' }],
    ['no time', { 'if-modified-since': 'yesterday' }],
    // A tag decides alone (RFC 9110 §13.1.3).
    ['another tag and a later time', { 'if-none-match': '"v2"', 'if-modified-since': 'Wed, 04 Mar 2026 06:00:00 GMT' }],
  ])('by %s is sent', async (_, headers) => {
    expect((await get('/a.json', headers)).body).toBe('content');
  });
});

it('a file without compressed forms does not vary by them', async () => {
  expect((await get('/a.json')).headers.vary).toBe('Cookie');
});

it('a large file is sent whole and in ranges', async () => {
  expect((await get('/large.bin')).rawPayload.equals(LARGE)).toBe(true);
  const part = await get('/large.bin', { range: 'bytes=1000000-1999999' });
  expect([part.statusCode, part.headers['content-range']]).toEqual([206, 'bytes 1000000-1999999/16777216']);
  const rest = await get('/large.bin', { range: 'bytes=16777210-99999999' });
  expect([rest.headers['content-range'], rest.headers['content-length'], rest.rawPayload.length]).toEqual([
    'bytes 16777210-16777215/16777216',
    '6',
    6,
  ]);
  expect(part.rawPayload.equals(LARGE.subarray(1_000_000, 2_000_000))).toBe(true);
});

/** How often this process has the file open. */
async function timesOpen(name: string): Promise<number> {
  const links = await Promise.all(
    (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => '')),
  );
  return links.filter((link) => link === path.join(folder, name)).length;
}

it.runIf(process.platform === 'linux')(
  'files are closed when their connection ends, also those of answers that wait behind another',
  async () => {
    const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
    // Nothing is read, so the first answer waits for its reader and the others for the first.
    socket.pause();
    socket.write('GET /large.bin HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(3));
    await vi.waitFor(async () => expect(await timesOpen('large.bin')).toBeGreaterThan(1), WAIT);
    socket.destroy();
    await vi.waitFor(async () => expect(await timesOpen('large.bin')).toBe(0), WAIT);
  },
);
