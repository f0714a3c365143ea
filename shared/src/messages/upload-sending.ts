/** Sending deliveries to a site while the page is open. Apart from the page that plans them: the main view has these. */
export const UPLOAD_SENDING_MESSAGES = {
  'uploadSending.gone': 'This delivery does not exist any more',
  'uploadSending.unreadable': 'The files cannot be read any more: they were changed or removed.',
  'uploadSending.line': '{count, plural, one {1 upload} other {{count, number} uploads}}, {percent} %',
  'uploadSending.refused': 'The server does not take this delivery',
} as const;
