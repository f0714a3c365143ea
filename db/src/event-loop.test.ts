import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTurns } from './event-loop.ts';
import type { Database } from './database.ts';
import { openMemoryDatabase } from './testing/memory-database.ts';

/** Counts the turns of the event loop until `stop`. */
function countTurns(): { turns(): number; stop(): void } {
  let turns = 0;
  let isOver = false;
  const count = () => {
    turns++;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  return { turns: () => turns, stop: () => (isOver = true) };
}

describe('letting others run', () => {
  it('turns the event loop only when it has been held for long', async () => {
    let now = 0;
    const letOthersRun = createTurns(() => now);
    const counted = countTurns();
    await letOthersRun();
    now = 14;
    await letOthersRun();
    expect(counted.turns()).toBe(0);
    now = 15;
    await letOthersRun();
    expect(counted.turns()).toBe(1);
    // From the turn on it counts again.
    await letOthersRun();
    now = 29;
    await letOthersRun();
    expect(counted.turns()).toBe(1);
    now = 30;
    await letOthersRun();
    expect(counted.turns()).toBe(2);
    counted.stop();
    await nextTurn();
  });
});

describe('the embedded database', () => {
  let database: Database;
  beforeAll(async () => void (database = await openMemoryDatabase()));
  afterAll(() => database.close());
  /** Takes longer than the loop may be held. */
  const slow = sql`select count(*) from generate_series(1, 200000)`;

  it('lets others run between the statements of a loop', async () => {
    const counted = countTurns();
    for (let n = 0; n < 4; n++) await database.db.execute(slow);
    counted.stop();
    expect(counted.turns()).toBeGreaterThanOrEqual(3);
  });

  it('lets others run between the statements of a transaction, and keeps the order of statements', async () => {
    const counted = countTurns();
    const order: string[] = [];
    const long = database.db.transaction(async (tx) => {
      for (let n = 0; n < 4; n++) await tx.execute(slow);
      order.push('transaction');
    });
    const other = database.db.execute(sql`select 1`).then(() => order.push('other'));
    await Promise.all([long, other]);
    counted.stop();
    expect(counted.turns()).toBeGreaterThanOrEqual(3);
    expect(order).toEqual(['transaction', 'other']);
  });
});
