/** The legal disclaimer, shown until it is accepted (specification §2, §4). */
export const DISCLAIMER_MESSAGES = {
  'disclaimer.title': 'Before you start',
  'disclaimer.capture':
    'The models are captures of a site at one moment. They may be incomplete or out of date, and positions and distances carry the errors of the capture.',
  'disclaimer.confirm':
    'Confirm on site anything that safety, procurement or construction depends on. Measurements here do not replace a survey.',
  'disclaimer.record': 'Your organisation keeps a record of this acceptance.',
  'disclaimer.required': 'Accept the legal disclaimer first.',
  'disclaimer.failed': 'The acceptance could not be saved. Try again.',
  'disclaimer.accept': 'Accept',
} as const;
