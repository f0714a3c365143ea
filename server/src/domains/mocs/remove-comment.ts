import { and, eq } from 'drizzle-orm';
import { mocComments, mocs } from '@overlook/db/schema';
import { MOCS_MESSAGES } from '@overlook/shared/messages';
import type { removeCommentInputSchema } from '@overlook/shared/schemas';
import { isAllowedAtSite } from '@overlook/shared/permissions';
import type { z } from 'zod';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors/app-error.ts';
import { recordDone } from '../../services/audit.ts';

/** Removes a comment: one's own, or any with MOC:DELETE. A removed one stays removed. Throws 404 for any other. */
export async function removeComment(
  ctx: SignedInContext,
  { siteId, id, commentId }: z.output<typeof removeCommentInputSchema>,
): Promise<{ status: 'success' }> {
  const mayRemoveAny = isAllowedAtSite(ctx.caller.permissions, siteId, 'MOC:DELETE');
  await ctx.db.transaction(async (tx) => {
    const [found] = await tx
      .select({ name: mocs.name, archivedAt: mocComments.archivedAt })
      .from(mocComments)
      .innerJoin(mocs, eq(mocs.id, mocComments.mocId))
      .where(
        and(
          eq(mocComments.id, commentId),
          eq(mocComments.mocId, id),
          mayRemoveAny ? undefined : eq(mocComments.userId, ctx.caller.userId),
          eq(mocs.siteId, siteId),
        ),
      )
      .for('update', { of: mocComments });
    if (!found) throw notFound(MOCS_MESSAGES['comment.notFound']);
    if (found.archivedAt) return;
    await tx.update(mocComments).set({ archivedAt: ctx.clock.now() }).where(eq(mocComments.id, commentId));
    const details = { siteId, name: found.name, comment: commentId };
    await recordDone(tx, ctx, { action: 'mocs.removeComment', subject: `moc:${id}`, details });
  });
  return { status: 'success' };
}
