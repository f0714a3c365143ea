import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getTableName, is, sql } from 'drizzle-orm';
import { PgTable } from 'drizzle-orm/pg-core';
import { afterAll, describe, expect, it } from 'vitest';
import { openDatabase } from './index.ts';
import { migrationsFolder } from './migrations.ts';
import * as schema from './schema/index.ts';
import { createScratchDatabase } from './testing/scratch-postgres.ts';

/** Older migrations were applied with all servers stopped. */
const FIRST_CHECKED = 39;

/** Rules about what a server of the release before needs: a migration that breaks one says which release has stopped needing it. */
const CONTRACTING = [
  'ban-drop-column',
  'ban-drop-table',
  'ban-drop-database',
  'ban-truncate-cascade',
  'renaming-column',
  'renaming-table',
  'changing-column-type',
  'adding-required-field',
  'adding-not-nullable-field',
];
/** Rules about style, and about what the one transaction and the lock around migrations make unnecessary. */
const LEFT_OUT = [
  'prefer-robust-stmts',
  'prefer-bigint-over-int',
  'prefer-text-field',
  'prefer-identity',
  'require-enum-value-ordering',
  'require-lock-timeout',
  'require-statement-timeout',
];
const IGNORED = /^-- squawk-ignore ([\w, -]+)$/;
const CONTRACT = /^-- contract: \d+\.\d+ .{20,}$/;

interface Finding {
  readonly file: string;
  readonly line: number;
  readonly rule_name: string;
}

/** What squawk says about files of SQL, as "file:line rule". */
function squawk(files: readonly string[]): Promise<string[]> {
  const program = createRequire(import.meta.url).resolve('squawk-cli/js/bin/squawk');
  const args = ['--assume-in-transaction', '--reporter', 'json', '--exclude', LEFT_OUT.join(), ...files];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, [program, ...args], (error, stdout) => {
      if (error && !stdout.startsWith('[')) return reject(error);
      const found = JSON.parse(stdout) as Finding[];
      resolve(found.map(({ file, line, rule_name }) => `${file.split('/').at(-1)}:${line + 1} ${rule_name}`));
    });
  });
}

/** Rules that a migration leaves out without a line before that says which release has stopped needing what it takes away. */
function undeclared(text: string): string[] {
  const lines = text.split('\n');
  return lines.flatMap((line, at) => {
    const rules =
      IGNORED.exec(line)?.[1]
        ?.split(',')
        .map((rule) => rule.trim()) ?? [];
    const isContract = CONTRACT.test(lines[at - 1] ?? '');
    return isContract ? [] : rules.filter((rule) => CONTRACTING.includes(rule));
  });
}

describe('migrations', () => {
  it('that are new block no work for long, and take nothing away that the release before needs', async () => {
    const folder = migrationsFolder();
    const names = (await readdir(folder)).filter(
      (name) => name.endsWith('.sql') && Number(name.slice(0, 4)) >= FIRST_CHECKED,
    );
    const files = names.map((name) => join(folder, name));
    if (files.length > 0) expect(await squawk(files)).toEqual([]);
    for (const file of files) expect(undeclared(await readFile(file, 'utf8')), file).toEqual([]);
  });

  it.each([
    ['ALTER TABLE "mocs" DROP COLUMN "state";', 'ban-drop-column'],
    ['ALTER TABLE "mocs" RENAME COLUMN "state" TO "phase";', 'renaming-column'],
    ['ALTER TABLE "mocs" ADD COLUMN "phase" text NOT NULL;', 'adding-required-field'],
    ['ALTER TABLE "mocs" ALTER COLUMN "name" SET NOT NULL;', 'adding-not-nullable-field'],
    ['CREATE INDEX "mocs_x" ON "mocs" USING btree ("name");', 'require-concurrent-index-creation'],
    ['ALTER TABLE "mocs" ADD CONSTRAINT "c" CHECK ("version" > 0);', 'constraint-missing-not-valid'],
    ['DROP TABLE "mocs";', 'ban-drop-table'],
  ])('%s is found', async (statement, rule) => {
    const folder = await mkdtemp(join(tmpdir(), 'overlook-migration-'));
    const file = join(folder, '0099_planted.sql');
    await writeFile(file, `${statement}\n`);
    expect(await squawk([file])).toContain(`0099_planted.sql:1 ${rule}`);
    const ignored = `-- squawk-ignore ${rule}\n${statement}\n`;
    await writeFile(file, ignored);
    expect(await squawk([file])).not.toContainEqual(expect.stringContaining(rule));
    expect(undeclared(ignored)).toEqual(CONTRACTING.includes(rule) ? [rule] : []);
    expect(undeclared(`-- contract: 2.8 reads and writes "phase" in its place\n${ignored}`)).toEqual([]);
    await rm(folder, { recursive: true });
  });
});

const scratch = await createScratchDatabase();
afterAll(() => scratch?.drop());

/** What a later release may do to the schema while servers of this one run. */
const LATER = [
  sql`create table later (id int primary key, user_id int references users(id))`,
  sql`alter table mocs add column later_text text`,
  sql`alter table mocs add column later_flag boolean not null default false`,
  sql`alter type moc_state add value 'later'`,
  sql`create index mocs_later_idx on mocs (later_text)`,
  sql`alter table feedback add constraint feedback_later check (length(details) < 1000000) not valid`,
];

describe.runIf(scratch)('a database that a later release has migrated', () => {
  it('is opened, read and written by a server of this one', async () => {
    const before = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    for (const statement of LATER) await before.db.execute(statement);
    await before.db.execute(sql`insert into drizzle.__drizzle_migrations (hash, created_at)
      values ('later', (select max(created_at) + 1000 from drizzle.__drizzle_migrations))`);
    // A server that runs on, and one that starts.
    const started = await openDatabase({ databaseUrl: scratch!.url, dataDir: '' });
    const tables = Object.values(schema).filter((one) => is(one, PgTable));
    expect(tables.length).toBeGreaterThan(30);
    for (const { db } of [before, started]) {
      for (const table of tables) expect(await db.select().from(table), getTableName(table)).toBeInstanceOf(Array);
      const [site] = await db
        .insert(schema.sites)
        .values({
          name: 'Plant',
          slug: `plant-${db === before.db}`,
          data: { avatar: null, minimapMaxNativeZoom: null, meta: { homeBookmark: null, origin: null } },
        })
        .returning();
      const [moc] = await db
        .insert(schema.mocs)
        .values({ siteId: site!.id, name: 'Tie-in', documentNumber: '1' })
        .returning();
      expect(moc).toMatchObject({ name: 'Tie-in' });
    }
    await Promise.all([before.close(), started.close()]);
  });
});
