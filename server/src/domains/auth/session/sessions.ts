import { and, desc, eq, gt, ne } from 'drizzle-orm';
import type { z } from 'zod';
import { sessions, passwordResetTokens, signInTickets } from '@overlook/db/schema';
import { SESSION_SLIDING_MS } from '@overlook/shared/config';
import type { ownSessionsOutputSchema } from '@overlook/shared/schemas';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../../context.ts';
import { notFound } from '../../../errors/app-error.ts';
import { accessTransaction, type AccessTransaction } from '../../members/access-transaction.ts';
import { recordDone } from '../../../services/audit.ts';

/** Deletes the reset links that were sent to a user. */
export async function voidResetLinks(tx: AccessTransaction, userId: number): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId));
}

/**
 * Ends everything that lets a user in: sessions, unfinished sign-ins and reset links. `keep` is the token hash of a session
 * that stays.
 */
export async function endSignIns(tx: AccessTransaction, userId: number, keep = ''): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keep)));
  await tx.delete(signInTickets).where(eq(signInTickets.userId, userId));
  await voidResetLinks(tx, userId);
}

/** The caller's live sessions, the last used first. */
export async function listSessions(ctx: SignedInContext): Promise<z.input<typeof ownSessionsOutputSchema>> {
  const now = ctx.clock.now();
  const usedSince = new Date(now.getTime() - SESSION_SLIDING_MS);
  const rows = await ctx.db
    .select()
    .from(sessions)
    .where(and(eq(sessions.userId, ctx.caller.userId), gt(sessions.endsAt, now), gt(sessions.lastUsedAt, usedSince)))
    .orderBy(desc(sessions.lastUsedAt), desc(sessions.createdAt));
  return {
    sessions: rows.map((row) => ({
      id: row.id,
      device: row.device,
      address: row.address,
      createdAt: row.createdAt.toISOString(),
      lastUsedAt: row.lastUsedAt.toISOString(),
      isCurrent: row.tokenHash === ctx.caller.tokenHash,
    })),
  };
}

/** Ends one of the caller's own sessions. Throws 404 for any other. */
export async function endSession(ctx: SignedInContext, { id }: { id: string }): Promise<{ status: 'success' }> {
  const { userId } = ctx.caller;
  await accessTransaction(ctx, async (tx) => {
    const isOwn = and(eq(sessions.id, id), eq(sessions.userId, userId));
    const ended = await tx.delete(sessions).where(isOwn).returning({ id: sessions.id });
    if (ended.length === 0) throw notFound(ACCOUNT_MESSAGES['account.sessionUnknown']);
    await recordDone(tx, ctx, { action: 'auth.endSession' });
  });
  return { status: 'success' };
}

/** Ends every session of the caller except the current one. */
export async function endOtherSessions(ctx: SignedInContext): Promise<{ status: 'success' }> {
  const { userId, tokenHash } = ctx.caller;
  await accessTransaction(ctx, async (tx) => {
    const isOther = and(eq(sessions.userId, userId), ne(sessions.tokenHash, tokenHash));
    const ended = await tx.delete(sessions).where(isOther).returning({ id: sessions.id });
    const details = { ended: ended.length };
    if (ended.length > 0) await recordDone(tx, ctx, { action: 'auth.endOtherSessions', details });
  });
  return { status: 'success' };
}

/** Ends the caller's session and removes the reading cookie. */
export async function signOut(ctx: SignedInContext): Promise<{ status: 'success' }> {
  await ctx.access.end(ctx.caller);
  await recordDone(ctx.db, ctx, { action: 'auth.signOut' });
  ctx.setSessionCookie(null);
  return { status: 'success' };
}
