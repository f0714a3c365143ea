import { eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { passwordResetTokens, signInTickets } from '@overlook/db/schema';
import { endSessions } from '../../services/end-sessions.ts';

/**
 * Ends whatever lets somebody in: their sessions, sign-ins half way through, and reset links. `keptSession` stays, by the
 * hash of its token.
 */
export async function endSignIns(tx: Db, userId: number, keptSession?: string): Promise<void> {
  await endSessions(tx, userId, keptSession);
  await tx.delete(signInTickets).where(eq(signInTickets.userId, userId));
  await tx.delete(passwordResetTokens).where(eq(passwordResetTokens.userId, userId));
}
