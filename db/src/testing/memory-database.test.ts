import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { expect, it, vi } from 'vitest';
import type { Db } from '../db.ts';
import { schemaMark } from './empty-database.ts';
import { openMemoryDatabase } from './memory-database.ts';
import { MOC_CHANNEL } from '../moc-notices.ts';
import * as schema from '../schema/index.ts';
import { auditEntries, feedback } from '../schema/index.ts';
import { aSite } from './seed/index.ts';

async function rowsByTable(db: Db): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const table of Object.values(schema))
    if (is(table, PgTable)) counts[getTableName(table)] = await db.$count(table);
  return counts;
}

it('is at every opening as migrations make it, with ids from one, also after an earlier one was filled', async () => {
  let made: Record<string, number> | null = null;
  for (let opening = 0; opening < 3; opening++) {
    const { db, close } = await openMemoryDatabase();
    made ??= await rowsByTable(db);
    expect(Object.keys(made)).toContain('audit_entries');
    expect(await rowsByTable(db)).toEqual(made);
    expect(await aSite(db)).toMatchObject({ id: 1 });
    await db.insert(feedback).values({ details: 'x' });
    await db.insert(auditEntries).values({ action: 'auth.signIn' });
    await close();
  }
});

it('refuses queries after it was closed, and does not call its listeners', async () => {
  const first = await openMemoryDatabase();
  const onMoc = vi.fn();
  await first.watch({ onMoc });
  await first.close();
  await expect(first.db.$count(feedback)).rejects.toThrow();
  const second = await openMemoryDatabase();
  await second.db.execute(sql`select pg_notify(${MOC_CHANNEL}, '1 2')`);
  expect(onMoc).not.toHaveBeenCalled();
  await second.watch({ onMoc });
  await second.db.execute(sql`select pg_notify(${MOC_CHANNEL}, '1 2')`);
  expect(onMoc.mock.calls).toEqual([[{ siteId: 1, mocId: 2 }]]);
  await second.close();
});

it('keeps no setting of an earlier opening', async () => {
  const setting = (db: Db) => db.execute(sql`select current_setting('statement_timeout') as value`);
  const first = await openMemoryDatabase();
  const before = await setting(first.db);
  // Too long to end a statement of a busy machine.
  await first.db.execute(sql`set statement_timeout = 7000000`);
  expect(await setting(first.db)).not.toEqual(before);
  await first.close();
  const second = await openMemoryDatabase();
  expect(await setting(second.db)).toEqual(before);
  await second.close();
});

it('is not used again after a change of its schema', async () => {
  const isThere = async (db: Db) => (await db.$count(sql`pg_trigger`, sql`tgenabled = 'D'`)) > 0;
  const first = await openMemoryDatabase();
  await first.db.execute(sql`alter table feedback disable trigger all`);
  expect(await isThere(first.db)).toBe(true);
  await first.close();
  const second = await openMemoryDatabase();
  expect(await isThere(second.db)).toBe(false);
  await second.close();
});

it.each([
  'create table more ()',
  'drop table feedback',
  'alter table sites add column more int',
  'alter table sites alter column name drop not null',
  'drop index sites_slug_key',
  'alter table jobs add constraint few check (attempts < 3)',
  `create function f() returns int language sql as 'select 1'`,
])('sees that its schema was changed: %s', async (change) => {
  const { db, close } = await openMemoryDatabase();
  const before = await schemaMark(db);
  const undone = new Error('undone');
  const changed = db.transaction(async (tx) => {
    await tx.execute(sql.raw(change));
    expect(await schemaMark(tx)).not.toBe(before);
    throw undone;
  });
  await expect(changed).rejects.toBe(undone);
  expect(await schemaMark(db)).toBe(before);
  await close();
});
