import { eq, and } from 'drizzle-orm';
import type { z } from 'zod';
import { users } from '@overlook/db/schema';
import type { authCheckOutputSchema, updateAccountInputSchema, userAnswerSchema } from '@overlook/shared/schemas';
import type { SignedInContext } from '../../../context.ts';
import { accessTransaction } from '../../members/access-transaction.ts';
import { recordDone } from '../../../services/audit.ts';
import { bumpVersion } from '../../members/versions.ts';
import { loadUser } from '../../members/load-user.ts';
import { assertFewOwnChanges } from './own-changes.ts';

/** The caller and what they may do. */
export async function check(ctx: SignedInContext): Promise<z.input<typeof authCheckOutputSchema>> {
  const { caller, access } = ctx;
  return { user: await access.user(caller, () => loadUser(ctx, caller.userId)), permissions: caller.permissions };
}

/**
 * Changes the caller's own name, and their saved recipients and notification flags where those are given. Throws 429 after
 * too many changes.
 */
export async function updateAccount(
  ctx: SignedInContext,
  { firstName, lastName, data }: z.output<typeof updateAccountInputSchema>,
): Promise<z.input<typeof userAnswerSchema>> {
  const { userId } = ctx.caller;
  await ctx.db.transaction(async (tx) => {
    const [stored] = await tx.select({ data: users.data }).from(users).where(eq(users.id, userId)).for('update');
    await assertFewOwnChanges(ctx, tx);
    const merged = { ...stored!.data, ...data };
    await tx
      .update(users)
      .set({ ...bumpVersion(ctx), firstName, lastName, data: merged })
      .where(eq(users.id, userId));
    await recordDone(tx, ctx, { action: 'auth.updateAccount', subject: `user:${userId}` });
  });
  return { status: 'success', user: await loadUser(ctx, userId) };
}

/** Stores that the caller has accepted the disclaimer. Accepting twice is the same as once. */
export async function acceptDisclaimer(ctx: SignedInContext): Promise<z.input<typeof userAnswerSchema>> {
  const { userId } = ctx.caller;
  await accessTransaction(ctx, async (tx) => {
    const isUnaccepted = and(eq(users.id, userId), eq(users.agreedToDisclaimer, false));
    const accepted = await tx.update(users).set({ agreedToDisclaimer: true }).where(isUnaccepted).returning();
    if (accepted.length > 0) await recordDone(tx, ctx, { action: 'auth.acceptDisclaimer' });
  });
  return { status: 'success', user: await loadUser(ctx, userId) };
}
