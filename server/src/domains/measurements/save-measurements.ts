import { and, count, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { savedMeasurements } from '@overlook/db/schema';
import { SAVED_MEASUREMENTS_MOST } from '@overlook/shared/config';
import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import type { MeasuredLayer, saveMeasurementsInputSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { recordDone } from '../../services/audit.ts';
import { lockUser } from '../users/lock-user.ts';
import { capturesOfSite, layersOf } from './layers-of.ts';
import { type Measured, measuredResult } from './measured-result.ts';

type Input = z.output<typeof saveMeasurementsInputSchema>;
type Item = Input['measurements'][number];

interface MeasuredItem extends Item {
  readonly measured: Measured;
  readonly layers: MeasuredLayer[];
}

/**
 * Saves measurements with the results that the server computes for them. A repeated save, recognised by its `guid`, changes the name, the
 * folder and who sees it. Throws 400 for points that measure nothing and for a person who has the most of them, 404 for layers that do not
 * exist for the caller, 409 where a surface is not found or a key is another site's.
 */
export async function saveMeasurements(
  ctx: SignedInContext,
  { siteId, folder, isShared, measurements }: Input,
): Promise<{ status: 'success'; ids: number[] }> {
  const stored = await capturesOfSite(ctx.db, siteId);
  const withLayers = measurements.map((item) => ({ ...item, layers: layersOf(ctx, item.subject, stored) }));
  const items: MeasuredItem[] = [];
  for (const item of withLayers) items.push({ ...item, measured: await measuredResult(ctx, siteId, item) });
  const ids = await ctx.db.transaction(async (tx) => {
    // Calls are serialised: a repeated call may arrive while the first is still running.
    await lockUser(tx, ctx.caller.userId);
    const saved: number[] = [];
    for (const item of items) saved.push(await store(tx, ctx, { siteId, folder, isShared, item }));
    await assertRoom(tx, ctx.caller.userId, siteId);
    const details = { siteId, names: items.map(({ name }) => name), folder, isShared };
    await recordDone(tx, ctx, { action: 'measurements.save', subject: `site:${siteId}`, details });
    return saved;
  });
  return { status: 'success', ids };
}

interface Stored extends Pick<Input, 'siteId' | 'folder' | 'isShared'> {
  readonly item: MeasuredItem;
}

async function store(tx: Db, { caller, clock }: SignedInContext, stored: Stored): Promise<number> {
  const { siteId, folder, isShared, item } = stored;
  const { guid, name, subject, layers, measured } = item;
  const [before] = await tx
    .select({ id: savedMeasurements.id, siteId: savedMeasurements.siteId })
    .from(savedMeasurements)
    .where(and(eq(savedMeasurements.createdBy, caller.userId), eq(savedMeasurements.guid, guid)));
  if (before && before.siteId !== siteId) throw conflict(MEASUREMENTS_MESSAGES['measurements.guidTaken']);
  const said = { name, folder, isShared };
  if (before) {
    await tx.update(savedMeasurements).set(said).where(eq(savedMeasurements.id, before.id));
    return before.id;
  }
  const { what } = subject;
  const [made] = await tx
    .insert(savedMeasurements)
    .values({
      ...said,
      ...measured.result,
      siteId,
      guid,
      createdBy: caller.userId,
      what,
      kind: what === 'volume' ? what : subject.kind,
      subject,
      details: measured.details,
      layers,
      createdAt: clock.now(),
    })
    .returning({ id: savedMeasurements.id });
  return made!.id;
}

async function assertRoom(tx: Db, userId: number, siteId: number): Promise<void> {
  const [has] = await tx
    .select({ saved: count() })
    .from(savedMeasurements)
    .where(and(eq(savedMeasurements.createdBy, userId), eq(savedMeasurements.siteId, siteId)));
  if (has!.saved > SAVED_MEASUREMENTS_MOST)
    throw invalid(said(MEASUREMENTS_MESSAGES, 'measurements.tooMany', { most: SAVED_MEASUREMENTS_MOST }));
}
