import { and, eq, ne } from 'drizzle-orm';
import { sessions } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';

/** Ends every session of the caller but the one that asks. */
export async function endOtherSessions(ctx: SignedInContext): Promise<{ status: 'success' }> {
  const { userId, tokenHash } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const isOther = and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash));
    const ended = await tx.delete(sessions).where(isOther).returning({ id: sessions.id });
    await recordDone(tx, ctx, { action: 'auth.endOtherSessions', details: { ended: ended.length } });
  });
  ctx.access.forget();
  return { status: 'success' };
}
