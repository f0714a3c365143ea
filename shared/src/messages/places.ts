/** Places, sharing them, and bookmarks opened from a link (specification §5, §8). */
export const PLACES_MESSAGES = {
  'places.fetchFailed': 'There was a problem fetching snapshots',
  'places.empty': "You haven't created any places yet",
  'place.created': 'Place was successfully created',
  'place.createFailed': 'There was a problem creating the Place',
  'place.updated': 'Place was successfully updated',
  'place.updateFailed': 'There was a problem updating the place',
  'place.archived': 'Place was successfully archived',
  'place.archiveFailed': 'There was a problem archiving the place',
  'bookmark.notFound': 'There was a problem finding bookmark.',
  'bookmark.loadFailed': 'There was a problem loading bookmark.',
  'email.sent': 'Email sent.',
  'email.failed': 'There was a problem sending email.',
  'share.recipientRequired': 'You must enter at least one recipient',
  'share.subjectRequired': 'You must enter a subject',
} as const;
