/** What the whole application says about itself. */
export const APP_MESSAGES = {
  'app.wentWrong': 'Something went wrong.',
  'app.serverLost': 'The server cannot be reached. Trying again…',
  'app.checkFailed': 'Your session could not be checked',
} as const;
