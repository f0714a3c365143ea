/**
 * Reasons why sign-in was refused. They are apart from the texts of the login screen, which load before everything
 * else.
 */
export const SIGN_IN_REFUSALS = {
  'auth.ssoUnreachable': 'Single Sign On does not answer right now. Please try again shortly.',
  'auth.ssoInvalid': 'The answer of Single Sign On could not be used. Please start again.',
  'auth.ssoDeclined': 'Single Sign On was cancelled or declined.',
  'auth.ssoUnknown': 'There is no account for you here. Ask your administrator for one.',
  'auth.ssoEmailMissing':
    'Single Sign On did not send your e-mail address. Ask your administrator to add the claim “email” for this application.',
  'auth.ssoEmailUnverified':
    'Single Sign On does not say that your e-mail address is verified. Ask your administrator: the claim “email_verified” is missing or false.',
  'auth.ssoDisabled': 'Your account is disabled. Ask your administrator to enable it.',
  'auth.resetLinkDead':
    'This link is not complete, has expired, has been used already, or is for another e-mail address. Ask for a new one.',
  'auth.signInLinkBroken': 'This sign-in link is not complete. Please start again.',
  'auth.setupFailed': 'The key for the authenticator app could not be fetched',
  'auth.codeWrong': 'The code is not right.',
  'auth.challengeDead': 'This sign-in has taken too long. Please start again.',
  'auth.credentialsWrong': 'The e-mail or the password is not right.',
  'auth.tooManyAttempts': 'Too many failed attempts. Please try again later.',
} as const;
