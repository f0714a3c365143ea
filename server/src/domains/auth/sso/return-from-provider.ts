import type { RequestContext } from '../../../context.ts';
import type { IdentityProvider, SignInAttempt } from '../../../services/sso/identity-provider.ts';
import { boundChallenge, issueChallenge } from '../session/challenges.ts';
import { newToken } from '../../../services/tokens.ts';
import { loadOrganisationSecurity } from '../../organisation/security.ts';
import { recognise, type Refusal } from './recognise.ts';

/**
 * The result of the return from the provider: a single-use ticket that this browser, recognised by a cookie, exchanges
 * for a session, or the reason for a refusal. The cookie keeps people from being signed in to the account of another
 * person who signed in at the provider. Throws `IdentityUnprovenError`.
 */
export async function returnFromProvider(
  ctx: RequestContext,
  provider: IdentityProvider,
  { returned, attempt }: { returned: URL; attempt: SignInAttempt },
): Promise<{ userId: number; ticket: string } | { refusal: Refusal }> {
  const identity = await provider.finish(returned, attempt);
  const { createUsersBySSO } = await loadOrganisationSecurity(ctx);
  const found = await recognise(ctx, identity, { createsUsers: createUsersBySSO });
  if ('refusal' in found) return found;
  const [ticket, browser] = [newToken(), newToken()];
  await issueChallenge(ctx.db, ctx.clock.now(), 'sso', found.userId, boundChallenge(ticket, browser));
  ctx.setReturnCookie(browser);
  return { userId: found.userId, ticket };
}
