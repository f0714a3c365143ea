import { randomBytes, timingSafeEqual } from 'node:crypto';
import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { type Socket, createServer } from 'node:net';
import path from 'node:path';
import { describeFailure } from '../errors/failure.ts';
import { readLines, sendLine } from './json-lines.ts';
import type { Operation } from './operations.ts';

/**
 * How the command line reaches a running server, which alone may open the embedded database.
 *
 * 1. The server listens on a loopback port of the system's choice and writes port and a fresh token to
 *    `<dataDir>/operator.json`, readable by its own user only. Anyone who can read that could read the database as well.
 * 2. The client sends one line of JSON, `{token, operation, input}`; later perhaps `{"cancel": true}`.
 * 3. The server answers with lines `{progress}`, and at last `{result}` or `{failure}`.
 * A client that disconnects cancels its operation.
 */
export interface OperatorAddress {
  port: number;
  token: string;
  pid: number;
}

/** The first line of a client. */
interface OperatorRequest {
  token: string;
  operation: string;
  input: unknown;
}

export const operatorFile = (dataDir: string): string => path.join(dataDir, 'operator.json');

const SAY_HELLO_WITHIN_MS = 10_000;
const PROGRESS_EVERY_MS = 100;

export interface OperatorChannel {
  /** Cancels running operations, waits for them, and removes the address. Safe to call twice. */
  close(): Promise<void>;
}

/** Opens the channel for `operations`. Its address is in `<dataDir>/operator.json` when this resolves. */
export async function createOperatorChannel({
  dataDir,
  operations,
}: {
  dataDir: string;
  operations: Readonly<Record<string, Operation>>;
}): Promise<OperatorChannel> {
  const token = randomBytes(32).toString('base64url');
  const running = new Map<Socket, { controller: AbortController; finished: Promise<void> }>();
  const server = createServer((socket) => {
    const controller = new AbortController();
    const finished = serve(socket, { token, operations, controller }).finally(() => running.delete(socket));
    running.set(socket, { controller, finished });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ host: '127.0.0.1', port: 0 }, resolve);
  });
  const { port } = server.address() as { port: number };
  await writeAddress(dataDir, { port, token, pid: process.pid });
  let closing: Promise<void> | undefined;
  const close = async () => {
    const closed = new Promise((resolve) => server.close(resolve));
    for (const { controller } of running.values()) controller.abort();
    await Promise.all([...running.values()].map(({ finished }) => finished));
    await closed;
    if ((await readAddress(dataDir))?.token === token) await rm(operatorFile(dataDir), { force: true });
  };
  return { close: () => (closing ??= close()) };
}

interface Serving {
  token: string;
  operations: Readonly<Record<string, Operation>>;
  controller: AbortController;
}

async function serve(socket: Socket, { token, operations, controller }: Serving): Promise<void> {
  socket.setTimeout(SAY_HELLO_WITHIN_MS, () => socket.destroy());
  socket.on('error', () => controller.abort());
  socket.on('close', () => controller.abort());
  const hangUp = () => void socket.destroy();
  controller.signal.addEventListener('abort', hangUp);
  const lines = readLines(socket);
  const request = await firstLine(lines);
  controller.signal.removeEventListener('abort', hangUp);
  if (!request || !isToken(request.token, token)) return void socket.destroy();
  socket.setTimeout(0);
  void watchForCancel(lines, controller);
  try {
    const operation = operations[request.operation];
    if (!operation)
      throw new Error(`The running server knows no “${request.operation}”; it may be of another version.`);
    const onProgress = throttled((progress) => sendLine(socket, { progress }));
    const result = await operation(request.input, { signal: controller.signal, onProgress });
    sendLine(socket, { result: result ?? null });
  } catch (error) {
    sendLine(socket, { failure: describeFailure(error) });
  }
  socket.end();
}

/** Null when the client sends nothing, or something outside the protocol. */
async function firstLine(lines: AsyncIterator<unknown>): Promise<OperatorRequest | null> {
  const line = await lines.next().catch(() => null);
  return typeof line?.value === 'object' ? (line.value as OperatorRequest) : null;
}

async function watchForCancel(lines: AsyncIterator<unknown>, controller: AbortController): Promise<void> {
  try {
    for (let line = await lines.next(); !line.done; line = await lines.next())
      if ((line.value as { cancel?: unknown } | null)?.cancel === true) controller.abort();
  } catch {
    // Input outside the protocol counts as a disconnection.
    controller.abort();
  }
}

function isToken(given: unknown, token: string): boolean {
  if (typeof given !== 'string') return false;
  const [a, b] = [Buffer.from(given), Buffer.from(token)];
  return a.length === b.length && timingSafeEqual(a, b);
}

function throttled<T>(send: (value: T) => void): (value: T) => void {
  let last = -Infinity;
  return (value) => {
    const now = performance.now();
    if (now - last < PROGRESS_EVERY_MS) return;
    last = now;
    send(value);
  };
}

async function writeAddress(dataDir: string, address: OperatorAddress): Promise<void> {
  const file = operatorFile(dataDir);
  const fresh = `${file}.${process.pid}`;
  await rm(fresh, { force: true });
  await writeFile(fresh, JSON.stringify(address), { mode: 0o600, flag: 'wx' });
  await rename(fresh, file);
}

/** The address of the server on this data folder; null when none is stored. It may be out of date. */
export async function readAddress(dataDir: string): Promise<OperatorAddress | null> {
  try {
    const address = JSON.parse(await readFile(operatorFile(dataDir), 'utf8')) as OperatorAddress;
    return typeof address.port === 'number' && typeof address.token === 'string' ? address : null;
  } catch {
    return null;
  }
}
