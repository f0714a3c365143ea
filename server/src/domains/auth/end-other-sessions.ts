import { auditEntries } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { endSessions } from '../../services/end-sessions.ts';

/** Ends every session of the caller but the one that asks. */
export async function endOtherSessions(ctx: SignedInContext): Promise<{ status: 'success' }> {
  const { userId, tokenHash } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const ended = await endSessions(tx, userId, tokenHash);
    const entry = { userId, address: ctx.address, action: 'auth.endOtherSessions', details: { ended } };
    await tx.insert(auditEntries).values(entry);
  });
  ctx.access.forget();
  return { status: 'success' };
}
