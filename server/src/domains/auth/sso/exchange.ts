import type { z } from 'zod';
import type { exchangeInputSchema, SignInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { signInExpired } from '../../../errors.ts';
import { issueTicket, ticketHolder, useTicket } from '../../../services/tickets.ts';
import { startSession } from '../start-session.ts';

/**
 * Exchanges the ticket of the provider's return for a session. Whoever has switched on a second factor here is asked for
 * it; one that only the organisation wants is the provider's to ask. Throws 401 for a ticket that is used, expired or
 * somebody else's.
 */
export async function exchange(
  ctx: RequestContext,
  { id, token }: z.output<typeof exchangeInputSchema>,
): Promise<SignInAnswer> {
  const now = ctx.clock.now();
  const user = await ticketHolder(ctx.db, now, 'sso', token);
  if (!user || user.id !== id) throw signInExpired();
  if (user.totpSecret === null)
    return startSession(ctx, user, 'sso', async (tx) => {
      if (!(await useTicket(tx, token))) throw signInExpired();
    });
  const challenge = await ctx.db.transaction(async (tx) => {
    if (!(await useTicket(tx, token))) throw signInExpired();
    return issueTicket(tx, now, 'two_factor', user.id);
  });
  return { status: 'two_factor', challenge };
}
