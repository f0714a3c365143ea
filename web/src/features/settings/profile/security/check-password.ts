import { MESSAGES } from '@overlook/shared/messages';

export interface PasswordValues {
  oldPassword: string;
  newPassword: string;
  confirmNewPassword: string;
}

/** The errors of a change of one's password before it is sent (specification §5 "Change password"). */
export function checkPassword(values: PasswordValues): Partial<PasswordValues> {
  const { oldPassword, newPassword, confirmNewPassword } = values;
  const required = MESSAGES['account.newPasswordRequired'];
  return {
    ...(oldPassword === '' && { oldPassword: MESSAGES['auth.passwordRequired'] }),
    ...(newPassword === '' && { newPassword: required }),
    ...(confirmNewPassword === '' && { confirmNewPassword: required }),
    ...(newPassword !== '' &&
      confirmNewPassword !== '' &&
      newPassword !== confirmNewPassword && { confirmNewPassword: MESSAGES['account.newPasswordMismatch'] }),
  };
}
