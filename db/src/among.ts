import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/**
 * `column in (ids)` for any number of ids: they travel as one parameter, where `inArray` takes one each, of which
 * PostgreSQL bears 65,535.
 */
export function among(column: SQLWrapper, ids: Iterable<number>): SQL {
  return sql`${column} in (select value::int from json_array_elements_text(${JSON.stringify([...ids])}::text::json))`;
}
