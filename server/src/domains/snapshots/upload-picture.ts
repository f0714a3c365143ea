import { randomUUID } from 'node:crypto';
import { eq, sql } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { snapshots, snapshotUploads } from '@overlook/db/schema';
import { PICTURES_WAITING_MOST, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { picturesTooLargeText, PLACES_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { conflict, tooMany } from '../../errors/app-error.ts';
import { removePicture, storePicture } from '../../storage/pictures.ts';
import type { ReceivedFile } from '../../storage/receive-file.ts';
import { recordDone } from '../../services/audit.ts';
import { lockUser } from '../users/lock-user.ts';
import { assertSite } from './create-place.ts';

/**
 * Throws 404 for a site that the caller may not see, 429 while too many of their pictures wait for a Place, 409 when
 * all their pictures have as many bytes as one person may upload.
 */
export async function assertMayUpload(ctx: SignedInContext, siteId: number): Promise<void> {
  await assertSite(ctx, siteId);
  await assertPictureRoom(ctx);
}

/** Throws 429 and 409 as `assertMayUpload` does, for those who may send pictures for another reason. */
export const assertPictureRoom = (ctx: SignedInContext): Promise<void> => assertRoom(ctx, ctx.db, 0);

/** The last two refusals of `assertMayUpload`. Exact while the caller's row is locked. */
async function assertRoom({ caller: { userId }, env }: SignedInContext, db: Db, moreBytes: number): Promise<void> {
  const isTheirs = eq(snapshotUploads.userId, userId);
  if ((await db.$count(snapshotUploads, isTheirs)) >= PICTURES_WAITING_MOST)
    throw tooMany(PLACES_MESSAGES['picture.tooMany'], Math.ceil(UPLOAD_KEPT_MS / 1000));
  const sum = (column: typeof snapshots.imageBytes | typeof snapshotUploads.imageBytes) => ({
    bytes: sql<number>`coalesce(sum(${column}), 0)`.mapWith(Number),
  });
  const [waiting] = await db.select(sum(snapshotUploads.imageBytes)).from(snapshotUploads).where(isTheirs);
  const [kept] = await db.select(sum(snapshots.imageBytes)).from(snapshots).where(eq(snapshots.createdBy, userId));
  if (waiting!.bytes + kept!.bytes + moreBytes > env.pictureBytesMost)
    throw conflict(picturesTooLargeText(env.pictureBytesMost));
}

/**
 * Keeps a received picture until a Place or a site names it; `action` is its name in the audit. Throws 400 when it is not a picture, and what `assertMayUpload`
 * throws about numbers and sizes.
 */
export async function keepPicture(
  ctx: SignedInContext,
  siteId: number,
  { path }: ReceivedFile,
  action = 'snapshots.upload',
): Promise<{ status: 'success'; uuid: string; imageHash: string }> {
  const uuid = randomUUID();
  const { imageBytes, imageHash } = await storePicture(ctx, uuid, path);
  const { userId } = ctx.caller;
  try {
    await ctx.db.transaction(async (tx) => {
      // Others of the same person may have arrived since this one began.
      await lockUser(tx, userId);
      await assertRoom(ctx, tx, imageBytes);
      const createdAt = ctx.clock.now();
      await tx.insert(snapshotUploads).values({ uuid, siteId, userId, imageHash, imageBytes, createdAt });
      await recordDone(tx, ctx, { action, details: { siteId } });
    });
  } catch (error) {
    await removePicture(ctx.objects, uuid);
    throw error;
  }
  return { status: 'success', uuid, imageHash };
}
