/** Saved measurements, as the server answers. */
export const MEASUREMENTS_MESSAGES = {
  'measurements.pointCount': 'This figure has too few or too many points for what it measures',
  'measurements.nameMissing': 'Please enter a name',
  'measurements.folderDepth': 'Folders lie at most three deep',
  'measurements.commentMissing': 'Please write a comment',
  'measurements.unknown': 'This measurement does not exist. It may have been deleted.',
  'measurements.commentUnknown': 'This comment does not exist',
  'measurements.layerUnknown':
    'A point of this measurement lies on a layer or a date that you may not see, or that is gone',
  'measurements.noResult': 'The points of “{name}” measure nothing: they lie on one line or in one place',
  'measurements.noSurface': 'The exact points around “{name}” have no such surface any more, so it was not saved',
  'measurements.tooMany': 'You have {most} saved measurements at this site. Delete some that are not needed.',
  'measurements.manyFits': 'At most 20 pipes, surfaces and volumes are saved at once. Choose fewer.',
  'measurements.guidTaken': 'This key belongs to another measurement',
} as const;
