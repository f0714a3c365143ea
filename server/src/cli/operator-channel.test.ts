import { existsSync, statSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { JobProgress } from '@overlook/db/schema';
import { conflict } from '../errors/app-error.ts';
import { ImportRefusedError } from '../errors/import-refused.ts';
import type { Operation } from './operations.ts';
import { type OperatorChannel, createOperatorChannel, operatorFile, readAddress } from './operator-channel.ts';
import { connectOperator } from './operator-client.ts';
import { WAIT } from '../testing/wait.ts';

let dataDir: string;
let channel: OperatorChannel;
let wasCancelled: boolean;
const untilCancelled: Operation = (_, { signal, onProgress }) =>
  new Promise((_resolve, reject) => {
    onProgress({ label: 'Waiting', done: 1, total: 2, unit: 'items' });
    signal.addEventListener('abort', () => {
      wasCancelled = true;
      reject(signal.reason as Error);
    });
  });

beforeEach(async () => {
  wasCancelled = false;
  dataDir = await mkdtemp(path.join(tmpdir(), 'overlook-channel-'));
  const operations: Record<string, Operation> = {
    'site.list': async (input) => ({ input, letters: 'ä漢\n' }),
    'site.delete': () => Promise.reject(conflict('No.')),
    'user.create': () => Promise.reject(new ImportRefusedError('a.json', 'root', 'is bad.')),
    'job.watch': untilCancelled,
  };
  channel = await createOperatorChannel({ dataDir, operations });
});
afterEach(async () => {
  await channel.close();
  await rm(dataDir, { recursive: true });
});

const context = () => ({ signal: new AbortController().signal, onProgress: () => undefined });
const client = async () => (await connectOperator(dataDir))!;

describe('the channel to a running server', () => {
  it('carries input and result', async () => {
    const input = { name: 'Größe 漢字', list: Array.from({ length: 5000 }, (_, i) => i) };
    expect(await (await client()).run('site.list', input, context())).toEqual({ input, letters: 'ä漢\n' });
  });

  it('carries failures with all their details', async () => {
    await expect((await client()).run('site.delete', {}, context())).rejects.toMatchObject({
      failure: { error: 'No.', code: 'CONFLICT' },
    });
    await expect((await client()).run('user.create', {}, context())).rejects.toMatchObject({
      failure: { code: 'REFUSED', file: 'a.json', place: 'root', reason: 'is bad.' },
    });
    await expect((await client()).run('db.migrate', {}, context())).rejects.toThrow('knows no “db.migrate”');
  });

  it('carries progress out and a cancellation in, and waits for its end', async () => {
    const controller = new AbortController();
    const seen: JobProgress[] = [];
    const onProgress = (progress: JobProgress) => {
      seen.push(progress);
      controller.abort();
    };
    const tried = (await client()).run('job.watch', {}, { signal: controller.signal, onProgress });
    await expect(tried).rejects.toMatchObject({ failure: { code: 'CANCELLED' } });
    expect(seen).toEqual([{ label: 'Waiting', done: 1, total: 2, unit: 'items' }]);
    expect(wasCancelled).toBe(true);
  });

  it('cancels the work of a client that disconnects, and of all clients when it closes', async () => {
    const { port, token } = (await readAddress(dataDir))!;
    const socket = connect(port, '127.0.0.1');
    socket.write(`${JSON.stringify({ token, operation: 'job.watch', input: {} })}\n`);
    await new Promise((resolve) => socket.once('data', resolve));
    socket.destroy();
    await expect.poll(() => wasCancelled, WAIT).toBe(true);
    wasCancelled = false;
    const tried = (await client()).run('job.watch', {}, { ...context(), onProgress: () => void channel.close() });
    await expect(tried).rejects.toMatchObject({ failure: { code: 'CANCELLED' } });
    await channel.close();
    expect(existsSync(operatorFile(dataDir))).toBe(false);
    expect(await connectOperator(dataDir)).toBeNull();
  });

  it('is available to the user of the data folder only', async () => {
    expect(statSync(operatorFile(dataDir)).mode & 0o777).toBe(0o600);
    const { port } = (await readAddress(dataDir))!;
    for (const line of [
      '{"token":"wrong","operation":"site.list"}',
      '{"operation":"site.list"}',
      'GET / HTTP/1.1',
      'null',
      '[]',
      '"x"',
    ]) {
      const socket = connect(port, '127.0.0.1');
      let answer = '';
      socket.on('data', (data) => (answer += String(data)));
      socket.on('error', () => undefined);
      socket.write(`${line}\n`);
      await new Promise((resolve) => socket.once('close', resolve));
      expect(answer).toBe('');
    }
  });

  it('is absent when the address is out of date or damaged', async () => {
    const { port } = (await readAddress(dataDir))!;
    await channel.close();
    await writeFile(operatorFile(dataDir), JSON.stringify({ port, token: 'x', pid: 1 }));
    expect(await connectOperator(dataDir)).toBeNull();
    await writeFile(operatorFile(dataDir), '{');
    expect(await connectOperator(dataDir)).toBeNull();
  });
});
