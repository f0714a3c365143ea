import { isEmail } from '@overlook/shared/format';
import { AUTH_MESSAGES, SIGN_IN_REFUSALS } from '@overlook/shared/messages';
import type { Failure } from '../../api/failure.ts';

export interface ResetValues {
  email: string;
  password: string;
}

/** The errors of a new password before it is sent (specification §5 "Reset password"). */
export function checkReset({ email, password }: ResetValues): Partial<ResetValues> {
  return {
    ...(!isEmail(email.trim()) && { email: AUTH_MESSAGES['auth.emailInvalid'] }),
    ...(password === '' && { password: AUTH_MESSAGES['auth.passwordRequired'] }),
  };
}

/**
 * The message about a failed reset: at a field, or as the system error of §8, after which the page explains the state
 * of the link, or shows nothing.
 */
export type ResetProblem = { kind: 'field' | 'system' } | { kind: 'link' | 'sentence'; text: string };

export function resetProblem({ httpStatus, fields, longMessage }: Failure): ResetProblem {
  const { passwordResetToken, ...others } = fields;
  if (passwordResetToken !== undefined) return { kind: 'link', text: passwordResetToken };
  if (Object.keys(others).length > 0) return { kind: 'field' };
  return httpStatus === 429 ? { kind: 'sentence', text: longMessage } : { kind: 'system' };
}

/** Of a link that has no token at all. */
export const NO_TOKEN: ResetProblem = { kind: 'link', text: SIGN_IN_REFUSALS['auth.resetLinkDead'] };
