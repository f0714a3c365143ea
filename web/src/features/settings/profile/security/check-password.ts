import { ACCOUNT_MESSAGES, AUTH_MESSAGES } from '@overlook/shared/messages';

export interface PasswordValues {
  oldPassword: string;
  newPassword: string;
  confirmNewPassword: string;
}

/** The errors of a change of one's password before it is sent (specification §5 "Change password"). */
export function checkPassword(values: PasswordValues): Partial<PasswordValues> {
  const { oldPassword, newPassword, confirmNewPassword } = values;
  const required = ACCOUNT_MESSAGES['account.newPasswordRequired'];
  return {
    ...(oldPassword === '' && { oldPassword: AUTH_MESSAGES['auth.passwordRequired'] }),
    ...(newPassword === '' && { newPassword: required }),
    ...(confirmNewPassword === '' && { confirmNewPassword: required }),
    ...(newPassword !== '' &&
      confirmNewPassword !== '' &&
      newPassword !== confirmNewPassword && { confirmNewPassword: ACCOUNT_MESSAGES['account.newPasswordMismatch'] }),
  };
}
