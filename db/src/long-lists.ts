import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** A statement can have 65,535 parameters, which is enough for this many rows of up to six columns. */
const LARGEST = 10_000;

/** Rows in portions of `most`; by default as many as fit into one insert. */
export function* batches<T>(rows: readonly T[], most = LARGEST): Generator<T[]> {
  for (let from = 0; from < rows.length; from += most) yield rows.slice(from, from + most);
}

/**
 * `column in (ids)` for any number of ids: they are sent as one parameter; `inArray` would use one for each id, and
 * PostgreSQL allows 65,535.
 */
export function inIds(column: SQLWrapper, ids: Iterable<number>): SQL {
  return sql`${column} in (select value::int from json_array_elements_text(${JSON.stringify([...ids])}::text::json))`;
}
