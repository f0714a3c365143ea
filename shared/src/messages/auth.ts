/** Signing in and getting back in (specification §5, §8). */
export const AUTH_MESSAGES = {
  'auth.emailRequired': 'Email address is required',
  'auth.passwordRequired': 'Password is required',
  'auth.emailInvalid': 'Please enter a valid e-mail address',
  'auth.unreachable': 'The server cannot be reached. Check the connection and try again.',
  'auth.ssoUnavailableTitle': 'Single Sign On not available',
  'auth.ssoUnavailable': 'This instance does not include Single Sign On. Contact the provider to have it added.',
  'auth.ssoUnreachable': 'Single Sign On does not answer right now. Please try again shortly.',
  'auth.ssoInvalid': 'The answer of Single Sign On could not be used. Please start again.',
  'auth.ssoDeclined': 'Single Sign On was cancelled or declined.',
  'auth.ssoUnknown': 'There is no account for you here. Ask your administrator for one.',
  'auth.ssoDisabled': 'Your account is disabled. Ask your administrator to enable it.',
  'auth.resetIntro': 'Enter the e-mail address of your account. A link to set a new password is sent to it.',
  'auth.resetSent':
    'Password reset sent, if you have a registered account with the product, a password reset email has been sent to you.',
  'auth.resetLinkDead': 'This link has expired or has been used already. Ask for a new one.',
  'auth.codeWrong': 'The code is not right.',
  'auth.codeRequired': 'Please enter the code',
  'auth.challengeDead': 'This sign-in has taken too long. Please start again.',
  'auth.systemErrorTitle': 'System Error',
  'auth.systemError': 'There was an error completing your request. Please contact the provider for more information.',
} as const;
