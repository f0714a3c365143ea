import { formatMessage } from './format-message.ts';

/** Layers by others (interface brief §10). They are not among the sentences that are loaded before sign-in. */
export const LAYERS_MESSAGES = {
  'layers.search': 'Search layers',
  'layers.own': 'Your layers',
  'layers.gallery': 'Gallery',
  'layers.scanPositions': 'Scan positions',
  'layers.model': 'Model',
  'layers.noneYet': 'None yet',
  'layers.noOffers': 'Your organisation offers no layers at this site.',
  'layers.noMatch': 'No layer matches',
  'layers.loadFailed': 'The layers could not be loaded',
  'layers.loading': 'Loading',
  'layers.switchedOff': 'Switched off',
  'layers.stoppedPage': 'It was starting when the page stopped answering.',
  'layers.fromAddress': 'Address of a file',
  'layers.onlyHere': 'Files stay in this browser and are gone when the page is left.',
  'layers.drop':
    'Drop files to see them here: LAS, LAZ, COPC, E57, 3TZ, SLPK, GeoJSON, KML, CSV, Shapefile (.zip), GeoPackage, OBJ, PLY. They stay in this browser.',
  'layers.ofScreen': 'The layer of this screen, 100 %',
  'layers.addLayer': 'Add layer',
  'layers.layerFile': 'Layer file',
  'layers.chooseAFile': 'Choose a file',
  'layers.add': 'Add',
  'layers.csv': 'CSV',
  'layers.geojson': 'GeoJSON',
  'layers.flyTo': 'Fly to',
  'layers.flyToTitle': 'Fly to {title}',
  'layers.saveAs': 'Save {title} as {label}',
  'layers.remove': 'Remove {title}',
  'layers.legend': 'Legend',
  'layers.content': 'Content',
  'layers.opacity': 'Opacity',
  'layers.opacityOf': 'Opacity of {title}',
  'layers.retry': 'Retry',
  'layers.retryTitle': 'Retry {title}',
  'layers.move': 'Move {title}',
  'layers.moveUp': 'Move {title} up',
  'layers.moveDown': 'Move {title} down',
  'layers.changeTheOrder': 'Change the order',
  'layers.layers': 'Layers',
  'layers.clearSearch': 'Clear search',
  'layers.loadingLayers': 'Loading layers',
  'layers.screen': 'Screen {screen}',
  'layers.close': 'Close {title}',
  'layers.degreesWgs84': 'Degrees, WGS 84',
  'layers.metresEastNorthSites': 'Metres east and north of the site’s origin',
  'layers.coordinatesMapEpsgCode': 'Coordinates of a map, by EPSG code',
  'layers.coordinateSystem': 'Coordinate system',
  'layers.columnsOfPositions': 'Columns of positions',
  'layers.doesSayWhatCoordinates': '{fileName} does not say what its coordinates are. Choose it.',
  'layers.noColumnsKnownPositions': '{fileName} has no columns that are known as positions. Choose them.',
  'layers.theyAre': 'They are',
  'layers.epsgCode': 'EPSG code',
  'layers.withoutATitle': 'Without a title',
  'layers.noneOnTheGround': 'None: on the ground',
  'layers.howToMove': 'Drag, or Alt+↑ and Alt+↓',
  'layers.show': 'Show',
  'layers.longitudeOrEast': 'Longitude, or east',
  'layers.latitudeOrNorth': 'Latitude, or north',
  'layers.heightMetres': 'Height, metres',
  'layers.openNamed': 'Open {title}',
  'layers.closeNamed': 'Close {title}',
  'layers.leftOut':
    '{count, plural, one {{place} is left out: {reason}} other {{place} and {more, number} more are left out: {reason}}}',
  'layers.outlinesOnly':
    '{count, plural, one {An area has too many corners to be filled: its outline is drawn.} other {# areas have too many corners to be filled: their outlines are drawn.}}',
  'layers.notOpened': '{file}: This kind of file is not read here. Drop LAS, LAZ, COPC, E57, 3TZ, SLPK, {kinds}.',
  'layers.codeFailed': 'It failed at {time}: {reason}',
  'layers.sourceUnreachable': 'The source could not be reached at {time}.',
  'layers.sourceAnswered':
    'The source answered {status} at {time}.{status, select, 401 { Its sign-in has run out.} 403 { It does not allow this.} 404 { It is not there.} other {}}',
  'layers.off': '{count, plural, one {1 layer} other {# layers}} switched off',
  'layers.moved': '{title}, {place} of {of} in its group',
} as const;

/** Parts of a file that are not drawn: "Line 3 is left out: It has no position.", or "Line 3 and 11 more are left out: …". */
export const leftOutText = (firstPlace: string, reason: string, count: number): string =>
  formatMessage(LAYERS_MESSAGES['layers.leftOut'], { count, place: firstPlace, more: count - 1, reason });

/** Areas of a file that are too complex for their surface. */
export const outlinesOnlyText = (count: number): string =>
  formatMessage(LAYERS_MESSAGES['layers.outlinesOnly'], { count });

/** Why a file that was dropped is not opened; `kinds` are those of layers. */
export const notOpenedText = (fileName: string, kinds: string): string =>
  formatMessage(LAYERS_MESSAGES['layers.notOpened'], { file: fileName, kinds });

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** "09:42", in the reader's time zone. */
const timeText = (atMs: number): string => {
  const date = new Date(atMs);
  return `${twoDigits(date.getHours())}:${twoDigits(date.getMinutes())}`;
};

/** The failure of a layer, as the panel shows it. */
interface Failure {
  readonly of: 'source' | 'code';
  readonly status: number | null;
  readonly message: string;
  readonly atMs: number;
}

/** Why a layer was switched off, and when. */
export function layerFailureText({ of, status, message, atMs }: Failure): string {
  const time = timeText(atMs);
  if (of === 'code') return formatMessage(LAYERS_MESSAGES['layers.codeFailed'], { time, reason: message });
  if (status === null) return formatMessage(LAYERS_MESSAGES['layers.sourceUnreachable'], { time });
  return formatMessage(LAYERS_MESSAGES['layers.sourceAnswered'], { status: String(status), time });
}

/** In the footer: how many layers have switched themselves off. */
export const layersOffText = (count: number): string => formatMessage(LAYERS_MESSAGES['layers.off'], { count });

/** Said when a layer was moved in the list. */
export const layerMovedText = (title: string, place: number, of: number): string =>
  formatMessage(LAYERS_MESSAGES['layers.moved'], { title, place, of });
