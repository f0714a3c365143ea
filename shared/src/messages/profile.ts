import { lengthText } from '../format/distance.ts';
import { formatMessage } from './format-message.ts';

/** Cross-sections through the point cloud (interface brief §10). */
export const PROFILE_MESSAGES = {
  'profile.first': 'Click where the profile begins',
  'profile.second': 'Click where the profile ends',
  'profile.hint': 'A section through the point cloud, along a line that you click on the model.',
  'profile.noCloud': 'A profile needs a point cloud, and there is none here for you.',
  'profile.loadFailed': 'The profile could not be loaded',
  'profile.noExport': 'Your role does not include exports of points.',
  'profile.noMeasure': 'Your role does not include measuring.',
  'profile.noPoints': 'There are no points to export.',
  'profile.measureFirst': 'Click the first point in the section',
  'profile.measureSecond': 'Click the second point in the section',
  'profile.saved': 'Profile exported',
  'profile.saveFailed': 'The profile could not be exported',
  'profile.profile': 'Profile',
  'profile.section': 'Section, {facts}',
  'profile.retry': 'Retry',
  'profile.widen': 'Widen',
  'profile.pointsOfTheProfile': 'Points of the profile',
  'profile.cancelExport': 'Cancel export',
  'profile.export': 'Export',
  'profile.closeTheProfile': 'Close the profile',
  'profile.thickness': 'Thickness',
  'profile.measureInTheSection': 'Measure in the section',
  'profile.height': 'Height × {times}',
  'profile.colour': 'Colour',
  'profile.heightColour': 'Height',
  'profile.moreOfTheProfile': 'More of the profile',
  'profile.picturePng': 'Picture, PNG',
  'profile.saveAsAPlace': 'Save as a place',
  'profile.leg': 'Leg {leg}, {along}, {up}',
  'profile.colourAsScanned': 'Colour: as scanned',
  'profile.colourHeight': 'Colour: height',
  'profile.colourDistance': 'Colour: distance',
  'profile.colourClass': 'Colour: class',
  'profile.showAllSection': 'Show all of the section',
  'profile.drawingDxf': 'Drawing, DXF',
  'profile.pointsCsv': 'Points, CSV',
  'profile.pointsLas': 'Points, LAS',
  'profile.facts': '{length}, {count, plural, one {1 point} other {# points}} from Point Cloud',
  'profile.reading': 'Reading {read, number} of {wanted, number} tiles',
  'profile.limited':
    'Only {count, plural, one {1 point} other {# points}} are shown, the coarse ones of all. Make the line shorter or the profile thinner to see every point.',
  'profile.tilesFailed': '{count, plural, one {1 tile} other {# tiles}} could not be read.',
  'profile.empty': 'No points within {thickness} of this line',
  'profile.datum': 'Heights above A, which is {height} above the ellipsoid',
  'profile.placeName': 'Profile, {length}',
  'profile.pointer': '{along} along, {up} above A',
  'profile.drawing': '1:{scale}, {count, plural, one {1 point} other {# points}}',
} as const;

/** Beside the title: the length of the section and what it is made of. */
export const profileFactsText = (lengthMetres: number, points: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.facts'], { length: lengthText(lengthMetres), count: points });

/** While tiles are read. */
export const profileReadingText = (tilesRead: number, tilesWanted: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.reading'], { read: tilesRead, wanted: tilesWanted });

/** The notice that there are more points than a profile reads. */
export const profileLimitedText = (points: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.limited'], { count: points });

export const profileFailedText = (tiles: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.tilesFailed'], { count: tiles });

export const profileEmptyText = (thicknessMetres: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.empty'], { thickness: lengthText(thicknessMetres) });

/** The zero level of the heights of a section; `heightMetres` is that of A above the ellipsoid. */
export const profileDatumText = (heightMetres: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.datum'], { height: lengthText(heightMetres) });

/** Name of a Place that keeps a section. */
export const profilePlaceName = (lengthMetres: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.placeName'], { length: lengthText(lengthMetres) });

/** The position of the pointer: along the line, and above its beginning. */
export const profilePlaceText = (along: number, up: number): string =>
  formatMessage(PROFILE_MESSAGES['profile.pointer'], { along: lengthText(along), up: lengthText(up) });

/** The notice that a drawing leaves out points evenly. */
export const drawingText = (scale: number, drawn: number, points: number): string =>
  drawn < points ? formatMessage(PROFILE_MESSAGES['profile.drawing'], { scale, count: drawn }) : `1:${scale}`;
