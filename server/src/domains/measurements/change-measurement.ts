import { eq } from 'drizzle-orm';
import type { z } from 'zod';
import { savedMeasurements } from '@overlook/db/schema';
import type { changeMeasurementInputSchema, siteMeasurementInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { findMeasurement, mayChange, noSuchMeasurement } from './measurement-rows.ts';

type Done = { status: 'success' };

/** Changes the name, the folder or who sees a measurement; absent fields stay. Throws 404 for one that is not the caller's to change. */
export async function changeMeasurement(
  ctx: SignedInContext,
  { siteId, id, ...changes }: z.output<typeof changeMeasurementInputSchema>,
): Promise<Done> {
  await ctx.db.transaction(async (tx) => {
    const before = await findMeasurement(tx, ctx.caller, { siteId, id }, true);
    if (!mayChange(ctx.caller, before)) throw noSuchMeasurement();
    const { name, folder, isShared } = { ...before, ...changes };
    await tx.update(savedMeasurements).set({ name, folder, isShared }).where(eq(savedMeasurements.id, id));
    const details = { siteId, name: before.name, ...changes };
    await recordDone(tx, ctx, { action: 'measurements.update', subject: `measurement:${id}`, details });
  });
  return { status: 'success' };
}

/** Deletes a measurement with its comments. Throws 404 for one that is not the caller's to change. */
export async function deleteMeasurement(
  ctx: SignedInContext,
  { siteId, id }: z.output<typeof siteMeasurementInputSchema>,
): Promise<Done> {
  await ctx.db.transaction(async (tx) => {
    const before = await findMeasurement(tx, ctx.caller, { siteId, id }, true);
    if (!mayChange(ctx.caller, before)) throw noSuchMeasurement();
    await tx.delete(savedMeasurements).where(eq(savedMeasurements.id, id));
    const details = { siteId, name: before.name };
    await recordDone(tx, ctx, { action: 'measurements.delete', subject: `measurement:${id}`, details });
  });
  return { status: 'success' };
}
