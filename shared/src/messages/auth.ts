/** Signing in and getting back in (specification §5, §8). */
export const AUTH_MESSAGES = {
  'auth.emailRequired': 'Email address is required',
  'auth.passwordRequired': 'Password is required',
  'auth.emailInvalid': 'Please enter a valid e-mail address',
  'auth.unreachable': 'The server cannot be reached. Check the connection and try again.',
  'auth.ssoUnavailableTitle': 'Single Sign On not available',
  'auth.ssoUnavailable': 'This instance does not include Single Sign On. Contact the provider to have it added.',
  'auth.ssoOffTitle': 'Single Sign On is switched off',
  'auth.ssoOff': 'Your organisation has switched it off. Sign in with your e-mail and password.',
  'auth.resetIntro': 'Enter the e-mail address of your account. A link to set a new password is sent to it.',
  'auth.resetSent':
    'Password reset sent, if you have a registered account with the product, a password reset email has been sent to you.',
  'auth.codeRequired': 'Please enter the code',
  'auth.systemErrorTitle': 'System Error',
  'auth.systemError': 'There was an error completing your request. Please contact the provider for more information.',
} as const;
