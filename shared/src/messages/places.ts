import { fileSizeText } from '../format/file-size.ts';
import { formatMessage } from './format-message.ts';

/** Places, sharing them, and bookmarks opened from a link (specification §5, §8). */
export const PLACES_MESSAGES = {
  'places.fetchFailed': 'There was a problem fetching snapshots',
  'places.empty': "You haven't created any places yet",
  'place.nameRequired': 'This field cannot be empty',
  'place.tooMany': 'You have 1,000 Places, as many as one person may. Archive some of them first.',
  'place.notFound': 'There is no such Place.',
  'place.isArchived': 'This Place has been archived.',
  'place.isArchivedRow': 'Archived:',
  'places.emptyHint': 'Save the view you see, to open it again or to send it to a colleague.',
  'places.noMatch': 'No Place has this name',
  'place.saving': 'Saving the view',
  'place.savedWithoutPicture': 'The Place has no picture: the view could not be drawn.',
  'place.savedBeforeComplete': 'The picture of the Place was taken before the view was complete.',
  'place.savedWithoutObjects': 'The Place is without the selected, hidden and coloured objects: there are too many.',
  'place.layersLeftOut': 'Layers of this Place are not open to you and were left out',
  'place.objectsLeftOut': 'The objects chosen in this Place are not open to you and were left out',
  'place.layersAndObjectsLeftOut': 'Layers and objects of this Place are not open to you and were left out',
  'place.objectsOutdated': 'The selected objects were left out: the Project Layer has been replaced since.',
  'share.linkIsIncluded': 'The mail has the picture and a link to this Place.',
  'share.forgetFailed': 'The address could not be forgotten',
  'share.mailFailed': 'A mail with this Place could not be delivered',
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
  'place.guidTaken': 'A Place at another site was saved with this id.',
  'share.recipientRequired': 'You must enter at least one recipient',
  'share.subjectRequired': 'You must enter a subject',
  'share.foreignLink': 'Only links to Places of this installation can be sent.',
  'share.tooMany': 'You have sent as many mails as one person may in an hour.',
  'share.tooManyRecipients': 'A Place can be sent to 30 people at a time.',
  'picture.invalid': 'This file is not a picture that can be read.',
  'picture.tooLarge': 'A picture can have 20 MB at most.',
  'picture.notUploaded': 'There is no picture of yours with this name that waits for a Place at this site.',
  'picture.tooMany': 'Too many of your pictures wait for a Place. Try again later.',
  'place.nameOfThePlace': 'Name of the Place',
  'place.places': 'Places',
  'place.share': 'Share {name}',
  'place.moreOf': 'More of {name}',
  'place.rename': 'Rename',
  'place.copyLink': 'Copy link',
  'place.yourPlaces': 'Your Places',
  'place.saveThisView': 'Save this view',
  'place.placesOfAllSites': 'Places of all sites',
  'place.loadingPlaces': 'Loading Places',
  'place.searchPlaces': 'Search Places',
  'place.clearSearch': 'Clear search',
  'place.recipients': 'Recipients',
  'place.nameExampleCom': 'name@example.com',
  'place.chosenRecipients': 'Chosen recipients',
  'place.leaveOut': 'Leave out {address}',
  'place.earlierRecipients': 'Earlier recipients',
  'place.forget': 'Forget {address}',
  'place.sharePlace': 'Share Place',
  'place.subject': 'Subject',
  'place.message': 'Message',
  'place.send': 'Send',
  'place.picturesTooLarge':
    'The pictures of your Places have {size} in all, as much as one person may upload. Delete some Places first.',
  'place.recipientNotAllowed':
    'Mails cannot be sent to {address}: nobody on this instance has this address. Choose a person with an account, or ask your administrator.',
} as const;

/** All pictures of a person's Places have reached their limit. */
export const picturesTooLargeText = (bytesMost: number): string =>
  formatMessage(PLACES_MESSAGES['place.picturesTooLarge'], { size: fileSizeText(bytesMost) });

/** An address to which the operator allows no mail of a person's own. */
export const recipientNotAllowedText = (address: string): string =>
  formatMessage(PLACES_MESSAGES['place.recipientNotAllowed'], { address });
