import { and, eq, lt } from 'drizzle-orm';
import type { Db } from '@overlook/db';
import { userDevices, type users } from '@overlook/db/schema';
import { DEVICE_LIFE_MS } from '@overlook/shared/config';
import type { RequestContext } from '../../context.ts';
import { newDeviceLetter } from '../../services/mail/letters.ts';
import { hashToken, newToken } from '../../services/tokens.ts';

type KnownDevice = typeof userDevices.$inferSelect;

/** The browser by its cookie; what brings none, by its name at its address. */
const isThis = ({ device, address }: RequestContext) =>
  device.token === null
    ? (known: KnownDevice) => known.device === device.name && known.address === address
    : (known: KnownDevice) => known.tokenHash === hashToken(device.token!);

/**
 * Remembers what somebody signs in on and writes to them when it is new, except for their very first. Returns the token
 * that the browser is to carry, or null where it needs none.
 */
export async function noteDevice(
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
  const letter = newDeviceLetter({ productName, device: device.name, address, at: now });
  if (known.length > 0) await ctx.mail.add(tx, { to: user.email, letter });
  return token;
}
