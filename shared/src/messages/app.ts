/** Texts of the whole application. */
export const APP_MESSAGES = {
  'app.wentWrong': 'Something went wrong.',
  'app.serverLost': 'The server cannot be reached. Trying again…',
  'app.partFailed': 'This part of the product could not be loaded.',
  'app.buildReplaced': 'A newer version has been installed. Reload the page to go on; it opens at the same address.',
  'app.checkFailed': 'Your session could not be checked',
  'app.backMainView': 'Back to the main view',
  'app.reload': 'Reload',
  'app.retry': 'Retry',
  'app.mainView': 'Main view',
  'app.disclaimer': 'Disclaimer',
} as const;
