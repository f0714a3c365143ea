import { Secret, TOTP } from 'otpauth';
import { TOTP_DIGITS, TOTP_STEP_S, TOTP_WINDOW_STEPS } from '@overlook/shared/config';

/** RFC 4226 §4 recommends 160 bits. */
const SECRET_BYTES = 20;

/** SHA-1, as RFC 6238 has it by default and as authenticator apps expect it whatever an URI says. */
const PARAMETERS = { algorithm: 'SHA1', digits: TOTP_DIGITS, period: TOTP_STEP_S } as const;

/** A new secret in base32, the form in which people type it. */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address that sets an authenticator app up (Key URI format). */
export const totpUri = (secret: string, { productName, email }: { productName: string; email: string }): string =>
  new TOTP({ ...PARAMETERS, secret, issuer: productName, label: email }).toString();

/**
 * The time step whose code this is, within the window around `now`; null when it is none. A step must be taken once only:
 * the caller remembers it.
 */
export function totpStepOf(secret: string, code: string, now: Date): number | null {
  const timestamp = now.getTime();
  const totp = new TOTP({ ...PARAMETERS, secret });
  const delta = totp.validate({ token: code, timestamp, window: TOTP_WINDOW_STEPS });
  return delta === null ? null : totp.counter({ timestamp }) + delta;
}
