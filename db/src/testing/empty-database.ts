import { sql } from 'drizzle-orm';
import type { Db } from '../db.ts';

/**
 * The catalogues in which a change of tables, columns, indexes, constraints, triggers or functions adds, alters or
 * removes rows.
 */
const CATALOGUES = ['pg_attribute', 'pg_index', 'pg_constraint', 'pg_trigger', 'pg_proc'];

/**
 * A text that differs after every change of the schema: for each catalogue the number of rows and the transaction that
 * wrote last.
 */
export async function schemaMark(db: Db): Promise<string> {
  const marks = CATALOGUES.map((name) => `select count(*) || ':' || max(xmin::text::bigint) as mark from ${name}`);
  const [row] = await db
    .select({ mark: sql<string>`string_agg(mark, ' ')` })
    .from(sql.raw(`(${marks.join(' union all ')}) as marks`));
  return row!.mark;
}

/** Removes all rows and settings of the session, and restarts identities at one. */
export async function emptyDatabase(db: Db): Promise<void> {
  await db.execute('discard all');
  const used = await db
    .select({ name: sql<string>`quote_ident(relname)` })
    .from(sql`pg_stat_user_tables`)
    .where(sql`schemaname = 'public' and pg_relation_size(relid) > 0`);
  if (used.length === 0) return;
  await db.transaction(async (tx) => {
    // Runs as a replica, for which no trigger fires, because one trigger refuses to empty the audit.
    await tx.execute('set local session_replication_role = replica');
    await tx.execute(`truncate ${used.map(({ name }) => name).join(', ')} restart identity cascade`);
  });
}
