import { modelType } from '@overlook/shared/config';
import {
  angleText,
  type AngleUnits,
  areaText,
  csvText,
  dayText,
  lengthText,
  type Units,
  volumeText,
} from '@overlook/shared/format';
import { formatMessage, SAVED_MESSAGES } from '@overlook/shared/messages';
import type { MeasurementResult, SiteMeasurement } from '@overlook/shared/schemas';
import { modeOf } from '../measure-modes.ts';

export interface ChosenUnits {
  readonly units: Units;
  readonly angleUnits: AngleUnits;
}

/** "Distance", "Pipe" */
export function kindText({ what, kind }: Pick<SiteMeasurement, 'what' | 'kind'>): string {
  switch (kind) {
    case 'volume':
      return SAVED_MESSAGES['saved.kindVolume'];
    case 'cylinder':
      return SAVED_MESSAGES['saved.kindPipe'];
    case 'sphere':
      return SAVED_MESSAGES['saved.kindSphere'];
    case 'angle':
      return SAVED_MESSAGES['saved.kindAngle'];
    case 'target':
      return SAVED_MESSAGES['saved.kindTarget'];
    default:
      return what === 'shape' ? SAVED_MESSAGES['saved.kindFittedPlane'] : modeOf(kind).label;
  }
}

/** A value in the chosen units. */
export function valueText(value: number, unit: MeasurementResult['unit'], { units, angleUnits }: ChosenUnits): string {
  if (unit === 'deg') return angleText(value, angleUnits);
  if (unit === 'm2') return areaText(value, units);
  return unit === 'm3' ? volumeText(value, units) : lengthText(value, units);
}

export const errorOf = ({ error, unit }: MeasurementResult, chosen: ChosenUnits): string =>
  error === null ? '–' : formatMessage(SAVED_MESSAGES['saved.plusMinus'], { error: valueText(error, unit, chosen) });

/** "Point Cloud, 14 Mar 2026", each layer once. */
export const layersText = ({ layers }: Pick<SiteMeasurement, 'layers'>): string =>
  layers
    .map(({ modeltypeId, takenOn }) =>
      formatMessage(SAVED_MESSAGES['saved.layerText'], { layer: modelType(modeltypeId).label, day: dayText(takenOn) }),
    )
    .join('; ');

/** What became of its layers; null where they are as they were. */
export function layersProblem({ layers }: Pick<SiteMeasurement, 'layers'>): string | null {
  if (layers.some(({ state }) => state === 'gone')) return SAVED_MESSAGES['saved.gone'];
  return layers.some(({ state }) => state === 'replaced') ? SAVED_MESSAGES['saved.replaced'] : null;
}

const HEAD = [
  'name',
  'folder',
  'kind',
  'value',
  'unit',
  'error',
  'error_kind',
  'layers',
  'captured',
  'layer_state',
  'shared',
  'saved_by',
  'saved_at',
  'comments',
];

/** Metres, square and cubic metres, degrees. */
export const savedCsv = (measurements: readonly SiteMeasurement[]): string =>
  csvText(
    HEAD,
    measurements.map((one) => [
      one.name,
      one.folder,
      kindText(one),
      one.value,
      one.unit,
      one.error,
      one.errorKind,
      one.layers.map(({ modeltypeId }) => modelType(modeltypeId).label).join('; '),
      one.layers.map(({ takenOn }) => takenOn).join('; '),
      one.layers.map(({ state }) => state).join('; '),
      one.isShared ? 'yes' : 'no',
      one.by,
      one.createdAt,
      one.comments,
    ]),
  );
