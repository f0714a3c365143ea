/** Deliveries of files to a site, as the server answers. */
export const UPLOADS_MESSAGES = {
  'uploads.titleRequired': 'A delivery needs a name',
  'uploads.unknown': 'This delivery does not exist. It was cancelled, or removed after a week without a byte.',
  'uploads.notYours': 'Only the person who began this delivery can send its bytes',
  'uploads.archived': 'The site is archived. Restore it, then the delivery goes on.',
  'uploads.tooManyOpen': 'You have {count, number} unfinished deliveries. Finish or cancel one first.',
  'uploads.noSpace': 'This delivery needs {needed}, {free} are free on the server',
  'uploads.workerFull':
    'Importing this delivery needs {needed}, {free} are free where it is imported. Free some space there, then import it again: nothing is sent again.',
  'uploads.siteFull': 'This delivery needs {needed}. The site may take {free} more.',
  'uploads.instanceFull': 'This delivery needs {needed}. All sites together may take {free} more.',
  'uploads.listWrong': 'The list of files is damaged in line {line, number}: {reason}. Choose the files again.',
  'uploads.listShort': 'the sizes do not add up to the delivery',
  'uploads.lineWrong': 'it does not have four fields',
  'uploads.pathWrong': '{path} leaves its folder or cannot be a file name here',
  'uploads.pathTwice': '{path} is there twice',
  'uploads.sizeWrong': 'the size of {path} is not a number of bytes',
  'uploads.partWrong': '{part} is no part of a delivery',
  'uploads.tooManyFiles': 'a delivery has {count, number} files at most',
  'uploads.damaged':
    'The files arrived differently from how they were sent. Something between here and there has changed them: send them again.',
  'uploads.lost': 'Bytes of this delivery are no longer in the store of files. Cancel it, and send it again.',
  'uploads.pictures':
    '{added, plural, one {1 picture of the point files is a photo} other {{added, number} pictures of the point files are photos}} of the site now{refused, plural, =0 {} other {, {refused, number} left out}}.',
  'uploads.notRefused': 'This delivery was not refused',
  'uploads.notInDelivery': '{path} is not in this delivery',
} as const;
