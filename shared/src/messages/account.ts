/** A user's own account and the organisation's settings (specification §5, §8). */
export const ACCOUNT_MESSAGES = {
  'account.updateFailed': 'Update failed.',
  'account.passwordUpdated': 'Password updated.',
  'account.updated': 'Account updated.',
  // No call is made for it: kept as specified, §8.
  'organisation.updated': 'Settings updated.',
  'account.passwordReset': 'Your password has been reset, you may now log in.',
  'account.newPasswordRequired': 'New password must be provided',
  'account.newPasswordMismatch': 'Fields need to match',
  'account.passwordCommon': 'This password is one of the most common. Choose another.',
  'account.passwordObvious': 'This password is easy to guess from the product or the e-mail address. Choose another.',
  'account.passwordIsEmail': 'The password must not be the e-mail address.',
  'account.oldPasswordWrong': 'The current password is not right.',
  'account.tooManyChanges': 'You have changed your account very often. Try again in a few minutes.',
  'account.changedMeanwhile': 'Your account has changed in the meantime. Try again.',
  'account.sessionsFailed': 'There was a problem fetching your sessions',
  'organisation.fetchFailed': 'There was a problem fetching the organisation’s settings',
  'form.empty': 'This field cannot be empty',
  'form.unsaved': 'What you have changed on this page has not been saved. Leave it and lose the changes?',
  'settings.noPage': 'There is no such page, or your roles do not include it',
} as const;
