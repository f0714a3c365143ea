import type { BareMode, PointColorMode } from '../config/point-color-modes.ts';
import { numberText } from '../format/number.ts';

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
} as const;

const COLOR_MODES: Readonly<Record<PointColorMode, string>> = {
  scanned: 'As scanned',
  height: 'Height',
  intensity: 'Intensity',
  classification: 'Classification',
  returnNumber: 'Return number',
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
      ? `${numberText(points, 0)} points.`
      : `Thinned: ${numberText(points, 0)} of ${numberText(ofPoints, 0)} points.`;
  const facts = leftOut === 0 ? [count] : [count, `Far from all others and left out: ${numberText(leftOut, 0)}.`];
  if (crsName !== null) return [...facts, `Placed by ${crsName}.`];
  const reason = crsProblem ? `Its coordinate system ${crsProblem}` : 'The file does not say where it is.';
  return [...facts, `${reason} ${IN_VIEW}`];
}

const IN_VIEW = 'It was put in the middle of the view.';

/** What is shown of the model of a file. */
export const ownModelTexts = ({
  placement,
  notes,
}: {
  placement: object | null;
  notes: readonly string[];
}): string[] => [
  placement ? `The file does not say where it is. ${IN_VIEW}` : 'Placed by its own coordinates.',
  ...notes,
];

/** A file that is not where the view was when it was opened. */
export const elsewhereText = (awayM: number): string =>
  `It lies ${awayM < 1000 ? `${numberText(awayM, 0)}\u202Fm` : `${numberText(awayM / 1000, awayM < 10_000 ? 1 : 0)}\u202Fkm`} from the view.`;

/** What points are coloured by; `bareMode` is that of points without scanned colours, null where all have some. */
export const colorModeText = (mode: PointColorMode, bareMode: BareMode | null = null): string =>
  mode === 'scanned' && bareMode
    ? `${COLOR_MODES.scanned}, without colours by ${COLOR_MODES[bareMode].toLowerCase()}`
    : COLOR_MODES[mode];

/** The number of points from which the figures were computed. */
export const pointsOnViewText = (points: number): string =>
  `${numberText(points, 0)} ${points === 1 ? 'point' : 'points'} on view`;

/** A return of a pulse by its number; 0 where the file does not number them. */
export const returnText = (returnNumber: number): string =>
  returnNumber === 0 ? 'Not numbered' : `Return ${returnNumber}`;
