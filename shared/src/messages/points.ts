import type { BareMode, PointColorMode } from '../config/point-color-modes.ts';
import { numberText } from '../format/number.ts';
import { formatMessage } from './format-message.ts';

/** Colours of point clouds in the viewer. They are not among the sentences that are loaded before sign-in. */
export const POINTS_MESSAGES = {
  'points.none': 'There are no points on view.',
  'points.noValues': 'These points carry no intensity, classes or returns.',
  'points.notCarried': 'The points on view do not carry this: they keep the colours of the scan.',
  'points.openFile': 'Open a point cloud file',
  'points.openHint': 'LAS, LAZ, COPC or E57, beside the site. It stays in this browser.',
  'points.pointCloudFile': 'Point cloud file',
  'points.reading': 'Reading {name}',
  'points.flyTo': 'Fly to {name}',
  'points.remove': 'Remove {name}',
  'points.files': 'Files',
  'points.filesOfYourOwn': 'Files of your own',
  'points.asScanned': 'As scanned',
  'points.height': 'Height',
  'points.intensity': 'Intensity',
  'points.classification': 'Classification',
  'points.returnNumber': 'Return number',
  'points.all': '{count, number} points.',
  'points.thinned': 'Thinned: {count, number} of {total, number} points.',
  'points.farLeftOut': 'Far from all others and left out: {count, number}.',
  'points.placedBy': 'Placed by {system}.',
  'points.systemProblem': 'Its coordinate system {problem}',
  'points.placeUnknown': 'The file does not say where it is.',
  'points.inView': 'It was put in the middle of the view.',
  'points.placedByItself': 'Placed by its own coordinates.',
  'points.elsewhere': 'It lies {distance} from the view.',
  'points.bareBy': '{mode}, without colours by {bareMode}',
  'points.onView': '{count, plural, one {1 point} other {# points}} on view',
  'points.notNumbered': 'Not numbered',
  'points.return': 'Return {number}',
} as const;

const COLOR_MODES: Readonly<Record<PointColorMode, string>> = {
  scanned: POINTS_MESSAGES['points.asScanned'],
  height: POINTS_MESSAGES['points.height'],
  intensity: POINTS_MESSAGES['points.intensity'],
  classification: POINTS_MESSAGES['points.classification'],
  returnNumber: POINTS_MESSAGES['points.returnNumber'],
};

/**
 * What is shown of a file, one sentence for each fact. `crsName` is null where the file lies at the middle of the view.
 */
export function localCloudTexts({
  points,
  ofPoints,
  leftOut,
  crsName,
  crsProblem,
}: {
  points: number;
  ofPoints: number;
  leftOut: number;
  crsName: string | null;
  crsProblem: string | null;
}): string[] {
  const count =
    points + leftOut === ofPoints
      ? formatMessage(POINTS_MESSAGES['points.all'], { count: points })
      : formatMessage(POINTS_MESSAGES['points.thinned'], { count: points, total: ofPoints });
  const facts =
    leftOut === 0 ? [count] : [count, formatMessage(POINTS_MESSAGES['points.farLeftOut'], { count: leftOut })];
  if (crsName !== null) return [...facts, formatMessage(POINTS_MESSAGES['points.placedBy'], { system: crsName })];
  const reason = crsProblem
    ? formatMessage(POINTS_MESSAGES['points.systemProblem'], { problem: crsProblem })
    : POINTS_MESSAGES['points.placeUnknown'];
  return [...facts, `${reason} ${POINTS_MESSAGES['points.inView']}`];
}

/** What is shown of the model of a file. */
export const ownModelTexts = ({
  placement,
  notes,
}: {
  placement: object | null;
  notes: readonly string[];
}): string[] => [
  placement
    ? `${POINTS_MESSAGES['points.placeUnknown']} ${POINTS_MESSAGES['points.inView']}`
    : POINTS_MESSAGES['points.placedByItself'],
  ...notes,
];

/** A file that is not where the view was when it was opened. */
export const elsewhereText = (awayM: number): string =>
  formatMessage(POINTS_MESSAGES['points.elsewhere'], {
    distance:
      awayM < 1000 ? `${numberText(awayM, 0)}\u202Fm` : `${numberText(awayM / 1000, awayM < 10_000 ? 1 : 0)}\u202Fkm`,
  });

/** What points are coloured by; `bareMode` is that of points without scanned colours, null where all have some. */
export const colorModeText = (mode: PointColorMode, bareMode: BareMode | null = null): string =>
  mode === 'scanned' && bareMode
    ? formatMessage(POINTS_MESSAGES['points.bareBy'], {
        mode: COLOR_MODES.scanned,
        bareMode: COLOR_MODES[bareMode].toLowerCase(),
      })
    : COLOR_MODES[mode];

/** The number of points from which the figures were computed. */
export const pointsOnViewText = (points: number): string =>
  formatMessage(POINTS_MESSAGES['points.onView'], { count: points });

/** A return of a pulse by its number; 0 where the file does not number them. */
export const returnText = (returnNumber: number): string =>
  returnNumber === 0
    ? POINTS_MESSAGES['points.notNumbered']
    : formatMessage(POINTS_MESSAGES['points.return'], { number: returnNumber });
