import { and, desc, eq, isNull } from 'drizzle-orm';
import type { z } from 'zod';
import { snapshots } from '@overlook/db/schema';
import { canViewSite } from '@overlook/shared/permissions';
import { type PlaceSummary, placeSummarySchema, type siteFilterSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { isPlaceOf, SUMMARY_COLUMNS, summaryOf } from './snapshot-rows.ts';

/** The caller's own Places that are not archived, newest first; those of sites that they may no longer see are left out. */
export async function listPlaces(
  ctx: SignedInContext,
  { siteId }: z.output<typeof siteFilterSchema>,
): Promise<{ snapshots: PlaceSummary[] }> {
  const { userId, permissions } = ctx.caller;
  const ofSite = siteId === undefined ? undefined : eq(snapshots.siteId, siteId);
  const rows = await ctx.db
    .select(SUMMARY_COLUMNS)
    .from(snapshots)
    .where(and(isPlaceOf(userId), isNull(snapshots.archivedAt), ofSite))
    .orderBy(desc(snapshots.id));
  const visible = rows.filter((row) => canViewSite(permissions, row.siteId)).map((row) => summaryOf(row, userId));
  return { snapshots: readableRows(ctx.log, 'snapshot', placeSummarySchema, visible) };
}
