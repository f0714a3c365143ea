import { randomInt } from 'node:crypto';
import { and, eq, isNull, lt, or } from 'drizzle-orm';
import { Secret, TOTP } from 'otpauth';
import { recoveryCodes, users } from '@overlook/db/schema';
import { TOTP_DIGITS, TOTP_STEP_S, TOTP_WINDOW_STEPS, RECOVERY_CODES } from '@overlook/shared/config';
import type { Services } from '../../../context.ts';
import { hashToken } from '../../../services/tokens.ts';

/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;

/** SHA-1 is the default of RFC 6238, and authenticator apps expect it even if a URI names another algorithm. */
const PARAMETERS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_STEP_S } as const;

/** A new secret in base32, the form in which people type it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that sets up an authenticator app (Key URI format). */
export const totpUri = (secret: string, { productName, email }: { productName: string; email: string }): string =>
  new TOTP({ ...PARAMETERS, secret, issuer: productName, label: email }).toString();

/**
 * The time step whose code this is, within the window around `now`; null when it is wrong. A step may be accepted only once:
 * the caller stores it.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp, window: TOTP_WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}

/** Crockford's base32 in lower case: it has no letters that look like digits. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

/** Sixteen characters are 80 bits: too many to guess, so that a fast hash is sufficient. */
const GROUPS = 4;
const GROUP_LENGTH = 4;

const group = () => Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** A new set, like "k7qm-2xw4-00hz-p9td". */
export const newRecoveryCodes = (): string[] =>
  Array.from({ length: RECOVERY_CODES }, () => Array.from({ length: GROUPS }, group).join('-'));

/** The stored hash of a code. Case, dashes and letters that look like digits make no difference. */
export const hashRecoveryCode = (code: string): string =>
  hashToken(
    code
      .toLowerCase()
      .replaceAll(/[^0-9a-z]/g, '')
      .replaceAll('o', '0')
      .replaceAll(/[il]/g, '1'),
  );

type SecondFactorOwner = Pick<typeof users.$inferSelect, 'id' | 'totpSecret'>;

/** The associated data with which the secret of a user is encrypted. */
export const totpAssociatedData = (userId: number) => `totp:${userId}`;

/**
 * Verifies and consumes a code of the authenticator app or a recovery code. Null when it is wrong or was used before.
 * Each code is consumed by one statement, so that of two requests with the same code one fails.
 */
export async function verifyCode(
  { db, secrets, clock }: Pick<Services, 'db' | 'secrets' | 'clock'>,
  { id, totpSecret }: SecondFactorOwner,
  code: string,
): Promise<'totp' | 'recoveryCode' | null> {
  if (totpSecret === null) return null;
  // A secret cannot be opened when its key is lost: the owner still has the recovery codes.
  const secret = await secrets.open(totpSecret, totpAssociatedData(id)).catch(() => null);
  const step = secret === null ? null : totpStepOf(secret, code.replaceAll(/\s/g, ''), clock.now());
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
