import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { snapshotUploads } from '@overlook/db/schema';
import { PICTURES_WAITING_MOST, UPLOAD_KEPT_MS } from '@overlook/shared/config';
import { MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../context.ts';
import { tooMany } from '../../errors/app-error.ts';
import { removePicture, storePicture } from '../../files/pictures.ts';
import type { ReceivedFile } from '../../files/receive-file.ts';
import { recordDone } from '../../services/audit.ts';
import { lockUser } from '../users/lock-user.ts';
import { assertSite } from './create-place.ts';

/** Throws 404 for a site that the caller may not see, 429 while too many of their pictures wait for a Place. */
export async function assertMayUpload(ctx: SignedInContext, siteId: number): Promise<void> {
  await assertSite(ctx, siteId);
  await assertFewWaiting(ctx.db, ctx.caller.userId);
}

async function assertFewWaiting(db: Db, userId: number): Promise<void> {
  const waiting = await db.$count(snapshotUploads, eq(snapshotUploads.userId, userId));
  if (waiting >= PICTURES_WAITING_MOST) throw tooMany(MESSAGES['picture.tooMany'], Math.ceil(UPLOAD_KEPT_MS / 1000));
}

/** Keeps a received picture until a Place names it. Throws 400 when it is not a picture, 429 when too many of theirs wait. */
export async function keepPicture(
  ctx: SignedInContext,
  siteId: number,
  { path, sha256 }: ReceivedFile,
): Promise<{ status: 'success'; uuid: string; imageHash: string }> {
  const uuid = randomUUID();
  await storePicture(ctx.filesDir, uuid, path);
  const { userId } = ctx.caller;
  try {
    await ctx.db.transaction(async (tx) => {
      // Others of the same person may have arrived since this one began.
      await lockUser(tx, userId);
      await assertFewWaiting(tx, userId);
      const createdAt = ctx.clock.now();
      await tx.insert(snapshotUploads).values({ uuid, siteId, userId, imageHash: sha256, createdAt });
      await recordDone(tx, ctx, { action: 'snapshots.upload', details: { siteId } });
    });
  } catch (error) {
    await removePicture(ctx.filesDir, uuid);
    throw error;
  }
  return { status: 'success', uuid, imageHash: sha256 };
}
