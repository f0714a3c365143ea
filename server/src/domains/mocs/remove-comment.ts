import { and, eq, isNull } from 'drizzle-orm';
import { mocComments, mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { removeCommentInputSchema } from '@overlook/shared/schemas';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';
import { isAllowedAtSite } from '../access/access.ts';

/** Removes a comment: one's own, or any with MOC:DELETE. Throws 404 for every other. */
export async function removeComment(
  ctx: SignedInContext,
  { siteId, id, commentId }: z.output<typeof removeCommentInputSchema>,
): Promise<{ status: 'success' }> {
  const mayRemoveAny = isAllowedAtSite(ctx.caller.permissions, siteId, 'MOC:DELETE');
  await ctx.db.transaction(async (tx) => {
    const removed = await tx
      .update(mocComments)
      .set({ archivedAt: ctx.clock.now() })
      .from(mocs)
      .where(
        and(
          eq(mocComments.id, commentId),
          eq(mocComments.mocId, id),
          isNull(mocComments.archivedAt),
          mayRemoveAny ? undefined : eq(mocComments.userId, ctx.caller.userId),
          eq(mocs.id, mocComments.mocId),
          eq(mocs.siteId, siteId),
        ),
      )
      .returning({ name: mocs.name });
    if (removed.length === 0) throw notFound(MOCS_MESSAGES['comment.notFound']);
    const details = { siteId, name: removed[0]!.name, comment: commentId };
    await recordDone(tx, ctx, { action: 'mocs.removeComment', subject: `moc:${id}`, details });
  });
  return { status: 'success' };
}
