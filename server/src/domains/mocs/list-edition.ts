import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { mocs } from '@overlook/db/schema';

/**
 * A text that changes with every save of a site's MOCs: each save raises a version, and rows are only added. To be read before
 * what it stands for, which may then be newer, never older.
 */
export async function editionOf(db: Db, siteId: number): Promise<string> {
  const [row] = await db
    .select({ edition: sql<string>`concat_ws('.', count(*), max(${mocs.id}), sum(${mocs.version}))` })
    .from(mocs)
    .where(eq(mocs.siteId, siteId));
  return row!.edition;
}

/** All values of a column, in the order of the rows. The database writes them as JSON: rows cost the driver several times as much. */
export const column = <Value>(name: string, filter = sql``) =>
  sql<Value[]>`coalesce(json_agg(${sql.identifier(name)}) ${filter}, '[]')`;

/** The MOCs that lists show. */
export const listedAt = (siteId: number) => sql`${mocs.siteId} = ${siteId} and ${mocs.archivedAt} is null`;
