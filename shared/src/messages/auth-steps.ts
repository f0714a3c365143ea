/** The steps after and beside the form of sign-in, which load with their pages. */
export const AUTH_STEPS_MESSAGES = {
  'auth.resetIntro': 'Enter the e-mail address of your account. A link to set a new password is sent to it.',
  'auth.resetSent':
    'Password reset sent, if you have a registered account with the product, a password reset email has been sent to you.',
  'auth.systemErrorTitle': 'System Error',
  'auth.systemError': 'There was an error completing your request. Please contact the provider for more information.',
  'auth.code': 'Code',
  'auth.enterCodeAuthenticatorApp': 'Enter the code that your authenticator app shows.',
  'auth.recoveryCode': 'Recovery code',
  'auth.enterOneRecoveryCodes': 'Enter one of the recovery codes that you have kept. Each works once.',
  'auth.organisationAsksSecondFactor':
    'Your organisation asks for a second factor: from now on you sign in with a code from an authenticator app.',
  'auth.turnOnAndContinue': 'Turn on and continue',
  'auth.signInFailed': 'Sign-in failed',
  'auth.signInIsChecked': 'One moment, your sign-in is being checked.',
  'auth.sendEMail': 'Send e-mail',
  'auth.newPassword': 'New password',
  'auth.askNewLink': 'Ask for a new link',
  'auth.useARecoveryCode': 'Use a recovery code',
  'auth.useTheAuthenticatorApp': 'Use the authenticator app',
} as const;
