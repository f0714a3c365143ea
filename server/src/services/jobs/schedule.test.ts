import { eq, sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '@overlook/db';
import { schedules } from '@overlook/db/schema';
import { databaseKinds } from '../../testing/database-kinds.ts';
import { addDue, type Scheduled } from './schedule.ts';

const { kinds, drop } = await databaseKinds();
afterAll(drop);

describe.each(kinds)('the schedule on $name', ({ open }) => {
  let database: Database;
  let added: string[] = [];
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());
  afterEach(() => {
    added = [];
    return database.db.delete(schedules);
  });

  const entry = (name: string, more: Partial<Scheduled> = {}): Scheduled => ({
    name,
    everyMs: 3_600_000,
    add: async () => added.push(name),
    ...more,
  });
  const makeDue = (name: string) =>
    database.db
      .update(schedules)
      .set({ nextAt: sql`now() - interval '1 second'` })
      .where(eq(schedules.name, name));

  it('adds what is new at once, and again when its time has come', async () => {
    const entries = [entry('tidy'), entry('back up')];
    expect(await addDue(database.db, entries)).toEqual(['tidy', 'back up']);
    expect(await addDue(database.db, entries)).toEqual([]);
    await makeDue('tidy');
    expect(await addDue(database.db, entries)).toEqual(['tidy']);
    expect(added).toEqual(['tidy', 'back up', 'tidy']);
  });

  it('adds it once, however many processes look', async () => {
    const all = await Promise.all([1, 2, 3, 4].map(() => addDue(database.db, [entry('tidy')])));
    expect(all.flat()).toEqual(['tidy']);
  });

  it('leaves it due where it could not be added', async () => {
    const broken = entry('tidy', { add: () => Promise.reject(new Error('no')) });
    await expect(addDue(database.db, [broken])).rejects.toThrow('no');
    expect(await addDue(database.db, [entry('tidy')])).toEqual(['tidy']);
  });
});
