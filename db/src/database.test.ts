import { chmod, mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Database, openDatabase, uniqueViolation } from './index.ts';
import * as schema from './schema/index.ts';
import { auditEntries, organisationSettings, rolePermissions, sites, snapshots, users } from './schema/index.ts';
import { aModel, aRole, aSite, aTeam, aUser } from './testing/seed/index.ts';
import { createScratchDatabase, openMemoryDatabase } from './testing/index.ts';

const scratch = await createScratchDatabase();
const kinds = [
  { name: 'PGlite', open: openMemoryDatabase },
  ...(scratch ? [{ name: 'PostgreSQL', open: () => openDatabase({ databaseUrl: scratch.url, dataDir: '' }) }] : []),
];
afterAll(async () => scratch?.drop());

describe.each(kinds)('the schema on $name', ({ open }) => {
  let database: Database;
  beforeAll(async () => {
    database = await open();
  });
  afterAll(() => database.close());

  it('takes rows from every builder and gives dates and objects back', async () => {
    const { db } = database;
    const site = await aSite(db, { name: 'Grüße 漢字' });
    const role = await aRole(db, { allowed: ['VIEW:CAD'], entries: { [site.id]: { 'VIEW:CAD': false } } });
    const team = await aTeam(db, { roleIds: [role.id] });
    const user = await aUser(db, { roleIds: [role.id], teamIds: [team.id] });
    const model = await aModel(db, { siteId: site.id, modeltypeId: 3, filepath: '/x/tileset.json' });
    const second = await aModel(db, { siteId: site.id, modeltypeId: 4, filepath: '/y/tileset.json' });
    expect(second.modelgroupId).toBe(model.modelgroupId);
    expect(user.createdAt).toBeInstanceOf(Date);
    const [stored] = await db.select().from(sites).where(eq(sites.id, site.id));
    expect(stored).toMatchObject({ name: 'Grüße 漢字', data: { meta: { origin: { height: 30 } } } });
    expect(await db.select().from(rolePermissions).where(eq(rolePermissions.roleId, role.id))).toHaveLength(2);
  });

  it('says which unique constraint refused a row, in the same words over both drivers', async () => {
    const { db } = database;
    const user = await aUser(db);
    const failure = await aUser(db, { email: user.email }).catch((error: unknown) => error);
    expect(uniqueViolation(failure)).toEqual({ constraint: 'users_email_key' });
    expect(uniqueViolation(new Error('other'))).toBeNull();
  });

  it('has an index for every foreign key, without which deleting the target reads the whole table', async () => {
    const keys = await database.db.execute(sql`
      select conrelid::regclass::text as "table", conname as name from pg_constraint c
      where contype = 'f' and not exists (
        select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`);
    // PGlite answers with an object, postgres.js with the rows themselves.
    expect((keys as { rows?: unknown[] }).rows ?? keys).toHaveLength(0);
  });

  it('rolls a failed transaction back', async () => {
    const { db } = database;
    const before = (await db.select().from(users)).length;
    await expect(
      db.transaction(async (tx) => {
        await aUser(tx);
        throw new Error('no');
      }),
    ).rejects.toThrow('no');
    expect(await db.select().from(users)).toHaveLength(before);
  });

  it('removes what belongs to a site with the site', async () => {
    const { db } = database;
    const site = await aSite(db);
    await db.insert(snapshots).values({ siteId: site.id, name: 'p' });
    await db.delete(sites).where(eq(sites.id, site.id));
    expect(await db.select().from(snapshots).where(eq(snapshots.siteId, site.id))).toHaveLength(0);
  });

  it('never alters an audit entry, and deletes one in a retention sweep only', async () => {
    const { db } = database;
    const [entry] = await db.insert(auditEntries).values({ action: 'users.disable' }).returning();
    const here = eq(auditEntries.id, entry!.id);
    await expect(db.update(auditEntries).set({ action: 'other' }).where(here)).rejects.toThrow();
    await expect(db.delete(auditEntries).where(here)).rejects.toThrow();
    await expect(db.execute(sql`truncate audit_entries`)).rejects.toThrow();
    await db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('overlook.audit_retention', 'on', true)`);
      await tx.delete(auditEntries).where(here);
    });
    expect(await db.select().from(auditEntries)).toEqual([]);
    await db.insert(auditEntries).values({ action: 'users.enable' });
    await expect(db.delete(auditEntries)).rejects.toThrow();
  });

  it('keeps a single row of organisation settings', async () => {
    const { db } = database;
    await db.insert(organisationSettings).values({}).onConflictDoNothing();
    await expect(db.insert(organisationSettings).values({ id: 2 })).rejects.toThrow();
  });

  it('has every table of the schema', async () => {
    const result = await database.db.execute(
      sql`select count(*)::int as n from information_schema.tables where table_schema = 'public'`,
    );
    const rows = (Array.isArray(result) ? result : (result as { rows: unknown[] }).rows) as { n: number }[];
    expect(rows[0]!.n).toBe(Object.values(schema).filter((one) => is(one, PgTable)).length);
  });
});

describe('a PostgreSQL server that does not answer', () => {
  it('is one line that hides the password', async () => {
    const attempt = openDatabase({ databaseUrl: 'postgres://someone:hidden@127.0.0.1:1/none', dataDir: '' });
    await expect(attempt).rejects.toThrow(/someone:\*\*\*@127\.0\.0\.1:1\/none cannot be used \(ECONNREFUSED/);
  });
});

describe('opening again', () => {
  it('finds the stored rows, and migrates nothing twice', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'overlook-db-'));
    const first = await openDatabase({ dataDir });
    await aUser(first.db, { email: 'kept@overlook.example' });
    await first.close();
    await first.close();
    await chmod(join(dataDir, 'database'), 0o755);
    const second = await openDatabase({ dataDir });
    expect(await second.db.select().from(users)).toMatchObject([{ email: 'kept@overlook.example' }]);
    // PGlite itself makes its files readable and writable for all users of the machine.
    expect((await stat(join(dataDir, 'database'))).mode & 0o777).toBe(0o700);
    await second.close();
    await rm(dataDir, { recursive: true });
  });
});
