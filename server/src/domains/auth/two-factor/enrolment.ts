import { and, eq, isNull } from 'drizzle-orm';
import { renderSVG } from 'uqr';
import type { z } from 'zod';
import type { Db } from '@overlook/db';
import { recoveryCodes, users } from '@overlook/db/schema';
import { SIGN_IN_REFUSALS, ACCOUNT_MESSAGES } from '@overlook/shared/messages';
import type {
  enrolTwoFactorOutputSchema,
  confirmTwoFactorInputSchema,
  confirmTwoFactorOutputSchema,
  enrolAtSignInInputSchema,
  confirmAtSignInOutputSchema,
  twoFactorInputSchema,
} from '@overlook/shared/schemas';
import type { RequestContext, SignedInContext } from '../../../context.ts';
import { conflict, invalid } from '../../../errors/app-error.ts';
import { recordDone } from '../../../services/audit.ts';
import { twoFactorChangedMail } from '../../../services/mail/mail-templates.ts';
import { startSession } from '../session/start-session.ts';
import { ownRow, lockOwnRow } from '../session/verified-user.ts';
import { hashRecoveryCode, newRecoveryCodes, newTotpSecret, totpStepOf, totpUri, totpAssociatedData } from './codes.ts';
import { challengedUser, consumeInTransaction, wrongCode } from './second-step.ts';

type Enrollee = typeof users.$inferSelect;

const alreadyOn = () => conflict(ACCOUNT_MESSAGES['account.twoFactorOn']);

const assertNotEnrolled = (user: Enrollee) => {
  if (user.totpSecret !== null) throw alreadyOn();
};

/** Makes a secret that becomes active with its first code. Throws 409 when the second factor is on. */
async function beginEnrolment(
  ctx: RequestContext,
  user: Enrollee,
): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  assertNotEnrolled(user);
  const secret = newTotpSecret();
  const totpPendingSecret = await ctx.secrets.seal(secret, totpAssociatedData(user.id));
  const isOff = and(eq(users.id, user.id), isNull(users.totpSecret));
  const begun = await ctx.db.update(users).set({ totpPendingSecret }).where(isOff).returning({ id: users.id });
  if (begun.length === 0) throw alreadyOn();
  const otpauthUri = totpUri(secret, { productName: ctx.env.productName, email: user.email });
  const qr = `data:image/svg+xml;base64,${Buffer.from(renderSVG(otpauthUri)).toString('base64')}`;
  return { status: 'success', secret, otpauthUri, qr };
}

/** The time step of a first code, or null when it is wrong or enrolment was never begun. Throws 409 when it is on. */
async function checkFirstCode(ctx: RequestContext, user: Enrollee, code: string): Promise<number | null> {
  assertNotEnrolled(user);
  if (user.totpPendingSecret === null) return null;
  const secret = await ctx.secrets.open(user.totpPendingSecret, totpAssociatedData(user.id));
  return totpStepOf(secret, code.replaceAll(/\s/g, ''), ctx.clock.now());
}

/**
 * Switches the second factor on, within a transaction that has locked the row with the state of `user`, and informs the
 * owner by mail. Returns the recovery codes.
 */
async function finishEnrolment(ctx: RequestContext, tx: Db, user: Enrollee, step: number): Promise<string[]> {
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

/** Informs the owner by mail that the second factor has been switched on or off, and records it in the audit. */
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
  await ctx.mail.add(tx, { to: user.email, content: twoFactorChangedMail(event, isOn) });
}

/** Begins switching on the caller's second factor. Throws 409 when it is on. */
export async function enrol(ctx: SignedInContext): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  return beginEnrolment(ctx, await ownRow(ctx));
}

/** Switches on the caller's second factor with a first code. Throws 400 for a wrong one. */
export async function confirm(
  ctx: SignedInContext,
  { code }: z.output<typeof confirmTwoFactorInputSchema>,
): Promise<z.input<typeof confirmTwoFactorOutputSchema>> {
  const user = await ownRow(ctx);
  const step = await checkFirstCode(ctx, user, code);
  if (step === null) throw invalid(SIGN_IN_REFUSALS['auth.codeWrong'], { code: SIGN_IN_REFUSALS['auth.codeWrong'] });
  const recoveryCodes = await ctx.db.transaction(async (tx) => {
    await lockOwnRow(tx, ctx, user);
    return finishEnrolment(ctx, tx, user, step);
  });
  return { status: 'success', recoveryCodes };
}

/** Begins switching on the second factor of a user who may not sign in without one. */
export async function enrolAtSignIn(
  ctx: RequestContext,
  { challenge }: z.output<typeof enrolAtSignInInputSchema>,
): Promise<z.input<typeof enrolTwoFactorOutputSchema>> {
  return beginEnrolment(ctx, await challengedUser(ctx, challenge));
}

/** Switches on the second factor of a user who may not sign in without one, and signs the user in. */
export async function confirmAtSignIn(
  ctx: RequestContext,
  { challenge, code }: z.output<typeof twoFactorInputSchema>,
): Promise<z.input<typeof confirmAtSignInOutputSchema>> {
  const user = await challengedUser(ctx, challenge);
  const who = { email: user.email, address: ctx.address, tries: 'code' } as const;
  const step = await ctx.signInGuard.attempt(who, () => checkFirstCode(ctx, user, code));
  if (step === null) throw wrongCode();
  let recoveryCodes: string[] = [];
  const settle = async (tx: Db) => {
    await consumeInTransaction(challenge)(tx);
    recoveryCodes = await finishEnrolment(ctx, tx, user, step);
  };
  const answer = await startSession(ctx, user, 'enrolment', { settle });
  return { ...answer, recoveryCodes };
}
