import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { openDatabase } from './index.ts';
import { listenTo } from './listen.ts';
import { createScratchDatabase } from './testing/scratch-postgres.ts';

const WAIT = { timeout: 30_000 };
const scratch = await createScratchDatabase();
afterAll(() => scratch?.drop());

/** A way to the database. Its connections can fall silent: nothing arrives any more, and nobody is told. */
async function silentWay(url: string) {
  const silent = new Set<Socket>();
  const target = new URL(url);
  const { hostname, port } = target;
  const sockets: Socket[] = [];
  const server = createServer((client) => {
    const upstream = connect(Number(port || 5432), hostname);
    sockets.push(client, upstream);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as const)
      from.on('error', () => {}).on('data', (chunk) => void (silent.has(from) || to.write(chunk)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  target.port = String((server.address() as AddressInfo).port);
  target.hostname = '127.0.0.1';
  return {
    url: target.href,
    fallSilent: () => sockets.forEach((socket) => silent.add(socket)),
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

describe.runIf(scratch)('the listening connection', () => {
  it('tells up to when notices are complete, and is opened again where nothing arrives any more', async () => {
    const database = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    const way = await silentWay(scratch!.url);
    const missed = vi.fn();
    const listener = listenTo(way.url, { overlook_test: missed }, 50);
    await listener.ready;
    const isCurrent = () => expect(performance.now() - listener.completeUntilMs()).toBeLessThan(1000);
    await vi.waitFor(isCurrent, WAIT);
    way.fallSilent();
    await vi.waitFor(() => expect(isCurrent).toThrow(), WAIT);
    const until = listener.completeUntilMs();
    const before = missed.mock.calls.length;
    await vi.waitFor(isCurrent, WAIT);
    expect(listener.completeUntilMs()).toBeGreaterThan(until);
    expect(missed.mock.calls.length).toBeGreaterThan(before);
    await listener.close();
    way.close();
    await database.close();
  }, 60_000);
});
