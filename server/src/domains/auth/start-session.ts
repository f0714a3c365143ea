import type { Db } from '@overlook/db';
import type { users } from '@overlook/db/schema';
import type { SignedInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../context.ts';
import { recordDone } from '../../services/audit.ts';
import { loadUser } from '../users/load-user.ts';
import { noteDevice } from './note-device.ts';

/** How somebody has proved who they are, as the audit tells it. */
export type SignInMethod = 'password' | 'totp' | 'recoveryCode' | 'sso' | 'enrolment';

/**
 * Signs somebody in who has proved who they are: session, cookie, and a mail where the device is new. `settle` runs in
 * the same transaction, before anything else: what it throws, a used ticket for example, leaves nothing behind. The
 * session that the browser came with ends: nobody uses it any more, and a copy of it is worth nothing.
 */
export async function startSession(
  ctx: RequestContext,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
  method: SignInMethod,
  settle: (tx: Db) => Promise<void> = async () => {},
): Promise<SignedInAnswer> {
  const { session, deviceToken } = await ctx.db.transaction(async (tx) => {
    await settle(tx);
    const session = await ctx.access.start(tx, { userId: user.id, device: ctx.device.name, address: ctx.address });
    await recordDone(tx, { ...ctx, caller: { userId: user.id } }, { action: 'auth.signIn', details: { method } });
    return { session, deviceToken: await noteDevice(ctx, tx, user) };
  });
  if (ctx.caller) await ctx.access.end(ctx.caller);
  ctx.setSessionCookie(session);
  if (deviceToken !== null) ctx.setDeviceCookie(deviceToken);
  return { status: 'success', user: await loadUser(ctx, user.id), token: session.token };
}
