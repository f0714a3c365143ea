import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDatabase } from './index.ts';
import { LOCK_WAIT_MS } from './retry-locked.ts';
import { createScratchDatabase } from './testing/scratch-postgres.ts';

const scratch = await createScratchDatabase();
afterAll(() => scratch?.drop());

describe.skipIf(!scratch)(`a migration on PostgreSQL${scratch ? '' : ' (needs a server)'}`, () => {
  let [holder, reader]: postgres.Sql[] = [];
  beforeAll(async () => {
    holder = postgres(scratch!.url, { max: 1, onnotice: () => {} });
    reader = postgres(scratch!.url, { max: 1, onnotice: () => {} });
    // The table in which migrations are noted, as the migrator makes it.
    await holder`create schema drizzle`;
    await holder`create table drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)`;
  });
  afterAll(() => Promise.all([holder!.end(), reader!.end()]));

  it('that waits for a table gives way to others, says so, and is done when the table is free', async () => {
    const lines: string[] = [];
    const holding = await holder!.reserve();
    await holding`begin`;
    // Others may write; nobody may change the table.
    await holding`lock table drizzle.__drizzle_migrations in share mode`;
    const opening = openDatabase({
      databaseUrl: scratch!.url,
      dataDir: '',
      onWait: (line) => void lines.push(line),
    });
    await expect.poll(() => lines.length, { timeout: 30_000 }).toBeGreaterThan(0);
    // In its pauses nothing of it holds or awaits a lock.
    const locks = async () => {
      const [counted] = await reader!`
        select count(*)::int as locks from pg_locks join pg_class on pg_class.oid = relation
        where relname = '__drizzle_migrations' and (not granted or mode <> 'ShareLock')`;
      return counted!['locks'] as number;
    };
    await expect.poll(locks, { timeout: 20_000 }).toBe(0);
    expect(lines[0]).toContain(`for more than ${LOCK_WAIT_MS / 1000} s`);
    await holding`commit`;
    holding.release();
    const database = await opening;
    const [done] = await reader!`select count(*)::int > 0 as "isDone" from drizzle.__drizzle_migrations`;
    expect(done).toEqual({ isDone: true });
    await database.close();
  }, 60_000);
});
