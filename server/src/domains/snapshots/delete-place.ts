import { eq } from 'drizzle-orm';
import { snapshots } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { removePicture } from '../../storage/pictures.ts';
import { recordDone } from '../../services/audit.ts';
import { lockOwnPlace } from './change-place.ts';

/**
 * Deletes the caller's own Place and its picture permanently. Throws 404, also for the second of two simultaneous
 * calls.
 */
export async function deletePlace(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  const { filename } = await ctx.db.transaction(async (tx) => {
    const row = await lockOwnPlace(tx, ctx, id);
    await tx.delete(snapshots).where(eq(snapshots.id, id));
    const { name, siteId } = row;
    await recordDone(tx, ctx, { action: 'snapshots.delete', subject: `snapshot:${id}`, details: { name, siteId } });
    return row;
  });
  // If the process ends here, the daily sweep removes the picture later.
  if (filename !== null) await removePicture(ctx.objects, filename);
  return { status: 'success' };
}
