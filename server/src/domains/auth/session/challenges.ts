import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { signInTickets, users } from '@overlook/db/schema';
import { SSO_TICKET_LIFE_MS, TWO_FACTOR_CHALLENGE_LIFE_MS } from '@overlook/shared/config';
import { hashToken, newToken } from '../../../services/tokens.ts';

/** A sign-in after its first step: the challenge proves that step. The challenge of single sign-on is called a ticket. */
export type ChallengeKind = (typeof signInTickets.$inferSelect)['kind'];

const LIFE_MS: Record<ChallengeKind, number> = { two_factor: TWO_FACTOR_CHALLENGE_LIFE_MS, sso: SSO_TICKET_LIFE_MS };

/**
 * Stores a challenge and returns its secret, which is not stored. Expired challenges are removed. `token` is a new secret,
 * or a `boundChallenge` of two.
 */
export async function issueChallenge(
  db: Db,
  now: Date,
  kind: ChallengeKind,
  userId: number,
  token = newToken(),
): Promise<string> {
  await db.delete(signInTickets).where(lte(signInTickets.expiresAt, now));
  const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
  await db.insert(signInTickets).values({ tokenHash: hashToken(token), kind, userId, expiresAt });
  return token;
}

/** A challenge in two parts, one in an address and one in a cookie of the browser: each alone is useless. */
export const boundChallenge = (token: string, browser: string): string => `${token}.${browser}`;

/** The user of a challenge; null when it is unknown or expired, or its user may no longer sign in. */
export async function challengeHolder(
  db: Db,
  now: Date,
  kind: ChallengeKind,
  token: string,
): Promise<typeof users.$inferSelect | null> {
  const [row] = await db
    .select({ user: users })
    .from(signInTickets)
    .innerJoin(users, eq(users.id, signInTickets.userId))
    .where(
      and(
        eq(signInTickets.tokenHash, hashToken(token)),
        eq(signInTickets.kind, kind),
        gt(signInTickets.expiresAt, now),
        isNull(users.disabledAt),
        isNull(users.archivedAt),
      ),
    );
  return row?.user ?? null;
}

/** Deletes a challenge. False when another request has consumed it before. */
export async function consumeChallenge(db: Db, token: string): Promise<boolean> {
  const used = await db
    .delete(signInTickets)
    .where(eq(signInTickets.tokenHash, hashToken(token)))
    .returning({ userId: signInTickets.userId });
  return used.length > 0;
}
