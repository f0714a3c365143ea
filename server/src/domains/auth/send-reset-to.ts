import { and, eq, isNull } from 'drizzle-orm';
import { users } from '@overlook/db/schema';
import type { SignedInContext } from '../../context.ts';
import { conflict, notFound } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { sendPasswordReset } from './send-password-reset.ts';

/**
 * Mails somebody a reset link on an administrator's behalf. It is the owner who gets it, and nobody else sees it. Throws 404,
 * and 409 for those who could not sign in with a new password either.
 */
export async function sendResetTo(ctx: SignedInContext, { id }: { id: number }): Promise<{ status: 'success' }> {
  await ctx.db.transaction(async (tx) => {
    const [user] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), isNull(users.deletedAt)));
    if (!user) throw notFound('There is no such user.');
    if (user.disabledAt || user.archivedAt) throw conflict('This user is disabled or archived and cannot sign in.');
    await sendPasswordReset(ctx, tx, user);
    await recordDone(tx, ctx, { action: 'auth.sendPasswordReset', subject: `user:${id}` });
  });
  return { status: 'success' };
}
