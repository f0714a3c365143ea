import { PASSWORD_SHORTEST } from '@overlook/shared/config';
import { isEmail } from '@overlook/shared/format';
import { ADMIN_MESSAGES } from '@overlook/shared/messages';

/** The fields of a user's form that are checked before it is sent; the server checks all of them. */
interface CheckedFields {
  firstName: string;
  lastName: string;
  email: string;
  password: string;
  passwordConfirmation: string;
  /** A new user without a password, who sets it by the link of the welcome mail. */
  isInvited: boolean;
}

type UserErrors = Partial<Record<keyof CheckedFields, string>>;

function emailError(email: string): string | null {
  if (email.trim() === '') return ADMIN_MESSAGES['user.emailRequired'];
  return isEmail(email.trim()) ? null : ADMIN_MESSAGES['user.emailInvalid'];
}

function passwordError(password: string, isRequired: boolean): string | null {
  if (password === '') return isRequired ? ADMIN_MESSAGES['user.passwordRequired'] : null;
  return password.length < PASSWORD_SHORTEST ? ADMIN_MESSAGES['user.passwordShort'] : null;
}

/**
 * The specification's messages for errors (§5 "User", "User password"); on edit the password is optional. The schemas
 * of the server have the same rules; they are too large to be part of the page.
 */
export function checkUser(values: CheckedFields, isNew: boolean): UserErrors {
  const { firstName, lastName, email, password, passwordConfirmation } = values;
  const isMatching = password === passwordConfirmation;
  const checks: [keyof CheckedFields, string | null][] = [
    ['firstName', firstName.trim() === '' ? ADMIN_MESSAGES['user.firstNameRequired'] : null],
    ['lastName', lastName.trim() === '' ? ADMIN_MESSAGES['user.lastNameRequired'] : null],
    ['email', emailError(email)],
    ['password', passwordError(password, isNew && !values.isInvited)],
    ['passwordConfirmation', isMatching ? null : ADMIN_MESSAGES['user.passwordMismatch']],
  ];
  return Object.fromEntries(checks.filter(([, sentence]) => sentence !== null)) as UserErrors;
}
