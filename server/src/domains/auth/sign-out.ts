import { auditEntries } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';

/** Ends the caller's session and takes back the reading cookie. */
export async function signOut(ctx: SignedInContext): Promise<{ status: 'success' }> {
  await ctx.access.end(ctx.caller);
  await ctx.db.insert(auditEntries).values({ userId: ctx.caller.userId, address: ctx.address, action: 'auth.signOut' });
  ctx.setSessionCookie(null);
  return { status: 'success' };
}
