import type { z } from 'zod';
import type { Db } from '@overlook/db';
import type { exchangeInputSchema, SignInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { signInExpired } from '../../../errors.ts';
import { boundTicket, issueTicket, ticketHolder, useTicket } from '../../../services/tickets.ts';
import { startSession } from '../start-session.ts';
import { refuseDeadTicket } from '../two-factor/challenge.ts';
import { lockVerified } from '../verified-user.ts';

/**
 * Exchanges the ticket of the provider's return for a session, in the browser that came back. A user who has switched on a
 * second factor here is asked for it; one that only the organisation wants is the provider's to ask. Throws 401 for a
 * ticket that is used, expired, another user's or another browser's.
 */
export async function exchange(
  ctx: RequestContext,
  { id, token }: z.output<typeof exchangeInputSchema>,
): Promise<SignInAnswer> {
  const now = ctx.clock.now();
  const ticket = boundTicket(token, ctx.returnToken ?? '');
  const user = await ticketHolder(ctx.db, now, 'sso', ticket);
  if (!user || user.id !== id) return refuseDeadTicket(ctx);
  const settle = async (tx: Db) => {
    if (!(await useTicket(tx, ticket))) throw signInExpired();
  };
  ctx.setReturnCookie(null);
  if (user.totpSecret === null) return startSession(ctx, user, 'sso', { settle });
  const challenge = await ctx.db.transaction(async (tx) => {
    await lockVerified(tx, user);
    await settle(tx);
    return issueTicket(tx, now, 'two_factor', user.id);
  });
  return { status: 'two_factor', challenge };
}
