import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase } from '../index.ts';
import * as schema from '../schema/index.ts';
import { createScratchDatabase, openMemoryDatabase } from '../testing/index.ts';
import { aSite, aUser } from '../testing/seed/index.ts';
import { copyDatabase } from './copy-database.ts';
import { filledTables } from './load.ts';
import { contentsOf, withSnapshot } from './snapshot.ts';

const ODD = 'tab\there, back\\slash \\N \\., "quotes", line\nbreak\r, Größe ß 測量 🛢, \u0001';
const USERS = 12_000;

let from: Database;
let scratch: Awaited<ReturnType<typeof createScratchDatabase>>;

beforeAll(async () => {
  from = await openMemoryDatabase();
  scratch = await createScratchDatabase();
  const { db } = from;
  const user = await aUser(db, { firstName: ODD });
  const site = await aSite(db, { name: ODD });
  await db
    .insert(schema.auditEntries)
    .values({ action: 'x', details: { odd: ODD.replace('\u0001', ''), number: 0.1 + 0.2 } });
  await db.insert(schema.instanceState).values([
    { key: 'odd', value: { text: 'a\tb\\c\nd', list: [1, null, { deep: '\\' }], large: 1e21 } },
    { key: 'Größe\t\\', value: {} },
  ]);
  await db.insert(schema.viewGrants).values({
    kind: 'link',
    name: ODD,
    siteId: site.id,
    madeBy: user.id,
    tokenHash: 'x',
    permissions: [],
    origins: [ODD, '', 'NULL', '{a,b}', '"'],
    endsAt: new Date('2030-01-01T00:00:00.123Z'),
  });
  const moc = { siteId: site.id, name: ODD, documentNumber: '', guid: '0b7f6a57-6a5d-4c8b-9f4e-1d1f0c9d7a01' };
  const [change] = await db.insert(schema.mocs).values(moc).returning();
  // Its corners are bytes that the database calculates.
  const points = [{ id: 'a', name: ODD, position: 0, x: 1 / 3, y: -0.1, z: 6378137.123456789 }];
  await db
    .insert(schema.mocAreas)
    .values({ mocId: change!.id, name: ODD, bottomHeight: 0.1 + 0.2, topHeight: 1e-300, points });
  // Enough for several pieces, with numbers that were used and are gone.
  await db.execute(sql`insert into users (email, first_name, last_name, password_hash)
    select 'person' || n || '@example.com', repeat('ä', n % 300), 'x', 'y' from generate_series(1, ${USERS}) n`);
  await db.delete(schema.users).where(sql`id > ${USERS}`);
});
afterAll(async () => {
  await from.close();
  await scratch?.drop();
});

const contents = (database: Database) => withSnapshot(database.db, contentsOf);
const nextUser = async ({ db }: Database) => (await aUser(db)).id;

async function copiesTo(to: Database): Promise<void> {
  const copied = await copyDatabase(from.db, to.db);
  expect(copied.get('users')!.rows).toBe(USERS);
  expect(await contents(to)).toEqual(await contents(from));
  const rows = ({ db }: Database) => db.select().from(schema.viewGrants);
  expect(await rows(to)).toEqual(await rows(from));
  const areas = ({ db }: Database) =>
    db.select({ corners: sql`encode(corners, 'hex')`, height: schema.mocAreas.topHeight }).from(schema.mocAreas);
  expect(await areas(to)).toEqual(await areas(from));
  // Sequences go on where those of the source are, so that no number is given twice.
  expect(await nextUser(to)).toBe(USERS + 2);
  await expect(copyDatabase(from.db, to.db)).rejects.toThrow('is not empty: audit_entries');
}

describe('copying a database', () => {
  it('keeps every row, identity and sequence in the embedded database', async () => {
    const to = await openMemoryDatabase();
    await copiesTo(to);
    await to.close();
  });

  it('keeps them in a PostgreSQL server', async ({ skip }) => {
    if (!scratch) return skip('no PostgreSQL server answers');
    const to = await openDatabase({ databaseUrl: scratch.url, dataDir: '' });
    await copiesTo(to);
    await to.close();
  });

  it('leaves the target empty when a row was changed on its way', async () => {
    const to = await openMemoryDatabase();
    await to.db.execute(
      sql`create function spoil() returns trigger language plpgsql as $$ begin new.value = '{}'; return new; end $$`,
    );
    await to.db.execute(
      sql`create trigger spoil before insert on instance_state for each row execute function spoil()`,
    );
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow('the table instance_state differ');
    expect(await filledTables(to.db)).toEqual([]);
    await to.close();
  });

  it('refuses a database of another version, and one that was changed by hand', async () => {
    const to = await openMemoryDatabase();
    await to.db.execute(sql`alter table feedback add column extra text`);
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow('changed one of them by hand');
    await to.db.execute(
      sql`delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)`,
    );
    await expect(copyDatabase(from.db, to.db)).rejects.toThrow('of a newer version of the product');
    await to.close();
  });
});
