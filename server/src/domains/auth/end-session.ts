import { and, eq } from 'drizzle-orm';
import { sessions } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { notFound } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';

/** Ends one of the caller's own sessions. Throws 404 for any other. */
export async function endSession(ctx: SignedInContext, { id }: { id: string }): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.userId, userId));
    const ended = await tx.delete(sessions).where(isOwn).returning({ id: sessions.id });
    if (ended.length === 0) throw notFound('There is no such session.');
    await recordDone(tx, ctx, { action: 'auth.endSession' });
  });
  ctx.access.forget();
  return { status: 'success' };
}
