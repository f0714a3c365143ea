import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { userDevices, type users } from '@overlook/db/schema';
import { DEVICE_LIFE_MS } from '@overlook/shared/config';
import type { SignedInAnswer } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import type { AppError } from '../../../errors/app-error.ts';
import { recordDone } from '../../../services/audit.ts';
import { newDeviceMail } from '../../../services/mail/mail-templates.ts';
import { hashToken, newToken } from '../../../services/tokens.ts';
import { loadUser } from '../../members/load-user.ts';
import { lockVerified, type VerifiedUser } from './verified-user.ts';

type KnownDevice = typeof userDevices.$inferSelect;

/** Recognises a browser by its cookie, and a client without cookies by its name and address. */
const isThis = ({ device, address }: RequestContext) =>
  device.token === null
    ? (known: KnownDevice) => known.device === device.name && known.address === address
    : (known: KnownDevice) => known.tokenHash === hashToken(device.token!);

/**
 * Stores the device of a sign-in and informs the user by mail when it is new, except for the first one. Returns the token
 * for the browser's cookie, or null where it needs none.
 */
async function noteDevice(
  ctx: RequestContext,
  tx: Db,
  user: Pick<typeof users.$inferSelect, 'id' | 'email'>,
): Promise<string | null> {
  const now = ctx.clock.now();
  const { device, address } = ctx;
  const forgottenBefore = new Date(now.getTime() - DEVICE_LIFE_MS);
  await tx.delete(userDevices).where(and(eq(userDevices.userId, user.id), lt(userDevices.lastSeenAt, forgottenBefore)));
  const known = await tx.select().from(userDevices).where(eq(userDevices.userId, user.id));
  const same = known.find(isThis(ctx));
  if (same) {
    await tx
      .update(userDevices)
      .set({ lastSeenAt: now, device: device.name, address })
      .where(and(eq(userDevices.userId, user.id), eq(userDevices.tokenHash, same.tokenHash)));
    return device.token;
  }
  const token = device.token ?? newToken();
  await tx
    .insert(userDevices)
    .values({ userId: user.id, tokenHash: hashToken(token), device: device.name, address, lastSeenAt: now })
    .onConflictDoNothing();
  const { productName } = ctx.env;
  const content = newDeviceMail({ productName, device: device.name, address, at: now });
  if (known.length > 0) await ctx.mail.add(tx, { to: user.email, content });
  return token;
}

/** How a user has proved their identity, as the audit names it. */
export type SignInMethod = 'password' | 'totp' | 'recoveryCode' | 'sso' | 'enrolment';

/**
 * Signs in a user with a proved identity: session, cookie, and a mail where the device is new. `user` is the row that
 * the proof was checked against; throws `refusal` when the account has changed since. `settle` runs in the same
 * transaction, before the session is made: when it throws, for a used challenge for example, nothing is stored. The
 * previous session of the browser ends, so that a copy of its token is useless.
 */
export async function startSession(
  ctx: RequestContext,
  user: VerifiedUser,
  method: SignInMethod,
  { settle, refusal }: { settle?: (tx: Db) => Promise<void>; refusal?: () => AppError } = {},
): Promise<SignedInAnswer> {
  const { session, deviceToken } = await ctx.db.transaction(async (tx) => {
    // This lock comes first, as in a change of password: transactions that take locks in the same order cannot
    // deadlock.
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
