import { createServer, get as httpGet } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answerErrors } from '../http/answer-errors.ts';
import { systemClock } from '../services/clock.ts';
import { FolderStore } from '../storage/objects/folder-store.ts';
import { bytesSource } from '../storage/objects/object-sources.ts';
import type { ObjectStore } from '../storage/objects/object-store.ts';
import { S3Store } from '../storage/objects/s3-store.ts';
import { emptyStore, S3_SKIPPED, testS3 } from '../storage/objects/testing/test-s3.ts';
import { sendFile } from './send-file.ts';
import { createObjectFinder } from './stored-file.ts';

const s3 = await testS3();
const LARGE = Buffer.alloc(3 * 1024 * 1024, 'overlook ');

/** A server of the objects of a store, by their keys. */
async function serve(objects: ObjectStore) {
  const lines: object[] = [];
  const app = Fastify({ logger: { level: 'error', stream: { write: (line) => void lines.push(JSON.parse(line)) } } });
  answerErrors(app);
  const files = createObjectFinder(systemClock, objects);
  app.route<{ Params: { '*': string } }>({
    method: ['GET', 'HEAD'],
    url: '/*',
    handler: async (request, reply) =>
      sendFile(request, reply, await files.named(request.params['*']), 'application/octet-stream'),
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, lines, port: (app.server.address() as AddressInfo).port };
}

const KINDS = [
  { name: 'a folder', open: (dir: string): ObjectStore => new FolderStore(dir), test: it },
  {
    name: s3 ? 'S3' : `S3 (${S3_SKIPPED})`,
    open: (dir: string): ObjectStore => new S3Store(s3!, dir),
    test: s3 ? it : it.skip,
  },
];

describe.each(KINDS)('files in $name', ({ open, test }) => {
  let dir: string;
  let objects: ObjectStore;
  let server: Awaited<ReturnType<typeof serve>>;
  const isRun = test === it;
  beforeAll(async () => {
    if (!isRun) return;
    dir = await mkdtemp(join(tmpdir(), 'overlook-lost-'));
    objects = open(dir);
    server = await serve(objects);
    await objects.put('exports/large', bytesSource(LARGE));
    await objects.put('attachments/small', bytesSource(Buffer.from('0123456789')));
  });
  afterAll(async () => {
    if (!isRun) return;
    await server.app.close();
    await emptyStore(objects);
    await rm(dir, { recursive: true });
  });
  const get = (url: string, headers: Record<string, string> = {}) => server.app.inject({ url, headers });

  test('are sent as a whole, by ranges, and not again', async () => {
    const whole = await get('/exports/large');
    expect([whole.statusCode, whole.rawPayload.equals(LARGE)]).toEqual([200, true]);
    expect(whole.headers['content-length']).toBe(String(LARGE.length));
    const range = { range: 'bytes=9-16', 'if-range': String(whole.headers.etag) };
    const part = await get('/exports/large', range);
    expect([part.statusCode, part.body]).toEqual([206, 'overlook']);
    expect((await get('/attachments/small', { range: 'bytes=-3' })).body).toBe('789');
    expect((await get('/attachments/small', { range: 'bytes=10-' })).statusCode).toBe(416);
    const known = { 'if-none-match': String(whole.headers.etag) };
    expect((await get('/exports/large', known)).statusCode).toBe(304);
    const head = await server.app.inject({ method: 'HEAD', url: '/exports/large' });
    expect([head.headers['content-length'], head.body]).toEqual([String(LARGE.length), '']);
  });

  test('that are lost are 404 with a code of their own and a line in the log, also when they were known', async () => {
    const none = await get('/attachments/none');
    expect([none.statusCode, none.json<{ code: string }>().code]).toEqual([404, 'FILE_LOST']);
    await objects.put('attachments/gone', bytesSource(Buffer.from('here')));
    expect((await get('/attachments/gone')).body).toBe('here');
    await objects.delete('attachments/gone');
    for (const headers of [{}, { range: 'bytes=0-1' }]) {
      const gone = await get('/attachments/gone', headers);
      expect([gone.statusCode, gone.json<{ code: string }>().code]).toEqual([404, 'FILE_LOST']);
    }
    expect(server.lines).toMatchObject([
      { key: 'attachments/none' },
      { key: 'attachments/gone' },
      { key: 'attachments/gone' },
    ]);
  });

  test('free what they hold when clients go away', async () => {
    const left = Array.from(
      { length: 60 },
      () =>
        new Promise<void>((resolve) => {
          const request = httpGet({ port: server.port, path: '/exports/large' }, (response) => {
            response.destroy();
            resolve();
          });
          request.on('error', () => resolve());
        }),
    );
    await Promise.all(left);
    expect((await get('/exports/large')).rawPayload.equals(LARGE)).toBe(true);
  });
});

it('a store that does not answer is 503', async () => {
  const broken = createServer((request) => request.socket.destroy()).listen(0);
  await new Promise((resolve) => broken.once('listening', resolve));
  const { port } = broken.address() as AddressInfo;
  const keys = { accessKeyId: 'a', secretAccessKey: 'b', region: 'us-east-1', bucket: 'files', prefix: '' };
  const objects = new S3Store({ ...keys, endpoint: `http://127.0.0.1:${port}` }, tmpdir());
  const { app } = await serve(objects);
  const answer = await app.inject({ url: '/attachments/a' });
  expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([503, 'UNAVAILABLE']);
  await app.close();
  objects.close();
  broken.close();
});
