/** Beginnings of the keys of all objects, by their kind. */
export const OBJECT_KEYS = {
  attachments: 'attachments/',
  builds: 'builds/',
  clouds: 'pointclouds/',
  exports: 'exports/',
  packed: 'packed/',
  pictures: 'snapshots/',
  uploads: 'uploads/',
} as const;
