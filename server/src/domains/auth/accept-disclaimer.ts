import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { userAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { loadUser } from '../users/load-user.ts';

/** Notes that the caller has accepted the disclaimer. Accepting twice is the same as once. */
export async function acceptDisclaimer(ctx: SignedInContext): Promise<z.input<typeof userAnswerSchema>> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const isUnaccepted = and(eq(users.id, userId), eq(users.agreedToDisclaimer, false));
    const accepted = await tx.update(users).set({ agreedToDisclaimer: true }).where(isUnaccepted).returning();
    if (accepted.length > 0) await recordDone(tx, ctx, { action: 'auth.acceptDisclaimer' });
  });
  ctx.access.forget();
  return { status: 'success', user: await loadUser(ctx, userId) };
}
