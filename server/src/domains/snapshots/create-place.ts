import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { PLACES_MESSAGES, ADMIN_MESSAGES } from '@overlook/shared/messages';
import { canViewSite } from '@overlook/shared/permissions';
import type { createSnapshotInputSchema, Snapshot } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid, notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { loadUser } from '../members/load-user.ts';
import { assertRoom, isPlaceOf, snapshotOf, type SnapshotRow } from './snapshot-rows.ts';
import { lockUser } from '../users/lock-user.ts';

type Input = z.output<typeof createSnapshotInputSchema>;

/** Throws 404 when there is no such site for the caller. */
export async function assertSite(
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  siteId: number,
): Promise<void> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId));
  if (!site || !canViewSite(caller.permissions, siteId)) throw notFound(ADMIN_MESSAGES['site.unknown']);
}

/** Removes the caller's upload from the unused ones, so that only one Place or site gets it. Null without one. */
export async function takeUpload(
  tx: Db,
  userId: number,
  { filename, siteId }: { readonly filename: string; readonly siteId: number },
): Promise<{ imageHash: string; imageBytes: number } | null> {
  const [upload] = await tx
    .delete(snapshotUploads)
    .where(
      and(eq(snapshotUploads.uuid, filename), eq(snapshotUploads.userId, userId), eq(snapshotUploads.siteId, siteId)),
    )
    .returning({ imageHash: snapshotUploads.imageHash, imageBytes: snapshotUploads.imageBytes });
  return upload ?? null;
}

/**
 * The Place that an earlier attempt of the same save has made, if its answer was lost, with the name and the
 * description of this call. Null without one. Throws 409 for the `guid` of a Place at another site.
 */
async function renamedEarlier(
  tx: Db,
  ctx: SignedInContext,
  { guid, siteId, name, description }: Input,
): Promise<SnapshotRow | null> {
  if (guid === undefined) return null;
  const isEarlier = and(isPlaceOf(ctx.caller.userId), eq(snapshots.guid, guid));
  const [before] = await tx.select().from(snapshots).where(isEarlier).for('update');
  if (before && before.siteId !== siteId) throw conflict(PLACES_MESSAGES['place.guidTaken']);
  if (!before || (before.name === name && before.description === (description ?? ''))) return before ?? null;
  const set = { name, description: description ?? '' };
  const [after] = await tx.update(snapshots).set(set).where(eq(snapshots.id, before.id)).returning();
  const details = { name: before.name, siteId, newName: name };
  await recordDone(tx, ctx, { action: 'snapshots.update', subject: `snapshot:${before.id}`, details });
  return after!;
}

/** Adds the Place. Throws as `createPlace` does. */
async function addPlace(tx: Db, ctx: SignedInContext, input: Input): Promise<SnapshotRow> {
  const { userId } = ctx.caller;
  const { siteId, guid = null, name, description, filename, data } = input;
  const { firstName, lastName } = await loadUser({ ...ctx, db: tx }, userId);
  const upload = filename ? await takeUpload(tx, userId, { filename, siteId }) : null;
  if (filename && !upload) {
    const sentence = PLACES_MESSAGES['picture.notUploaded'];
    throw invalid(sentence, { filename: sentence });
  }
  await assertRoom(tx, userId);
  const [made] = await tx
    .insert(snapshots)
    .values({
      siteId,
      guid,
      name,
      description: description ?? '',
      takenBy: `${firstName} ${lastName}`,
      filename: filename ?? null,
      ...upload,
      bookmark: data.bookmark,
      view: data.view ?? null,
      createdBy: userId,
      createdAt: ctx.clock.now(),
    })
    .returning();
  const details = { name, siteId };
  await recordDone(tx, ctx, { action: 'snapshots.create', subject: `snapshot:${made!.id}`, details });
  return made!;
}

/**
 * Saves a view as the caller's Place. A repeated save, recognised by its `guid`, makes no second one; its name is then
 * that of the last call. Throws 404 for a site that the caller may not see, 400 for a picture that is not their upload
 * for this site, and for a person who has `PLACES_MOST` already.
 */
export async function createPlace(
  ctx: SignedInContext,
  input: Input,
): Promise<{ status: 'success'; snapshot: Snapshot }> {
  const { userId } = ctx.caller;
  await assertSite(ctx, input.siteId);
  const row = await ctx.db.transaction(async (tx) => {
    // Calls are serialised: a repeated call may arrive while the first is still running.
    await lockUser(tx, userId);
    return (await renamedEarlier(tx, ctx, input)) ?? (await addPlace(tx, ctx, input));
  });
  return { status: 'success', snapshot: snapshotOf(ctx.log, row, userId) };
}
