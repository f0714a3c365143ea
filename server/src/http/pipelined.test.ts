import { once } from 'node:events';
import { readdir, readlink, writeFile } from 'node:fs/promises';
import { type AddressInfo, connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startTestServer, type TestServer } from '../testing/test-server.ts';
import { WAIT } from '../testing/wait.ts';

let server: TestServer;
let port: number;
beforeAll(async () => {
  server = await startTestServer();
  // More bytes than a system buffers for a client that does not read.
  await writeFile(join(server.webDir, 'large.js'), Buffer.alloc(64 * 1024 * 1024, 32));
  await server.app.listen({ port: 0, host: '127.0.0.1' });
  port = (server.app.server.address() as AddressInfo).port;
});
afterAll(() => server.close());

/** How often this process has the large file open. */
async function timesOpen(): Promise<number> {
  const names = await readdir('/proc/self/fd');
  const targets = await Promise.all(names.map((name) => readlink(`/proc/self/fd/${name}`).catch(() => '')));
  return targets.filter((target) => target.endsWith('/large.js')).length;
}

/** A client that sends these many requests at once and reads no answer. */
async function deaf(requests: number) {
  const socket = connect(port, '127.0.0.1').pause();
  socket.on('error', () => {});
  await once(socket, 'connect');
  socket.write('GET /large.js HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(requests));
  return socket;
}

describe.runIf(process.platform === 'linux')('requests that a client sends without waiting for answers', () => {
  it('leave no file open when it disconnects', async () => {
    const socket = await deaf(4);
    await vi.waitFor(async () => expect(await timesOpen()).toBe(4), WAIT);
    socket.destroy();
    await vi.waitFor(async () => expect(await timesOpen()).toBe(0), WAIT);
  });

  it('end the connection when there are many, which no browser sends', async () => {
    const socket = await deaf(400);
    socket.resume();
    await once(socket, 'close');
    await vi.waitFor(async () => expect(await timesOpen()).toBe(0), WAIT);
  });
});
