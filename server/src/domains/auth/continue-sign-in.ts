import type { SignInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { wrongCredentials } from '../../errors.ts';
import { issueTicket } from '../../services/tickets.ts';
import { loadOrganisationSecurity } from '../organisation/load-security.ts';
import { startSession } from './start-session.ts';
import { lockVerified, type VerifiedUser } from './verified-user.ts';

/**
 * What follows a right password: a session, or a challenge for those with a second factor, and for those who must
 * have one because the organisation says so. Throws 401 when the account has changed since the password was checked.
 */
export async function continueSignIn(ctx: RequestContext, user: VerifiedUser): Promise<SignInAnswer> {
  const challenge = () =>
    ctx.db.transaction(async (tx) => {
      await lockVerified(tx, user, wrongCredentials);
      return issueTicket(tx, ctx.clock.now(), 'two_factor', user.id);
    });
  if (user.totpSecret !== null) return { status: 'two_factor', challenge: await challenge() };
  const { enable2FA } = await loadOrganisationSecurity(ctx);
  if (enable2FA) return { status: 'enrol_two_factor', challenge: await challenge() };
  return startSession(ctx, user, 'password', { refusal: wrongCredentials });
}
