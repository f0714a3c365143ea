import { and, eq, gt, isNull, type SQL, sql, type SQLWrapper } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '@overlook/db';
import { mocs, savedMeasurements, snapshots, viewGrants } from '@overlook/db/schema';
import type { CaptureReferences } from '@overlook/shared/schemas';

const NONE: CaptureReferences = { places: 0, mocs: 0, links: 0, measurements: 0 };

/** Whether the address of a view names a day: as the date of a screen, or of the second side of a divider. */
const namesDay = (address: SQLWrapper): SQL => sql`${address} ~ ('(^|&)(at|swipe)=[^&]*' || d.day)`;

/** What points to captures of a site, by their dates; dates that nothing names are absent. */
export async function countReferences(
  db: Db,
  siteId: number,
  captures: readonly { readonly takenOn: string }[],
): Promise<ReadonlyMap<string, CaptureReferences>> {
  const found = new Map<string, CaptureReferences>();
  if (captures.length === 0) return found;
  const days = [...new Set(captures.map(({ takenOn }) => takenOn))];
  const counted = (rows: PgTable, names: SQL | undefined) =>
    db
      .select({ day: sql<string>`d.day`, count: sql<number>`count(*)::int` })
      .from(sql`json_array_elements_text(${JSON.stringify(days)}::text::json) d(day)`)
      .innerJoin(rows, names)
      .groupBy(sql`d.day`);
  const isNamedInPlace = namesDay(sql`${snapshots.view}->>'link'`);
  const isMeasured = sql`${mocs.measurements}::text like '%"' || d.day || '"%'`;
  const isSaved = sql`${savedMeasurements.layers}::text like '%"' || d.day || '"%'`;
  const isOpen = and(isNull(viewGrants.revokedAt), gt(viewGrants.endsAt, sql`now()`));
  const counts = {
    places: await counted(snapshots, and(eq(snapshots.siteId, siteId), isNull(snapshots.archivedAt), isNamedInPlace)),
    mocs: await counted(mocs, and(eq(mocs.siteId, siteId), isNull(mocs.archivedAt), isMeasured)),
    measurements: await counted(savedMeasurements, and(eq(savedMeasurements.siteId, siteId), isSaved)),
    links: await counted(viewGrants, and(eq(viewGrants.siteId, siteId), isOpen, namesDay(viewGrants.view))),
  };
  for (const kind of ['places', 'mocs', 'links', 'measurements'] as const)
    for (const { day, count } of counts[kind]) found.set(day, { ...NONE, ...found.get(day), [kind]: count });
  return found;
}
