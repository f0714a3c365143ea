import { and, eq } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { sessions, users } from '@overlook/db/schema';
import { ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import type { SignedInContext } from '../../../context.ts';
import { type AppError, conflict, notSignedIn, signInExpired } from '../../../errors/app-error.ts';

/** The caller's own row. Throws 401 when it has been deleted since the session was looked up. */
export async function ownRow({ db, caller }: SignedInContext): Promise<typeof users.$inferSelect> {
  const [user] = await db.select().from(users).where(eq(users.id, caller.userId));
  if (!user) throw notSignedIn();
  return user;
}

type UserRow = typeof users.$inferSelect;

/** The columns against which a sign-in is verified. */
export type VerifiedUser = Pick<
  UserRow,
  'id' | 'email' | 'passwordHash' | 'totpSecret' | 'totpPendingSecret' | 'disabledAt' | 'archivedAt'
>;

/** Locks the row for the rest of the transaction and compares it. */
async function isUnchanged(tx: Db, verified: VerifiedUser): Promise<boolean> {
  const [now] = await tx.select().from(users).where(eq(users.id, verified.id)).for('no key update');
  return (
    now !== undefined &&
    now.disabledAt === null &&
    now.archivedAt === null &&
    now.passwordHash === verified.passwordHash &&
    now.totpSecret === verified.totpSecret &&
    now.totpPendingSecret === verified.totpPendingSecret
  );
}

/**
 * Locks a user's row for the rest of the transaction. Throws `refusal` when the account has changed since it was read to
 * verify a sign-in: another password, another second factor, disabled or archived. Without this, a sign-in that was
 * verified just before a change of password would begin a session just after it.
 */
export async function lockVerified(
  tx: Db,
  verified: VerifiedUser,
  refusal: () => AppError = signInExpired,
): Promise<void> {
  if (!(await isUnchanged(tx, verified))) throw refusal();
}

/**
 * The same for the caller of a live session: their own row, as it was read to verify what they typed. Throws 401 when the
 * session has ended since, 409 when the row has changed.
 */
export async function lockOwnRow(tx: Db, { caller }: SignedInContext, verified: VerifiedUser): Promise<void> {
  const isSame = await isUnchanged(tx, verified);
  const isLive = and(eq(sessions.tokenHash, caller.tokenHash), eq(sessions.userId, verified.id));
  const [session] = await tx.select({ id: sessions.id }).from(sessions).where(isLive);
  if (!session) throw notSignedIn();
  if (!isSame) throw conflict(ACCOUNT_MESSAGES['account.changedMeanwhile']);
}
