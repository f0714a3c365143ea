import { and, eq, ne } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { passwordResetTokens, sessions, signInTickets } from '@overlook/db/schema';

/** Voids the reset links that a user was sent. */
export async function voidResetLinks(tx: Db, userId: number): Promise<void> {
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId));
}

/**
 * Ends whatever lets somebody in: their sessions, sign-ins half way through, and reset links. `keep` is a session that
 * stays, by the hash of its token.
 */
export async function endSignIns(tx: Db, userId: number, keep = ''): Promise<void> {
  await tx.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.tokenHash, keep)));
  await tx.delete(signInTickets).where(eq(signInTickets.userId, userId));
  await voidResetLinks(tx, userId);
}
