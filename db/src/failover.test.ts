import { sql } from 'drizzle-orm';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { JOB_CHANNEL, openDatabase } from './index.ts';
import { feedback } from './schema/index.ts';
import { createScratchCluster } from './testing/scratch-cluster.ts';

const WRITERS = 4;
const WAIT = { timeout: 60_000 };

const cluster = await createScratchCluster();
afterAll(() => cluster?.remove());

describe.runIf(cluster)('a PostgreSQL server with a standby (needs the programs of PostgreSQL)', () => {
  it('may fail under load: nothing acknowledged is lost, and the new primary is found', async () => {
    const database = await openDatabase({ databaseUrl: await cluster!.addStandby(), dataDir: 'not used' });
    const { db } = database;
    const heard: (string | null)[] = [];
    await database.watch({ onJob: (kind) => heard.push(kind) });
    const acknowledged = new Set<string>();
    const stopping = new AbortController();
    const write = async (writer: number) => {
      for (let n = 0; !stopping.signal.aborted; n++) {
        const details = `${writer}.${n}`;
        try {
          await db.insert(feedback).values({ details });
          acknowledged.add(details);
        } catch {
          // Not acknowledged: the caller is told.
        }
      }
    };
    const writers = Promise.all(Array.from({ length: WRITERS }, (_, writer) => write(writer)));
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(100), WAIT);
    cluster!.failOver();
    const before = acknowledged.size;
    await vi.waitFor(() => expect(acknowledged.size).toBeGreaterThan(before + 100), WAIT);
    stopping.abort();
    await writers;
    const stored = new Set((await db.select({ details: feedback.details }).from(feedback)).map((row) => row.details));
    expect([...acknowledged].filter((details) => !stored.has(details))).toEqual([]);
    // The listening connection notices with its next heartbeat.
    await vi.waitFor(async () => {
      await db.execute(sql`select pg_notify(${JOB_CHANNEL}, 'after')`);
      expect(heard).toContain('after');
    }, WAIT);
    await database.close();
  }, 180_000);
});
