import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { freePort } from '@overlook/db/testing';
import { bundled } from '../testing/server-bundle.ts';

/** Starting a process may take long on a busy machine. */
vi.setConfig({ testTimeout: 120_000 });

let dataDir: string;
const children: ChildProcess[] = [];

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'overlook-main-'));
});
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await rm(dataDir, { recursive: true, force: true });
});

/** Runs the server as its own process. */
function run(variables: Record<string, string>) {
  const child = spawn(process.execPath, [bundled('main')], {
    env: { PATH: process.env['PATH'], DEMO: 'false', DATA_DIR: dataDir, DRAIN_SECONDS: '0', ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  const text = { out: '', err: '' };
  child.stdout.on('data', (chunk: Buffer) => (text.out += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (text.err += chunk.toString()));
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const ready = new Promise<void>((resolve) => child.stdout.on('data', () => resolve()));
  return { child, text, ended, ready };
}

async function failure(variables: Record<string, string>): Promise<string> {
  const { text, ended } = run(variables);
  expect(await ended).toBe(1);
  expect(text.out).toBe('');
  return text.err;
}

describe('the server as a process', () => {
  it('prints one line for each wrong variable, and nothing else', async () => {
    expect(await failure({ PORT: 'x', DEMO: 'maybe' })).toBe(
      'PORT must be a port number from 0 to 65535\nDEMO must be true or false\n',
    );
  });

  it('says that the port is taken, and has not touched the data folder', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    expect(await failure({ PORT: String(port) })).toBe(
      `Port ${port} on 127.0.0.1 is in use by another program. Stop it, or set PORT to another one.\n`,
    );
    expect(await readdir(dataDir)).toEqual([]);
    other.close();
  });

  it('says that a data folder cannot be made', async () => {
    const file = fileURLToPath(import.meta.url);
    expect(await failure({ PORT: String(await freePort()), DATA_DIR: join(file, 'data') })).toMatch(
      /^The data folder .*main\.test\.ts.data.* cannot be written to \(ENOTDIR\)\.\n$/,
    );
  });

  it('starts, keeps a second one out of its folder, and stops on a signal', async () => {
    const port = await freePort();
    const { child, ready, text, ended } = run({ PORT: String(port) });
    await ready;
    expect(text.out).toBe(`Overlook is ready: http://localhost:${port}\n`);
    expect(await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()).toEqual({ status: 'ok' });
    expect(await failure({ PORT: String(await freePort()) })).toBe(
      `The data folder ${join(dataDir, 'database')} is in use by another server (process ${child.pid}). ` +
        'Stop it, or set DATA_DIR to another folder.\n',
    );
    child.kill('SIGTERM');
    expect(await ended).toBe(0);
    expect(text.err).toBe('Stopping.\n');
    expect((await readdir(dataDir)).filter((name) => name.startsWith('database.lock'))).toEqual([]);
    expect(existsSync(join(dataDir, 'operator.json'))).toBe(false);
  });

  it('is not ready from SIGTERM on, and answers without keeping connections until it has drained', async () => {
    const port = await freePort();
    const { child, ready, ended } = run({ PORT: String(port), DRAIN_SECONDS: '1' });
    await ready;
    const status = async (path: string) => (await fetch(`http://127.0.0.1:${port}${path}`)).status;
    const stoppedAfterMs = performance.now();
    child.kill('SIGTERM');
    await expect.poll(() => status('/readyz'), { interval: 5 }).toBe(503);
    const answer = await fetch(`http://127.0.0.1:${port}/livez`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('connection')).toBe('close');
    expect(await ended).toBe(0);
    expect(performance.now() - stoppedAfterMs).toBeGreaterThan(1000);
  });

  it('finishes a running request after an error that nothing caught, and ends with a code of its own', async () => {
    const port = await freePort();
    const throwing = "process.on('SIGUSR2',()=>setImmediate(()=>{throw(Error('made_for_a_test'))}))";
    const fault = `data:text/javascript,${throwing}`;
    const { child, ready, ended, text } = run({ PORT: String(port), NODE_OPTIONS: `--import=${fault}` });
    await ready;
    const socket = connect(port, '127.0.0.1');
    let answer = '';
    socket.on('data', (chunk: Buffer) => (answer += chunk.toString()));
    const head =
      'POST /api/auth/sign_in HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\n';
    await new Promise<void>((resolve) => socket.write(`${head}Expect: 100-continue\r\n\r\n`, () => resolve()));
    await expect.poll(() => answer).toContain('100 Continue');
    child.kill('SIGUSR2');
    await expect.poll(() => text.err).toContain('Stopping.');
    socket.write('{}');
    expect(await ended).toBe(70);
    expect(answer).toContain('HTTP/1.1 400');
    const logged = text.err.split('\n').filter((line) => line.includes('made_for_a_test'));
    expect(logged).toHaveLength(1);
    expect(JSON.parse(logged[0]!)).toMatchObject({ level: 60, origin: 'uncaughtException' });
  });
});
