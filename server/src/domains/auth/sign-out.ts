import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';

/** Ends the caller's session and takes back the reading cookie. */
export async function signOut(ctx: SignedInContext): Promise<{ status: 'success' }> {
  await ctx.access.end(ctx.caller);
  await recordDone(ctx.db, ctx, { action: 'auth.signOut' });
  ctx.setSessionCookie(null);
  return { status: 'success' };
}
