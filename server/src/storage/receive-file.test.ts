import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import fc from 'fast-check';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { answerErrors, earlyErrors } from '../http/answer-errors.ts';
import { invalid } from '../errors/app-error.ts';
import { fakeClock } from '../testing/fake-clock.ts';
import { aMultipartBody } from '../testing/multipart.ts';
import { type ReceivedFile, receiveFile, sweepIncoming } from './receive-file.ts';
import { WAIT } from '../testing/wait.ts';

const LARGEST = 200_000;
let filesDir: string;
let app: FastifyInstance;
let use: (file: ReceivedFile) => Promise<object>;
/** Errors that requests ended with. */
let failures: unknown[];
beforeEach(async () => {
  filesDir = await mkdtemp(join(tmpdir(), 'overlook-receive-'));
  failures = [];
  use = async ({ filename, sizeBytes, sha256, path }) => ({
    filename,
    sizeBytes,
    sha256,
    base64: (await readFile(path)).toString('base64'),
  });
  app = Fastify({
    ...earlyErrors,
    requestTimeout: 100,
    http: { connectionsCheckingInterval: 20, headersTimeout: 100 },
  });
  answerErrors(app);
  await app.register(multipart, { limits: { fileSize: Infinity, files: 1 }, throwFileSizeLimit: false });
  app.post('/upload', (request) =>
    receiveFile(request, { field: 'photo', filesDir, largestBytes: LARGEST, tooLarge: 'Too large.' }, (file) =>
      use(file),
    ).catch((error: unknown) => {
      failures.push(error);
      throw error;
    }),
  );
});
afterEach(async () => {
  await app.close();
  await rm(filesDir, { recursive: true, force: true });
});

const left = () => readdir(join(filesDir, 'incoming')).catch(() => []);
const post = async (content: Uint8Array | string, field = 'photo', filename?: string) =>
  app.inject({ method: 'POST', url: '/upload', ...(await aMultipartBody(field, content, filename)) });

/** A request over a real connection whose body is written in pieces. */
async function open() {
  const { payload, headers } = await aMultipartBody('photo', Buffer.alloc(150_000, 7));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const request = httpRequest({
    port: (app.server.address() as AddressInfo).port,
    method: 'POST',
    path: '/upload',
    headers: { ...headers, 'content-length': payload.length },
  });
  request.on('error', () => {});
  request.write(payload.subarray(0, 100_000));
  // It is on the disk while the rest has not been sent.
  await vi.waitFor(async () => {
    const [name] = await left();
    expect((await stat(join(filesDir, 'incoming', name!))).size).toBeGreaterThan(50_000);
  }, WAIT);
  return { request, rest: payload.subarray(100_000) };
}

describe('a file in a multipart body', () => {
  it('arrives unchanged, in any pieces, and is removed afterwards', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uint8Array({ maxLength: 3000 }),
        fc.array(fc.integer({ min: 1, max: 400 }), { minLength: 1 }),
        async (content, sizes) => {
          const { payload, headers } = await aMultipartBody('photo', content);
          const pieces: Buffer[] = [];
          for (let at = 0, i = 0; at < payload.length; at += sizes[i++ % sizes.length]!)
            pieces.push(payload.subarray(at, at + sizes[i % sizes.length]!));
          const answer = await app.inject({ method: 'POST', url: '/upload', headers, payload: Readable.from(pieces) });
          expect(answer.json()).toEqual({
            filename: 'picture.jpg',
            sizeBytes: content.length,
            sha256: createHash('sha256').update(content).digest('hex'),
            base64: Buffer.from(content).toString('base64'),
          });
        },
      ),
      { numRuns: 40 },
    );
    expect(await left()).toEqual([]);
  });

  it('has the name that its sender gives, without folders', async () => {
    expect((await post('x', 'photo', '../../漢字 ä.jpg')).json()).toMatchObject({ filename: '漢字 ä.jpg' });
  });

  it('remains where it was moved to', async () => {
    use = async ({ path }) => {
      await rename(path, join(filesDir, 'kept'));
      return {};
    };
    expect((await post('kept')).statusCode).toBe(200);
    expect(await readFile(join(filesDir, 'kept'), 'utf8')).toBe('kept');
  });

  it('is refused when it is too large, even by one byte', async () => {
    expect((await post(Buffer.alloc(LARGEST))).statusCode).toBe(200);
    const answer = await post(Buffer.alloc(LARGEST + 1));
    expect([answer.statusCode, answer.json()]).toEqual([413, { error: 'Too large.', code: 'TOO_LARGE' }]);
    expect(await left()).toEqual([]);
  });

  it('is removed when its use fails', async () => {
    use = () => Promise.reject(invalid('Not a picture.'));
    expect((await post('x')).statusCode).toBe(400);
    expect(await left()).toEqual([]);
  });
});

