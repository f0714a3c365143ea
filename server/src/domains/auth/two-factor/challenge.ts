import type { Db } from '@overlook/db';
import type { users } from '@overlook/db/schema';
import { MESSAGES } from '@overlook/shared/messages';
import type { RequestContext } from '../../../context.ts';
import { AppError, signInExpired } from '../../../errors.ts';
import { ticketHolder, useTicket } from '../../../services/tickets.ts';

/** 401: the code is wrong or was used before. */
export const wrongCode = () => new AppError('WRONG_CREDENTIALS', MESSAGES['auth.codeWrong']);

/**
 * Whose password was right when this challenge was given out. Throws 401 when it is none, or no longer, and 429 after too
 * many of those from one address.
 */
export async function challenged(ctx: RequestContext, challenge: string): Promise<typeof users.$inferSelect> {
  const user = await ticketHolder(ctx.db, ctx.clock.now(), 'two_factor', challenge);
  return user ?? refuseDeadTicket(ctx);
}

/** Throws 401 for a ticket that is none, or no longer, and 429 after too many of those from one address. */
export async function refuseDeadTicket({ signInGuard, address }: RequestContext): Promise<never> {
  await signInGuard.attempt({ address, tries: 'ticket' }, async () => null);
  throw signInExpired();
}

/** Uses a challenge up, within the transaction that signs its holder in: it signs in once. */
export const settleChallenge = (challenge: string) => async (tx: Db) => {
  if (!(await useTicket(tx, challenge))) throw signInExpired();
};
