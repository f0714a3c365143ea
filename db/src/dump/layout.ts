import { sql } from 'drizzle-orm';
import type { Db } from '../db.ts';

/** A column that is stored, with its type as PostgreSQL writes it. */
export interface ColumnLayout {
  readonly name: string;
  readonly type: string;
}

export interface TableLayout {
  readonly name: string;
  /** Sorted by name, without generated ones. */
  readonly columns: readonly ColumnLayout[];
  /** The columns of the primary key, in its order. */
  readonly key: readonly string[];
}

/** What a database consists of, apart from its rows. */
export interface DatabaseLayout {
  /** How many migrations it has had, and the hash of the last. */
  readonly migrations: number;
  readonly lastMigration: string;
  /** Each after those that it refers to. */
  readonly tables: readonly TableLayout[];
  readonly sequences: readonly string[];
}

const OF_OURS = sql`c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`;

/** Reads the layout of the tables in `public`. */
export async function readLayout(db: Db): Promise<DatabaseLayout> {
  const columns = await db
    .select({
      table: sql<string>`c.relname::text`,
      name: sql<string>`a.attname::text`,
      type: sql<string>`format_type(a.atttypid, a.atttypmod)`,
    })
    .from(sql`pg_attribute a join pg_class c on c.oid = a.attrelid`)
    .where(sql`${OF_OURS} and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''`)
    .orderBy(sql`c.relname, a.attname collate "C"`);
  const keys = await db
    .select({ table: sql<string>`c.relname::text`, name: sql<string>`a.attname::text` })
    .from(
      sql`pg_index i join pg_class c on c.oid = i.indrelid cross join unnest(i.indkey) with ordinality k(attnum, place)
          join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum`,
    )
    .where(sql`${OF_OURS} and i.indisprimary`)
    .orderBy(sql`c.relname, k.place`);
  const references = await db
    .select({ from: sql<string>`c.relname::text`, to: sql<string>`p.relname::text` })
    .from(sql`pg_constraint f join pg_class c on c.oid = f.conrelid join pg_class p on p.oid = f.confrelid`)
    .where(sql`${OF_OURS} and f.contype = 'f'`);
  const sequences = await db
    .select({ name: sql<string>`c.relname::text` })
    .from(sql`pg_class c`)
    .where(sql`c.relnamespace = 'public'::regnamespace and c.relkind = 'S'`)
    .orderBy(sql`c.relname collate "C"`);
  const migrations = await db
    .select({ hash: sql<string>`hash` })
    .from(sql`drizzle.__drizzle_migrations`)
    .orderBy(sql`id`);
  const tables = [...new Set(columns.map(({ table }) => table))].map((name) => ({
    name,
    columns: columns.filter(({ table }) => table === name).map((column) => ({ name: column.name, type: column.type })),
    key: keys.filter(({ table }) => table === name).map((column) => column.name),
  }));
  return {
    migrations: migrations.length,
    lastMigration: migrations.at(-1)?.hash ?? '',
    tables: parentsFirst(tables, references),
    sequences: sequences.map(({ name }) => name),
  };
}

/** The tables in an order in which their rows can be added. Throws where they refer to each other in a circle. */
function parentsFirst(
  tables: readonly TableLayout[],
  references: readonly { readonly from: string; readonly to: string }[],
): TableLayout[] {
  const waiting = new Map(tables.map((table) => [table.name, table]));
  const ordered: TableLayout[] = [];
  while (waiting.size > 0) {
    const free = [...waiting.values()].filter(
      ({ name }) => !references.some(({ from, to }) => from === name && waiting.has(to)),
    );
    if (free.length === 0) throw new Error(`These tables refer to each other: ${[...waiting.keys()].join(', ')}`);
    for (const table of free) waiting.delete(table.name);
    ordered.push(...free);
  }
  return ordered;
}
