import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { sites, snapshots, snapshotUploads } from '@overlook/db/schema';
import { MESSAGES } from '@overlook/shared/messages';
import { canViewSite } from '@overlook/shared/permissions';
import type { createSnapshotInputSchema, Snapshot } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { invalid, notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { loadUser } from '../users/load-user.ts';
import { assertRoom, isPlaceOf, snapshotOf, type SnapshotRow } from './snapshot-rows.ts';

type Input = z.output<typeof createSnapshotInputSchema>;

/** Throws 404 when there is no such site for the caller. */
export async function assertSite(
  { db, caller }: Pick<SignedInContext, 'db' | 'caller'>,
  siteId: number,
): Promise<void> {
  const [site] = await db.select({ id: sites.id }).from(sites).where(eq(sites.id, siteId));
  if (!site || !canViewSite(caller.permissions, siteId)) throw notFound('There is no such site.');
}

/** Takes the caller's upload away from those that no Place names, so that only one Place gets it. Null without one. */
async function takeUpload(tx: Db, userId: number, { filename, siteId }: Input): Promise<{ imageHash: string } | null> {
  const [upload] = await tx
    .delete(snapshotUploads)
    .where(
      and(eq(snapshotUploads.uuid, filename!), eq(snapshotUploads.userId, userId), eq(snapshotUploads.siteId, siteId)),
    )
    .returning({ imageHash: snapshotUploads.imageHash });
  return upload ?? null;
}

/** The Place that an earlier try of the same save has made, when its answer was lost. */
async function savedBefore(tx: Db, userId: number, { filename, siteId, name }: Input): Promise<SnapshotRow | null> {
  const [row] = await tx
    .select()
    .from(snapshots)
    .where(
      and(isPlaceOf(userId), eq(snapshots.filename, filename!), eq(snapshots.siteId, siteId), eq(snapshots.name, name)),
    );
  return row ?? null;
}

/**
 * Saves a view as the caller's Place. The same save sent twice makes one Place, when it has a picture. Throws 404 for a
 * site that the caller may not see, 400 for a picture that is not their upload for this site, and for a person who has
 * `PLACES_MOST` already.
 */
export async function createPlace(
  ctx: SignedInContext,
  input: Input,
): Promise<{ status: 'success'; snapshot: Snapshot }> {
  const { userId } = ctx.caller;
  await assertSite(ctx, input.siteId);
  const { firstName, lastName } = await loadUser(ctx, userId);
  const row = await ctx.db.transaction(async (tx) => {
    const upload = input.filename ? await takeUpload(tx, userId, input) : null;
    if (input.filename && !upload) {
      const before = await savedBefore(tx, userId, input);
      if (before) return before;
      const sentence = MESSAGES['picture.notUploaded'];
      throw invalid(sentence, { filename: sentence });
    }
    await assertRoom(tx, userId);
    const { siteId, name, description, filename, data } = input;
    const [made] = await tx
      .insert(snapshots)
      .values({
        siteId,
        name,
        description: description ?? '',
        takenBy: `${firstName} ${lastName}`,
        filename: filename ?? null,
        imageHash: upload?.imageHash ?? null,
        bookmark: data.bookmark,
        view: data.view ?? null,
        createdBy: userId,
        createdAt: ctx.clock.now(),
      })
      .returning();
    await recordDone(tx, ctx, {
      action: 'snapshots.create',
      subject: `snapshot:${made!.id}`,
      details: { name, siteId },
    });
    return made!;
  });
  return { status: 'success', snapshot: snapshotOf(ctx.log, row, userId) };
}
