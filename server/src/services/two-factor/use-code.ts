import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { recoveryCodes, users } from '@overlook/db/schema';
import type { Services } from '../../context.ts';
import { hashRecoveryCode } from './recovery-codes.ts';
import { totpStepOf } from './totp.ts';

type SecondFactorOwner = Pick<typeof users.$inferSelect, 'id' | 'totpSecret'>;

/** Where the secret of a user belongs, for the box it is sealed in. */
export const placeOfSecret = (userId: number) => `totp:${userId}`;

/**
 * Uses a code up: that of the authenticator app, or a recovery code. Null when it is wrong or was used before. Each
 * is taken by one statement, so that of two requests with the same code one fails.
 */
export async function useCode(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  { id, totpSecret }: SecondFactorOwner,
  code: string,
): Promise<'totp' | 'recoveryCode' | null> {
  if (totpSecret === null) return null;
  const digits = code.replaceAll(/\s/g, '');
  const step = totpStepOf(await secrets.open(totpSecret, placeOfSecret(id)), digits, clock.now());
  if (step !== null) {
    const taken = await db
      .update(users)
      .set({ totpLastStep: step })
      .where(and(eq(users.id, id), or(isNull(users.totpLastStep), lt(users.totpLastStep, step))))
      .returning({ id: users.id });
    return taken.length > 0 ? 'totp' : null;
  }
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: clock.now() })
    .where(
      and(
        eq(recoveryCodes.userId, id),
        eq(recoveryCodes.codeHash, hashRecoveryCode(code)),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId });
  return used.length > 0 ? 'recoveryCode' : null;
}
