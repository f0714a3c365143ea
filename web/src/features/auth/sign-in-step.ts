import type { ErrorCode, SignInAnswer } from '@overlook/shared/schemas';
import { failureOf } from '../../api/failure.ts';

/** What a user who signs in is asked for next: e-mail and password, a code, or to set up a second factor. */
export type SignInStep =
  | { status: 'credentials'; notice: string | null }
  | Exclude<SignInAnswer, { status: 'success' }>;

/** The first step; `notice` says why the user is back there. */
export const beginning = (notice: string | null = null): SignInStep => ({ status: 'credentials', notice });

const EXPIRED: ErrorCode = 'SIGN_IN_EXPIRED';

/**
 * Waits for a call of a half-finished sign-in. When that has run out, `startAgain` is told so in the server's words; the
 * call fails all the same.
 */
export async function orStartAgain<T>(call: Promise<T>, startAgain: (notice: string) => void): Promise<T> {
  try {
    return await call;
  } catch (error) {
    const { shortMessage, longMessage } = failureOf(error);
    if (shortMessage === EXPIRED) startAgain(longMessage);
    throw error;
  }
}
