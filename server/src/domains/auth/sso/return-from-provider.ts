import type { RequestContext } from '../../../context.ts';
import type { IdentityProvider, SignInAttempt } from '../../../services/sso/identity-provider.ts';
import { issueTicket } from '../../../services/tickets.ts';
import { loadOrganisationSecurity } from '../../organisation/load-security.ts';
import { recognise, type Refusal } from './recognise.ts';

/**
 * What the provider's return leads to: a single-use ticket that the browser exchanges for a session, or why not. Throws
 * `IdentityUnproven`.
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
  return { userId: found.userId, ticket: await issueTicket(ctx.db, ctx.clock.now(), 'sso', found.userId) };
}
