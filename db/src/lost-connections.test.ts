import { type AddressInfo, createServer } from 'node:net';
import { sql } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from './db.ts';
import { type Database, openDatabase } from './index.ts';
import { feedback } from './schema/index.ts';
import { createScratchCluster } from './testing/scratch-cluster.ts';

/** As many as the pool has (`postgres.ts`). */
const CONNECTIONS = 10;

const cluster = await createScratchCluster();
let database: Database;
let db: Db;

beforeEach(async () => {
  database = await openDatabase({ databaseUrl: cluster?.url, dataDir: 'not used' });
  ({ db } = database);
});
afterEach(() => database.close());
afterAll(() => cluster?.remove());

type Transaction = Parameters<Parameters<Db['transaction']>[0]>[0];

/** Ends the connection of a transaction from outside, and returns when the client knows. */
async function loseConnection(tx: Transaction): Promise<void> {
  const [row] = (await tx.execute(sql`select pg_backend_pid() as pid`)) as unknown as [{ pid: number }];
  await db.execute(sql`select pg_terminate_backend(${row.pid})`);
  await expect(tx.execute(sql`select 1`)).rejects.toThrow();
}

async function storedDetails(): Promise<string[]> {
  return (await db.select({ details: feedback.details }).from(feedback)).map(({ details }) => details);
}

describe.runIf(cluster)('a PostgreSQL connection that is lost (needs the programs of PostgreSQL)', () => {
  it('rejects every later statement of its transaction, in parallel and in savepoints too', async () => {
    const outcomes: PromiseSettledResult<unknown>[] = [];
    const transaction = db.transaction(async (tx) => {
      await loseConnection(tx);
      const later = () => tx.insert(feedback).values({ details: 'late' });
      outcomes.push(...(await Promise.allSettled([later(), later(), tx.transaction(() => later())])));
    });
    await expect(transaction).rejects.toThrow();
    await expect.poll(() => outcomes.map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    expect(await storedDetails()).not.toContain('late');
  });

  it('never carries a late statement of the lost transaction when others have opened it again', async () => {
    let reopened = () => {};
    const isReopened = new Promise<void>((resolve) => (reopened = resolve));
    let late: Promise<unknown> | null = null;
    const transaction = db.transaction(async (tx) => {
      await loseConnection(tx);
      await isReopened;
      late = tx.insert(feedback).values({ details: 'of a lost transaction' });
    });
    await expect(transaction).rejects.toThrow();
    const others = Array.from({ length: CONNECTIONS }, (_, at) =>
      db.transaction(async (tx) => {
        await tx.insert(feedback).values({ details: `other ${at}` });
        reopened();
        await tx.execute(sql`select pg_sleep(0.05)`);
      }),
    );
    await Promise.all(others);
    await expect(late).rejects.toThrow();
    const stored = await storedDetails();
    expect(stored).not.toContain('of a lost transaction');
    expect(stored).toEqual(expect.arrayContaining(Array.from({ length: CONNECTIONS }, (_, at) => `other ${at}`)));
  });

  it('costs nothing that was acknowledged, and no connection of the pool, when the server restarts under writes', async () => {
    const acknowledged: string[] = [];
    let failed = 0;
    const end = new AbortController();
    const write = async (writer: number) => {
      for (let n = 0; !end.signal.aborted; n++) {
        const details = `writer ${writer}, ${n}`;
        try {
          await db.transaction(async (tx) => {
            await tx.insert(feedback).values({ details });
            await tx.transaction((inner) => inner.execute(sql`select pg_sleep(0.001)`));
          });
          acknowledged.push(details);
        } catch {
          failed++;
          await new Promise((resolve) => setImmediate(resolve));
        }
      }
    };
    const writers = Array.from({ length: CONNECTIONS + 2 }, (_, at) => write(at));
    const progress = async () => {
      const before = acknowledged.length;
      await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
    };
    for (let round = 0; round < 2; round++) {
      await progress();
      cluster!.restart();
    }
    await progress();
    end.abort();
    await Promise.all(writers);
    expect(failed).toBeGreaterThan(0);
    const stored = new Set(await storedDetails());
    expect(acknowledged.filter((details) => !stored.has(details))).toEqual([]);

    let running = 0;
    let most = 0;
    const all = Array.from({ length: CONNECTIONS }, () =>
      db.transaction(async (tx) => {
        await tx.execute(sql`select 1`);
        most = Math.max(most, ++running);
        await expect.poll(() => most).toBe(CONNECTIONS);
      }),
    );
    await Promise.all(all);
  });
});

/** A pool that takes connections and, for want of the database behind it, ends each with an error at its first statement. */
async function poolWithoutDatabase() {
  const message = (type: string, ...parts: (string | number[])[]) => {
    const body = Buffer.concat(parts.map((part) => Buffer.from(part as string)));
    const length = Buffer.alloc(4);
    length.writeInt32BE(body.length + 4);
    return Buffer.concat([Buffer.from(type), length, body]);
  };
  const isReady = Buffer.concat([message('R', [0, 0, 0, 0]), message('Z', 'I')]);
  const failure = message('E', 'SFATAL\0', 'C08P01\0', 'Mserver login has been failing\0', '\0');
  const server = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () => {
      socket.write(isReady);
      socket.once('data', () => socket.end(failure));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `postgres://overlook@127.0.0.1:${port}/overlook`, close: () => server.close() };
}

it('a pool that has lost its database refuses statements, and nothing else of the process', async () => {
  const pool = await poolWithoutDatabase();
  const client = postgres(pool.url, { max: 1 });
  for (let i = 0; i < 2; i++) await expect(client`select 1`).rejects.toThrow('server login has been failing');
  await client.end({ timeout: 0 });
  pool.close();
});
