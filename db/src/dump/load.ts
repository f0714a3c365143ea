import { sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import { DatabaseUnavailableError } from '../errors.ts';
import { type DatabaseLayout, readLayout, type TableLayout } from './layout.ts';
import { contentsOf, type SequenceState, type TableContent, snapshotIn } from './snapshot.ts';

/** What a database is to contain. */
export interface DatabaseSource {
  readonly layout: DatabaseLayout;
  /** Lines of a table as in a `Piece`, some at a time. */
  lines(table: TableLayout): AsyncIterable<string>;
  sequences(): Promise<readonly SequenceState[]>;
  /** Content of each table by its name, asked for when all lines have been read. */
  contents(): Promise<ReadonlyMap<string, TableContent>>;
}

/** The rows cannot be loaded into this database; the message says why and what to do. */
class LoadRefusedError extends DatabaseUnavailableError {}

/** The names of the tables that have rows, sorted. */
export async function filledTables(db: Db): Promise<string[]> {
  const { tables } = await readLayout(db);
  const filled: string[] = [];
  for (const { name } of tables) {
    const rows = await db
      .select({ one: sql`1` })
      .from(sql`${sql.identifier(name)}`)
      .limit(1);
    if (rows.length > 0) filled.push(name);
  }
  return filled.toSorted();
}

/** Throws `LoadRefusedError` unless both have the same tables. */
function assertSameLayout(source: DatabaseLayout, target: DatabaseLayout): void {
  if (source.lastMigration === target.lastMigration) {
    const [from, to] = [source, target].map(({ tables }) =>
      JSON.stringify(tables.toSorted((a, b) => (a.name < b.name ? -1 : 1))),
    );
    if (from !== to)
      throw new LoadRefusedError(
        'The tables of both databases differ, although they had the same migrations. Somebody has changed one of them by hand.',
      );
    return;
  }
  const age = source.migrations > target.migrations ? 'a newer' : 'an older';
  throw new LoadRefusedError(
    `The data is of ${age} version of the product (${source.migrations} migrations, this version has ${target.migrations}). ` +
      'Load it with the version that wrote it, then update.',
  );
}

/**
 * Adds all rows to a migrated, empty database in one transaction: a failure or a kill leaves it empty. Identities are
 * kept, and the rows that were stored are compared with those of the source. Throws `LoadRefusedError`. `onRows` is
 * called with the number of rows of each step.
 */
export async function loadDatabase(
  db: Db,
  source: DatabaseSource,
  onRows: (count: number) => void = () => {},
): Promise<void> {
  await db.transaction(async (tx) => {
    const filled = await filledTables(tx);
    if (filled.length > 0)
      throw new LoadRefusedError(
        `The database is not empty: ${filled.slice(0, 3).join(', ')}${filled.length > 3 ? ' …' : ''} have rows. Give an empty one.`,
      );
    const target = await snapshotIn(tx);
    assertSameLayout(source.layout, target.layout);
    for (const table of source.layout.tables)
      for await (const lines of source.lines(table)) {
        await tx.execute(insertLines(table, lines));
        onRows(lines.split('\n').length);
      }
    for (const { name, lastValue, isCalled } of await source.sequences())
      await tx.execute(sql`select setval(${`"${name}"`}::text::regclass, ${lastValue}::bigint, ${isCalled}::boolean)`);
    compare(await contentsOf(target), await source.contents());
  });
}

function insertLines({ name, columns }: TableLayout, lines: string) {
  const names = sql.join(
    columns.map((column) => sql.identifier(column.name)),
    sql`, `,
  );
  const values = sql.raw(columns.map(({ type }, i) => `(line ->> ${i})::${type}`).join(', '));
  const all = `[${lines.replaceAll('\n', ',')}]`;
  return sql`insert into ${sql.identifier(name)} (${names}) overriding system value
    select ${values} from jsonb_array_elements(${all}::text::jsonb) as line`;
}

function compare(stored: ReadonlyMap<string, TableContent>, wanted: ReadonlyMap<string, TableContent>): void {
  for (const [name, { rows, digest }] of wanted) {
    const found = stored.get(name);
    if (found?.digest === digest && found.rows === rows) continue;
    throw new LoadRefusedError(
      `The rows of the table ${name} differ after they were stored (${found?.rows ?? 0} of ${rows}). Nothing was kept.`,
    );
  }
}
