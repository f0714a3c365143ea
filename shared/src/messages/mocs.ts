/** Management of change (specification §2, §8). */
export const MOCS_MESSAGES = {
  'mocs.fetchFailed': 'There was a problem fetching MOCs',
  'moc.saved': 'MOC has been successfully created/updated',
  'moc.saveFailed': 'There was an error saving/updating your MOC',
  'moc.pickPoint': 'Click a point on the model to create a MOC at that location',
} as const;
