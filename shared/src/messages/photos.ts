/** Nearby photos and their viewer (specification §2, §8). */
export const PHOTOS_MESSAGES = {
  'photos.searchFailed': 'There was a problem searching for nearby images',
  'photos.none': "We couldn't find any images around that location. Please try again in a different area",
  'photos.cameraClock': 'by the clock of the camera',
  'photos.ownZone': 'in your time zone',
  'photos.waiting': 'Click on the model to show nearby photos around that location',
  'photos.noneAtSite': 'This site has no photos yet.',
  'photos.searching': 'Searching for photos',
  'photos.broken': 'This photo could not be loaded',
  'photos.detailsFailed': 'The details of this photo could not be loaded',
  'photos.poppedOut': 'The photo is in its own window',
  'photos.poppedOutHint': 'It follows what is selected here.',
  'photos.popOutBlocked': 'This browser blocked the window. Allow pop-ups for this page, then try again.',
  'photos.noneSees': 'None of these photos sees it',
  'photos.unknownPlace': 'its place is not known',
  'photos.unknownDirection': 'its direction is not known',
  'photos.unknownLens': 'its field of view is not known',
  'photos.unknownMissing': 'the model there is not loaded',
  'photos.unknownCoarse': 'the model there is loaded only coarsely',
  'photos.unknownEmpty': 'the model has no surface there',
  'photos.datesCross': 'The first day is after the last.',
} as const;

const photosText = (count: number): string => (count === 1 ? '1 photo' : `${count} photos`);

/** Under the strip: how many there are, in which order. */
export const photosFoundText = (count: number): string =>
  count === 1 ? '1 photo' : `${photosText(count)}, best aligned first`;

/** Over the list: how many of the photos see what was clicked. `target` is its name. */
export const photosSeeingText = (seeing: number, count: number, target: string): string =>
  `${seeing} of ${photosText(count)} ${seeing === 1 ? 'sees' : 'see'} ${target}`;
