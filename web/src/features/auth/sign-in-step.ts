import type { ErrorCode, SignInAnswer } from '@overlook/shared/schemas';
import { failureOf } from '../../api/failure.ts';

/** The next input of a user who signs in: e-mail and password, a code, or to set up a second factor. */
export type SignInStep =
  | { status: 'credentials'; notice: string | null }
  | Exclude<SignInAnswer, { status: 'success' }>;

/** The first step; `notice` gives the reason why the user has returned to it. */
export const beginning = (notice: string | null = null): SignInStep => ({ status: 'credentials', notice });

const EXPIRED: ErrorCode = 'SIGN_IN_EXPIRED';

/**
 * Waits for a call of a half-finished sign-in. When that has expired, `startAgain` is called with the server's message;
 * the call fails in any case.
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
