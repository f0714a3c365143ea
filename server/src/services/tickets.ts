import { and, eq, gt, isNull, lte } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { signInTickets, users } from '@overlook/db/schema';
import { SSO_TICKET_LIFE_MS, TWO_FACTOR_CHALLENGE_LIFE_MS } from '@overlook/shared/config';
import { hashToken, newToken } from './tokens.ts';

/** Half-finished sign-ins: whoever holds the ticket has passed the first step, and has the second before them. */
export type TicketKind = (typeof signInTickets.$inferSelect)['kind'];

const LIFE_MS: Record<TicketKind, number> = { two_factor: TWO_FACTOR_CHALLENGE_LIFE_MS, sso: SSO_TICKET_LIFE_MS };

/**
 * Gives out a ticket; it is told only here. Expired ones are swept away. `token` is a new secret
 * unless it is given: a `boundTicket` of two.
 */
export async function issueTicket(
  db: Db,
  now: Date,
  kind: TicketKind,
  userId: number,
  token = newToken(),
): Promise<string> {
  await db.delete(signInTickets).where(lte(signInTickets.expiresAt, now));
  const expiresAt = new Date(now.getTime() + LIFE_MS[kind]);
  await db.insert(signInTickets).values({ tokenHash: hashToken(token), kind, userId, expiresAt });
  return token;
}

/** A ticket in two parts, one in an address and one in a cookie of the browser: neither is worth anything alone. */
export const boundTicket = (token: string, browser: string): string => `${token}.${browser}`;

/** Whose ticket it is; null when it is none, has expired, or its owner may no longer sign in. */
export async function ticketHolder(
  db: Db,
  now: Date,
  kind: TicketKind,
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

/** Uses a ticket up. False when somebody else has, just before. */
export async function useTicket(db: Db, token: string): Promise<boolean> {
  const used = await db
    .delete(signInTickets)
    .where(eq(signInTickets.tokenHash, hashToken(token)))
    .returning({ userId: signInTickets.userId });
  return used.length > 0;
}
