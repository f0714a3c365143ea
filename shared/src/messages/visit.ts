/** The pages of public links and embeds, for people without an account. */
export const VISIT_MESSAGES = {
  'visit.opening': 'Opening the view',
  'visit.password': 'Password',
  'visit.passwordHint': 'The person who sent you the link has it.',
  'visit.passwordRequired': 'Enter the password',
  'visit.openView': 'Open view',
  'visit.endedHint': 'Ask the person who sent it for a new one.',
  'visit.retry': 'Retry',
} as const;
