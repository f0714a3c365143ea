import { and, eq, isNull } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { recoveryCodes, users } from '@overlook/db/schema';
import type { enrolTwoFactorOutputSchema } from '@overlook/shared/schemas';
import type { RequestContext } from '../../../context.ts';
import { conflict } from '../../../errors.ts';
import { twoFactorChangedLetter } from '../../../services/mail/letters.ts';
import { hashRecoveryCode, newRecoveryCodes } from '../../../services/two-factor/recovery-codes.ts';
import { newTotpSecret, totpStepOf, totpUri } from '../../../services/two-factor/totp.ts';
import { placeOfSecret } from '../../../services/two-factor/use-code.ts';
import { recordDone } from '../../../services/audit.ts';

type Enrollee = typeof users.$inferSelect;

const alreadyOn = () => conflict('Two-factor authentication is on already.');

const refuseTwice = (user: Enrollee) => {
  if (user.totpSecret !== null) throw alreadyOn();
};

/** Makes a secret that counts once its first code has come. Throws 409 when the second factor is on. */
export async function beginEnrolment(
  ctx: RequestContext,
  user: Enrollee,
): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  refuseTwice(user);
  const secret = newTotpSecret();
  const totpPendingSecret = await ctx.secrets.seal(secret, placeOfSecret(user.id));
  const isOff = and(eq(users.id, user.id), isNull(users.totpSecret));
  const begun = await ctx.db.update(users).set({ totpPendingSecret }).where(isOff).returning({ id: users.id });
  if (begun.length === 0) throw alreadyOn();
  const otpauthUri = totpUri(secret, { productName: ctx.env.productName, email: user.email });
  const qr = `data:image/svg+xml;base64,${Buffer.from(renderSVG(otpauthUri)).toString('base64')}`;
  return { status: 'success', secret, otpauthUri, qr };
}

/** The time step of a first code, or null when it is wrong or enrolment was never begun. Throws 409 when it is on. */
export async function checkFirstCode(ctx: RequestContext, user: Enrollee, code: string): Promise<number | null> {
  refuseTwice(user);
  if (user.totpPendingSecret === null) return null;
  const secret = await ctx.secrets.open(user.totpPendingSecret, placeOfSecret(user.id));
  return totpStepOf(secret, code.replaceAll(/\s/g, ''), ctx.clock.now());
}

/**
 * Switches the second factor on, within a transaction that has locked the row as `user` says it is, and writes to the
 * owner. Returns the recovery codes.
 */
export async function finishEnrolment(ctx: RequestContext, tx: Db, user: Enrollee, step: number): Promise<string[]> {
  const codes = newRecoveryCodes();
  await tx
    .update(users)
    .set({ totpSecret: user.totpPendingSecret, totpPendingSecret: null, totpLastStep: step })
    .where(eq(users.id, user.id));
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.userId, user.id));
  await tx
    .insert(recoveryCodes)
    .values(codes.map((recoveryCode) => ({ userId: user.id, codeHash: hashRecoveryCode(recoveryCode) })));
  await announce(ctx, tx, user, true);
  return codes;
}

/** Tells owner and audit that the second factor has been switched on or off. */
export async function announce(
  ctx: RequestContext,
  tx: Db,
  user: Pick<Enrollee, 'id' | 'email'>,
  isOn: boolean,
): Promise<void> {
  const action = isOn ? 'auth.enableTwoFactor' : 'auth.disableTwoFactor';
  await recordDone(tx, ctx, { action, subject: `user:${user.id}` });
  const { address, device, clock, env } = ctx;
  const event = { productName: env.productName, device: device.name, address, at: clock.now() };
  await ctx.mail.add(tx, { to: user.email, letter: twoFactorChangedLetter(event, isOn) });
}
