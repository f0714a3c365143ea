/** Why signing in ended, as the server says it. Apart from what the login screen itself says, which loads before all else. */
export const SIGN_IN_REFUSALS = {
  'auth.ssoUnreachable': 'Single Sign On does not answer right now. Please try again shortly.',
  'auth.ssoInvalid': 'The answer of Single Sign On could not be used. Please start again.',
  'auth.ssoDeclined': 'Single Sign On was cancelled or declined.',
  'auth.ssoUnknown': 'There is no account for you here. Ask your administrator for one.',
  'auth.ssoDisabled': 'Your account is disabled. Ask your administrator to enable it.',
  'auth.resetLinkDead': 'This link has expired or has been used already. Ask for a new one.',
  'auth.codeWrong': 'The code is not right.',
  'auth.challengeDead': 'This sign-in has taken too long. Please start again.',
} as const;
