import { and, desc, eq, getTableColumns } from 'drizzle-orm';
import type { z } from 'zod';
import { inIds } from '@overlook/db';
import { savedMeasurements, sites, users } from '@overlook/db/schema';
import {
  type exportMeasurementsInputSchema,
  type MeasurementsFile,
  measurementsFileSchema,
  type SiteMeasurement,
  siteMeasurementSchema,
  type WholeMeasurement,
  wholeMeasurementSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { readableRows } from '../../services/stored-rows.ts';
import { capturesOfSite } from './layers-of.ts';
import { COLUMNS, isListed, mayReadLayers, measurementOf, noSuchMeasurement } from './measurement-rows.ts';

/** The measurements of a site that the caller may see, newest first. */
export async function listMeasurements(
  { db, caller, log }: SignedInContext,
  { siteId }: { siteId: number },
): Promise<{ measurements: SiteMeasurement[] }> {
  const rows = await db
    .select(COLUMNS)
    .from(savedMeasurements)
    .innerJoin(users, eq(users.id, savedMeasurements.createdBy))
    .where(isListed(siteId, caller))
    .orderBy(desc(savedMeasurements.id));
  const stored = await capturesOfSite(db, siteId);
  const shown = rows.filter((row) => mayReadLayers(caller, row)).map((row) => measurementOf(row, caller, stored));
  return { measurements: readableRows(log, 'measurement', siteMeasurementSchema, shown) };
}

/** The same with what was measured; all without `ids`. */
async function wholeMeasurements(
  { db, caller, log }: SignedInContext,
  siteId: number,
  ids?: readonly number[],
): Promise<WholeMeasurement[]> {
  const { subject, details } = getTableColumns(savedMeasurements);
  const rows = await db
    .select({ ...COLUMNS, subject, details })
    .from(savedMeasurements)
    .innerJoin(users, eq(users.id, savedMeasurements.createdBy))
    .where(and(isListed(siteId, caller), ids && inIds(savedMeasurements.id, ids)))
    .orderBy(desc(savedMeasurements.id));
  const stored = await capturesOfSite(db, siteId);
  const whole = rows
    .filter((row) => mayReadLayers(caller, row))
    .map((row) => ({ ...measurementOf(row, caller, stored), subject: row.subject, details: row.details }));
  return readableRows(log, 'measurement', wholeMeasurementSchema, whole);
}

/** One measurement with what was measured. Throws 404. */
export async function openMeasurement(
  ctx: SignedInContext,
  { siteId, id }: { siteId: number; id: number },
): Promise<{ measurement: WholeMeasurement }> {
  const [measurement] = await wholeMeasurements(ctx, siteId, [id]);
  if (!measurement) throw noSuchMeasurement();
  return { measurement };
}

/** Measurements as a file that can be computed again. */
export async function exportMeasurements(
  ctx: SignedInContext,
  { siteId, ids }: z.output<typeof exportMeasurementsInputSchema>,
): Promise<MeasurementsFile> {
  const [site] = await ctx.db.select({ slug: sites.slug, name: sites.name }).from(sites).where(eq(sites.id, siteId));
  return measurementsFileSchema.parse({
    format: 'overlook-measurements',
    version: 1,
    units: 'metres, degrees',
    frame: 'ECEF, WGS 84',
    exportedAt: ctx.clock.now().toISOString(),
    site: site!,
    measurements: await wholeMeasurements(ctx, siteId, ids),
  });
}