describe('a body', () => {
  it.each([
    ['another field', () => post('x', 'other')],
    ['a field without a file', () => fieldOnly()],
    ['no parts', () => app.inject({ method: 'POST', url: '/upload', headers: FORM, payload: '--x--\r\n' })],
    ['nothing', () => app.inject({ method: 'POST', url: '/upload', headers: FORM, payload: '' })],
    ['no boundary', () => app.inject({ method: 'POST', url: '/upload', headers: NO_BOUNDARY, payload: 'x' })],
    ['noise', () => app.inject({ method: 'POST', url: '/upload', headers: FORM, payload: 'x'.repeat(9999) })],
  ])('of %s is refused with 400', async (_what, send) => {
    const answer = await send();
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([400, 'INVALID_INPUT']);
    expect(await left()).toEqual([]);
  });

  it('that ends early at any place is refused, and leaves no file', async () => {
    const { payload, headers } = await aMultipartBody('photo', Buffer.alloc(500, 1));
    const end = payload.indexOf(Buffer.alloc(500, 1)) + 500;
    for (let length = 0; length < end; length += 23) {
      const part = payload.subarray(0, length);
      const answer = await app.inject({ method: 'POST', url: '/upload', headers, payload: part });
      expect([length, answer.statusCode]).toEqual([length, 400]);
    }
    expect(await left()).toEqual([]);
  });
});

const FORM = { 'content-type': 'multipart/form-data; boundary=x' };
const NO_BOUNDARY = { 'content-type': 'multipart/form-data' };

async function fieldOnly() {
  const form = new FormData();
  form.append('photo', 'text');
  const encoded = new Response(form);
  const headers = { 'content-type': encoded.headers.get('content-type')! };
  return app.inject({ method: 'POST', url: '/upload', headers, payload: Buffer.from(await encoded.arrayBuffer()) });
}

describe('over a slow connection', () => {
  it('the body may arrive for longer than the time limit of requests', async () => {
    const timedOut = once(app.server, 'clientError');
    const { request, rest } = await open();
    const [error] = (await timedOut) as [{ code: string }];
    expect(error.code).toBe('ERR_HTTP_REQUEST_TIMEOUT');
    const response = once(request, 'response');
    request.end(rest);
    const [{ statusCode }] = (await response) as [{ statusCode: number }];
    expect(statusCode).toBe(200);
  });

  it('what has arrived is removed when the connection breaks', async () => {
    const { request } = await open();
    request.destroy();
    await vi.waitFor(() => expect(failures).toHaveLength(1), WAIT);
    expect(await left()).toEqual([]);
  });
});

it('files of a process that was killed are removed after a day', async () => {
  await post('x');
  const [old, young] = ['old', 'young'].map((name) => join(filesDir, 'incoming', name));
  await writeFile(old!, 'x');
  await writeFile(young!, 'x');
  const now = Date.now();
  await utimes(old!, (now - UPLOAD_KEPT_MS - 1000) / 1000, (now - UPLOAD_KEPT_MS - 1000) / 1000);
  await sweepIncoming({ filesDir, clock: fakeClock(new Date(now)) });
  expect(await left()).toEqual(['young']);
});
