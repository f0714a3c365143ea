import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db.ts';
import { type DatabaseLayout, readLayout, type TableLayout } from './layout.ts';

/** Some rows of a table, in the order of its key. */
export interface Piece {
  readonly rows: number;
  /** One line for each row, without a last line break: a JSON array of its columns as PostgreSQL writes them, or null. */
  readonly lines: string;
  /** Sums over the two halves of the MD5 of each line. */
  readonly sums: readonly [bigint, bigint];
}

/** How many rows a table has, and a text that differs when any of them does; the same in every database. */
export interface TableContent {
  readonly rows: number;
  readonly digest: string;
}

export interface SequenceState {
  readonly name: string;
  readonly lastValue: string;
  readonly isCalled: boolean;
}

/** One state of a database, whatever others change meanwhile. */
export interface Snapshot {
  readonly layout: DatabaseLayout;
  pieces(table: TableLayout): AsyncGenerator<Piece>;
  sequences(): Promise<SequenceState[]>;
}

/** Adds up the pieces of a table. */
export class ContentSum {
  #rows = 0;
  #sums: [bigint, bigint] = [0n, 0n];

  add({ rows, sums }: Piece): void {
    this.#rows += rows;
    this.#sums = [this.#sums[0] + sums[0], this.#sums[1] + sums[1]];
  }

  /** The order of the rows does not matter: servers sort texts in different ways. */
  get content(): TableContent {
    return { rows: this.#rows, digest: this.#sums.map((sum) => sum.toString(16)).join('-') };
  }
}

/** Values are written in the same way, whatever the server, the database or the role is set to. */
const WRITTEN_ALIKE = [
  `set local timezone = 'UTC'`,
  `set local datestyle = 'ISO, YMD'`,
  `set local intervalstyle = 'postgres'`,
  `set local bytea_output = 'hex'`,
  `set local extra_float_digits = 1`,
];

/**
 * Calls back with one state of the database. Changes by others go on where it is a PostgreSQL server; the embedded
 * database has one connection, so everything else waits until `use` ends.
 */
export const withSnapshot = <T>(db: Db, use: (snapshot: Snapshot) => Promise<T>): Promise<T> =>
  db.transaction(async (tx) => use(await snapshotIn(tx)), {
    isolationLevel: 'repeatable read',
    accessMode: 'read only',
  });

/** The state that a transaction sees. */
export async function snapshotIn(tx: Db): Promise<Snapshot> {
  for (const setting of WRITTEN_ALIKE) await tx.execute(sql.raw(setting));
  const layout = await readLayout(tx);
  return {
    layout,
    pieces: (table) => readPieces(tx, table),
    sequences: () => readSequences(tx, layout.sequences),
  };
}

/** The contents of all tables by their names. */
export async function contentsOf({ layout, pieces }: Snapshot): Promise<Map<string, TableContent>> {
  const contents = new Map<string, TableContent>();
  for (const table of layout.tables) {
    const sum = new ContentSum();
    for await (const piece of pieces(table)) sum.add(piece);
    contents.set(table.name, sum.content);
  }
  return contents;
}

async function readSequences(db: Db, names: readonly string[]): Promise<SequenceState[]> {
  const states: SequenceState[] = [];
  for (const name of names) {
    const [state] = await db
      .select({ lastValue: sql<string>`last_value::text`, isCalled: sql<boolean>`is_called` })
      .from(sql`${sql.identifier(name)}`);
    states.push({ name, ...state! });
  }
  return states;
}

/** Aimed at for one piece; a row may be larger. */
const PIECE_CHARACTERS = 1 << 20;
const MOST_ROWS = 5000;
const FIRST_ROWS = 100;

/** The rows of a table. Few are in memory at once: how many are read is adapted to their size. */
async function* readPieces(db: Db, table: TableLayout): AsyncGenerator<Piece> {
  let [after, limit]: [string[] | null, number] = [null, FIRST_ROWS];
  for (;;) {
    const piece = await readPiece(db, table, { after, limit });
    if (piece.rows > 0) yield piece;
    if (piece.rows < limit) return;
    after = piece.lastKey;
    const fitting = Math.floor((PIECE_CHARACTERS * piece.rows) / piece.lines.length);
    limit = Math.max(1, Math.min(MOST_ROWS, fitting, 10 * limit));
  }
}

const list = (parts: readonly SQL[]): SQL => sql.join([...parts], sql`, `);
const asTexts = (names: readonly string[]): SQL => list(names.map((name) => sql`${sql.identifier(name)}::text`));

async function readPiece(
  db: Db,
  { name, columns, key }: TableLayout,
  { after, limit }: { after: string[] | null; limit: number },
): Promise<Piece & { lastKey: string[] }> {
  if (key.length === 0) throw new Error(`The table ${name} has no primary key`);
  const order = list(key.map((column) => sql`${sql.identifier(column)}`));
  const typeOf = new Map(columns.map((column) => [column.name, column.type]));
  const last = after && list(after.map((value, i) => sql`${value}::text::${sql.raw(typeOf.get(key[i]!)!)}`));
  const line = sql`json_build_array(${asTexts(columns.map((column) => column.name))})::text`;
  const rows = sql`select row_number() over (order by ${order}) as place, json_build_array(${asTexts(key)})::text as key, ${line} as line
    from ${sql.identifier(name)} ${last ? sql`where (${order}) > (${last})` : sql``} order by ${order} limit ${limit}`;
  const half = (from: number) => sql`('x' || substr(md5, ${sql.raw(String(from))}, 16))::bit(64)::bigint::numeric`;
  const [piece] = await db
    .select({
      rows: sql<number>`count(*)::int`,
      first: sql<string>`coalesce(sum(${half(1)}), 0)::text`,
      second: sql<string>`coalesce(sum(${half(17)}), 0)::text`,
      lines: sql<string | null>`string_agg(line, chr(10) order by place)`,
      lastKey: sql<string | null>`(array_agg(key order by place desc))[1]`,
    })
    .from(sql`(select *, md5(line) as md5 from (${rows}) as part) as hashed`);
  return {
    rows: piece!.rows,
    lines: piece!.lines ?? '',
    sums: [BigInt(piece!.first), BigInt(piece!.second)],
    lastKey: JSON.parse(piece!.lastKey ?? '[]') as string[],
  };
}
