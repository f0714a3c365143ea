import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';

/** Whether a text contains another, in any case; what somebody types is taken letter by letter, `%` and `_` too. */
export const containsText = (column: SQLWrapper, text: string): SQL =>
  sql`${column} ilike ${`%${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`}`;
