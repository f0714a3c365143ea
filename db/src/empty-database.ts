import { sql } from 'drizzle-orm';
import type { Db } from './db.ts';

/** Where a change of tables, columns, indexes, constraints, triggers or functions adds, alters or takes away rows. */
const CATALOGUES = ['pg_attribute', 'pg_index', 'pg_constraint', 'pg_trigger', 'pg_proc'];

/** Another text after every change of the schema: per catalogue how many rows there are and which transaction wrote the last. */
export async function schemaMark(db: Db): Promise<string> {
  const marks = CATALOGUES.map((name) => `select count(*) || ':' || max(xmin::text::bigint) as mark from ${name}`);
  const [row] = await db
    .select({ mark: sql<string>`string_agg(mark, ' ')` })
    .from(sql.raw(`(${marks.join(' union all ')}) as marks`));
  return row!.mark;
}

/** Takes away all rows and settings of the session, and lets identities begin at one again. */
export async function emptyDatabase(db: Db): Promise<void> {
  await db.execute('discard all');
  const used = await db
    .select({ name: sql<string>`quote_ident(relname)` })
    .from(sql`pg_stat_user_tables`)
    .where(sql`schemaname = 'public' and pg_relation_size(relid) > 0`);
  if (used.length === 0) return;
  await db.transaction(async (tx) => {
    // As a replica, for which no trigger fires: one refuses to empty the audit.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`truncate ${used.map(({ name }) => name).join(', ')} restart identity cascade`);
  });
}
