import type { Db } from '@overlook/db';
import type { SignedInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import type { AppError } from '../../errors.ts';
import { recordDone } from '../../services/audit.ts';
import { loadUser } from '../users/load-user.ts';
import { noteDevice } from './note-device.ts';
import { lockVerified, type VerifiedUser } from './verified-user.ts';

/** How somebody has proved who they are, as the audit tells it. */
export type SignInMethod = 'password' | 'totp' | 'recoveryCode' | 'sso' | 'enrolment';

/**
 * Signs a user in who has proved who they are: session, cookie, and a mail where the device is new. `user` is the row that
 * the proof was checked against; throws `refusal` when the account has changed since. `settle` runs in the same
 * transaction, before the session is made: what it throws, a used ticket for example, leaves nothing behind. The
 * session that the browser came with ends: nobody uses it any more, and a copy of it is worth nothing.
 */
export async function startSession(
  ctx: RequestContext,
  user: VerifiedUser,
  method: SignInMethod,
  { settle, refusal }: { settle?: (tx: Db) => Promise<void>; refusal?: () => AppError } = {},
): Promise<SignedInAnswer> {
  const { session, deviceToken } = await ctx.db.transaction(async (tx) => {
    // Before all else, as a change of password does: two transactions that take locks in one order never wait for each other.
    await lockVerified(tx, user, refusal);
    await settle?.(tx);
    const session = await ctx.access.start(tx, { userId: user.id, device: ctx.device.name, address: ctx.address });
    await recordDone(tx, { ...ctx, caller: { userId: user.id } }, { action: 'auth.signIn', details: { method } });
    return { session, deviceToken: await noteDevice(ctx, tx, user) };
  });
  if (ctx.caller) await ctx.access.end(ctx.caller);
  ctx.setSessionCookie(session);
  if (deviceToken !== null) ctx.setDeviceCookie(deviceToken);
  return { status: 'success', user: await loadUser(ctx, user.id), token: session.token };
}
