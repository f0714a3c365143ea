import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { cadTrees, captures, modelGroups, models, pointclouds, scanPositions, snapshots } from '@overlook/db/schema';
import { modelType } from '@overlook/shared/config';
import { CAPTURES_MESSAGES } from '@overlook/shared/messages';
import type {
  captureInputSchema,
  dateCaptureInputSchema,
  keepCapturesInputSchema,
  publishCaptureInputSchema,
  removeCaptureInputSchema,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors/app-error.ts';
import { nodeFs } from '../../errors/publish-fs.ts';
import { assignTree, sweepTrees } from '../../publish/object-tree/store-tree.ts';
import { sweepClouds } from '../../publish/points/cloud-store.ts';
import { captureDay, captureDayText } from '../../publish/register/capture-day.ts';
import { alignCapturePhotos } from '../../publish/register/capture-photos.ts';
import { countReferences } from '../../publish/register/capture-references.ts';
import { applyKeepRule } from '../../publish/register/keep-captures.ts';
import { removeVersions } from '../../publish/register/settle-layers.ts';
import {
  type CaptureRow,
  makeNewestCurrent,
  publishedCaptures,
  removeCaptures,
} from '../../publish/register/stored-captures.ts';
import { said } from '../../errors/said.ts';
import { recordDone } from '../../services/audit.ts';
import { lockSite } from '../../services/lock-site.ts';

type Action = 'place' | 'publish' | 'discard' | 'date' | 'withdraw' | 'restore' | 'delete';
export type Done = { status: 'success' };

/** What a change does; the returned paths are of files that no capture has any more. */
type Change = (
  tx: Db,
  capture: CaptureRow,
) => Promise<{ removed?: readonly string[]; details?: Record<string, unknown> }>;

/** Whether a draft exists for a caller who manages its site: its publisher's alone, while that person has an account. */
export const isOwnDraft = ({ createdBy }: Pick<CaptureRow, 'createdBy'>, userId: number): boolean =>
  createdBy === null || createdBy === userId;

/** A capture that exists for a caller who manages its site. Throws 404, also for the draft of another person. */
export async function findOwnCapture(
  db: Db,
  { caller }: SignedInContext,
  { siteId, captureId }: z.output<typeof captureInputSchema>,
): Promise<CaptureRow> {
  const isIt = and(eq(captures.id, captureId), eq(captures.siteId, siteId));
  const [capture] = await db.select().from(captures).where(isIt);
  if (!capture || (capture.publishedAt === null && !isOwnDraft(capture, caller.userId)))
    throw notFound(CAPTURES_MESSAGES['captures.unknown']);
  return capture;
}

/**
 * Stores a change of a capture with its audit entry; then the newest of its layer is current, and files that no capture has are removed.
 * Throws 404, also for the draft of another person.
 */
export async function storeChange(
  ctx: SignedInContext,
  which: z.output<typeof captureInputSchema>,
  action: Action,
  change: Change,
): Promise<Done> {
  const removed = await ctx.db.transaction(async (tx) => {
    // Imports take the same lock.
    const { siteId } = which;
    await lockSite(tx, siteId);
    const capture = await findOwnCapture(tx, ctx, which);
    const changed = await change(tx, capture);
    await makeNewestCurrent(tx, capture);
    await alignCapturePhotos(tx, siteId);
    const { label: layer } = modelType(capture.modeltypeId);
    const details = { layer, takenOn: capture.takenOn, ...changed.details };
    await recordDone(tx, ctx, { action: `captures.${action}`, subject: `site:${siteId}`, details });
    return changed.removed ?? [];
  });
  if (removed.length > 0) settle(ctx, removed);
  return { status: 'success' };
}

/** Removes what no capture has any more. The answer does not wait for it; what a failure leaves, the next import removes. */
function settle({ db, filesDir, objects, log }: SignedInContext, filepaths: readonly string[]): void {
  const stores = { db, filesDir, objects, fs: nodeFs };
  const work = async () => {
    await removeVersions(filepaths, stores);
    await sweepClouds(stores);
    await sweepTrees(db);
  };
  work().catch((error: unknown) => log.warn({ err: error }, 'files of removed captures are left'));
}

const assertPublished = ({ publishedAt }: CaptureRow): void => {
  if (publishedAt === null) throw conflict(CAPTURES_MESSAGES['captures.draft']);
};
const assertDraft = ({ publishedAt }: CaptureRow): void => {
  if (publishedAt !== null) throw conflict(CAPTURES_MESSAGES['captures.noDraft']);
};
const assertWithdrawn = ({ withdrawnAt }: CaptureRow): void => {
  if (withdrawnAt === null) throw conflict(CAPTURES_MESSAGES['captures.notWithdrawn']);
};
const dayTaken = (other: CaptureRow) =>
  conflict(said(CAPTURES_MESSAGES, 'captures.dayTaken', { day: captureDayText(other) }));

/** Another published capture of the same layer and date. */
async function otherOfDay(tx: Db, capture: CaptureRow, takenOn = capture.takenOn): Promise<CaptureRow | undefined> {
  const published = await publishedCaptures(tx, capture);
  return published.find((one) => one.takenOn === takenOn && one.id !== capture.id);
}

/** Shows a draft to all who see its layer. Throws 409 for a published one, and where its date is taken unless `replace` is set. */
export const publishCapture = (
  ctx: SignedInContext,
  { replace, ...which }: z.output<typeof publishCaptureInputSchema>,
): Promise<Done> =>
  storeChange(ctx, which, 'publish', async (tx, draft) => {
    assertDraft(draft);
    const before = await otherOfDay(tx, draft);
    const now = ctx.clock.now();
    if (before && !replace) throw dayTaken(before);
    if (before) await takePlace(tx, draft, before, now);
    else await tx.update(captures).set({ publishedAt: now }).where(eq(captures.id, draft.id));
    await makeNewestCurrent(tx, draft);
    const removed = before ? [before] : await applyKeepRule(tx, { ...draft, newId: draft.id, now });
    return { removed: removed.map(({ filepath }) => filepath), details: { isReplacement: before !== undefined } };
  });

/** The published row stays, because others name it, and gets everything that the draft has. */
async function takePlace(tx: Db, draft: CaptureRow, before: CaptureRow, publishedAt: Date): Promise<void> {
  const [tree] = await tx.select({ id: cadTrees.id }).from(cadTrees).where(eq(cadTrees.captureId, draft.id));
  await assignTree(tx, before.id, tree?.id ?? null);
  await tx.delete(pointclouds).where(eq(pointclouds.captureId, before.id));
  await tx.update(pointclouds).set({ captureId: before.id }).where(eq(pointclouds.captureId, draft.id));
  await tx.delete(snapshots).where(eq(snapshots.captureId, before.id));
  await tx.update(snapshots).set({ captureId: before.id }).where(eq(snapshots.captureId, draft.id));
  await tx.delete(scanPositions).where(eq(scanPositions.captureId, before.id));
  await tx.update(scanPositions).set({ captureId: before.id }).where(eq(scanPositions.captureId, draft.id));
  await removeCaptures(tx, [draft]);
  const { precision, filepath, placement, deliveredFilepath, plan, bytes, createdBy } = draft;
  await tx
    .update(captures)
    .set({ precision, filepath, placement, deliveredFilepath, plan, bytes, createdBy, publishedAt })
    .where(eq(captures.id, before.id));
}

/** Throws a draft away, with every byte of it. Throws 409 for a published capture. */
export const discardCapture = (ctx: SignedInContext, which: z.output<typeof captureInputSchema>): Promise<Done> =>
  storeChange(ctx, which, 'discard', async (tx, draft) => {
    assertDraft(draft);
    await removeCaptures(tx, [draft]);
    return { removed: [draft.filepath] };
  });

/** Gives a capture another date. Throws 400 for one that is none or in the future, 409 where another capture of the layer has it. */
export const dateCapture = (
  ctx: SignedInContext,
  { captured, ...which }: z.output<typeof dateCaptureInputSchema>,
): Promise<Done> =>
  storeChange(ctx, which, 'date', async (tx, capture) => {
    const day = captureDay(captured, ctx.clock.now());
    const other = capture.publishedAt && !capture.withdrawnAt && (await otherOfDay(tx, capture, day.takenOn));
    if (other) throw dayTaken(other);
    await tx.update(captures).set(day).where(eq(captures.id, capture.id));
    return { details: { from: capture.takenOn, to: day.takenOn } };
  });

/** Hides a capture from all who view the site; its data stay. Throws 409 for the only one of its layer, and for a draft. */
export const withdrawCapture = (ctx: SignedInContext, which: z.output<typeof captureInputSchema>): Promise<Done> =>
  storeChange(ctx, which, 'withdraw', async (tx, capture) => {
    assertPublished(capture);
    const published = await publishedCaptures(tx, capture);
    if (published.every(({ id }) => id === capture.id)) throw conflict(CAPTURES_MESSAGES['captures.onlyOne']);
    await tx.update(captures).set({ withdrawnAt: ctx.clock.now() }).where(eq(captures.id, capture.id));
    return {};
  });

/** Shows a withdrawn capture again. Throws 409 for one that is not withdrawn, and where its date is taken. */
export const restoreCapture = (ctx: SignedInContext, which: z.output<typeof captureInputSchema>): Promise<Done> =>
  storeChange(ctx, which, 'restore', async (tx, capture) => {
    assertWithdrawn(capture);
    const other = await otherOfDay(tx, capture);
    if (other) throw dayTaken(other);
    await tx.update(captures).set({ withdrawnAt: null }).where(eq(captures.id, capture.id));
    return {};
  });

/** Deletes a withdrawn capture with all its data. Throws 409 for one that is not withdrawn, and where something names its date unless the caller insists. */
export const deleteCapture = (
  ctx: SignedInContext,
  { evenIfNamed, ...which }: z.output<typeof removeCaptureInputSchema>,
): Promise<Done> =>
  storeChange(ctx, which, 'delete', async (tx, capture) => {
    assertPublished(capture);
    if (capture.withdrawnAt === null) throw conflict(CAPTURES_MESSAGES['captures.withdrawFirst']);
    const named = (await countReferences(tx, capture.siteId, [capture])).get(capture.takenOn);
    if (named && !evenIfNamed) {
      const count = named.places + named.mocs + named.links + named.measurements;
      throw conflict(said(CAPTURES_MESSAGES, 'captures.named', { count }));
    }
    await removeCaptures(tx, [capture]);
    return { removed: [capture.filepath] };
  });

/** Sets which captures of a layer are kept when a further one is published. Throws 404 where the site has no such layer. */
export async function keepCaptures(
  ctx: SignedInContext,
  { siteId, modeltypeId, keep }: z.output<typeof keepCapturesInputSchema>,
): Promise<Done> {
  const noLayer = () => notFound(CAPTURES_MESSAGES['captures.noLayer']);
  const { label: layer } = modelType(modeltypeId);
  await ctx.db.transaction(async (tx) => {
    await lockSite(tx, siteId);
    const [group] = await tx.select().from(modelGroups).where(eq(modelGroups.siteId, siteId));
    const isLayer = and(eq(models.modelgroupId, group?.id ?? 0), eq(models.modeltypeId, modeltypeId));
    const changed = await tx.update(models).set({ keep }).where(isLayer).returning({ id: models.id });
    if (changed.length === 0) throw noLayer();
    await recordDone(tx, ctx, { action: 'captures.keep', subject: `site:${siteId}`, details: { layer, keep } });
  });
  return { status: 'success' };
}
