/** Measurements as files and as text for the clipboard. */
import {
  type Units,
  areaText,
  csvText,
  deltaNumber,
  errorText,
  lengthNumber,
  lengthText,
  unitSign,
} from '@overlook/shared/format';
import type { FigurePoint } from '../figures/figure.ts';
import { type Feature, geoJsonText, lineOf, polygonOf, position } from '../export/geojson.ts';
import { layerNames } from '../export/layer-names.ts';
import { roundedForFile } from '../export/rounding.ts';
import type { MeasureMode, Measurement } from './measurement.ts';
import type { MeasureState } from './measure-tool.ts';

type MeasurementsState = Pick<MeasureState, 'measurements'>;

const MODE_NAMES: Readonly<Record<MeasureMode, string>> = {
  distance: 'Distance',
  height: 'Height',
  area: 'Area',
  plane: 'To plane',
};

const CSV_HEAD = [
  'measurement',
  'mode',
  'row',
  'from_longitude',
  'from_latitude',
  'from_height_m',
  'to_longitude',
  'to_latitude',
  'to_height_m',
  'length_m',
  'delta_east_m',
  'delta_north_m',
  'delta_up_m',
  'height_difference_m',
  'area_horizontal_m2',
  'area_surface_m2',
  'plane_distance_m',
  'error',
  'picked_on',
  'layers',
  'captured',
];

/** A row for every leg ("leg 1") and one for each whole measurement ("total"). Its error is in the unit of its result. */
export function exportMeasureCsv({ measurements }: MeasurementsState): string {
  const rows = measurements.flatMap((it, index) => [...legRows(it, index + 1), totalRow(it, index + 1)]);
  return csvText(CSV_HEAD, rows);
}

/** Lines and polygons with what they measure; of a plane its three corners, and the line from its point to its foot. */
export const exportMeasureGeoJson = ({ measurements }: MeasurementsState): string =>
  geoJsonText(measurements.filter((it) => it.points.length > 1).flatMap(featuresOf));

/** Results line by line, legs as a table with tabs between the columns. */
export const copyMeasureText = ({ measurements }: MeasurementsState, units: Units): string =>
  measurements.map((it) => textOf(it, units).join('\n')).join('\n\n');

function legRows(
  { mode, points, legs, modeltypeIds, takenOn }: Measurement,
  number: number,
): (string | number | null)[][] {
  return legs.map((leg, index) => [
    number,
    mode,
    `leg ${index + 1}`,
    ...position(points[index]!.pointEcef),
    ...position(points[(index + 1) % points.length]!.pointEcef),
    roundedForFile(leg.length),
    ...leg.deltaEnu.map(roundedForFile),
    null,
    null,
    null,
    null,
    roundedForFile(leg.errorMetres),
    pickedOn([points[index]!, points[(index + 1) % points.length]!]).join('; '),
    layerNames(modeltypeIds).join('; '),
    takenOn.join('; '),
  ]);
}

/** What each point was picked on: a kind of `SNAP_KINDS`, the surface, or empty for points out of a link. */
const pickedOn = (points: readonly FigurePoint[]): string[] =>
  points.map(({ snap, ray }) => snap ?? (ray ? 'surface' : ''));

function totalRow(it: Measurement, number: number): (string | number | null)[] {
  const hasLegs = it.legs.length > 0;
  return [
    number,
    it.mode,
    'total',
    ...Array.from({ length: 6 }, () => null),
    hasLegs ? roundedForFile(it.total.length) : null,
    ...it.total.deltaEnu.map((delta) => (hasLegs ? roundedForFile(delta) : null)),
    it.height && roundedForFile(it.height.difference),
    it.area && roundedForFile(it.area.horizontal),
    it.area && roundedForFile(it.area.surface),
    it.plane && roundedForFile(it.plane.distance),
    roundedForFile(errorOf(it)),
    pickedOn(it.points).join('; '),
    layerNames(it.modeltypeIds).join('; '),
    it.takenOn.join('; '),
  ];
}

/** Likely error of the result of the mode: metres, for an area square metres. */
const errorOf = (it: Measurement): number =>
  it.area?.horizontalError ?? it.height?.errorMetres ?? it.plane?.errorMetres ?? it.errorMetres;

function featuresOf(it: Measurement): Feature[] {
  const pointsEcef = it.points.map((point) => point.pointEcef);
  const common = {
    id: it.id,
    mode: it.mode,
    layers: layerNames(it.modeltypeIds),
    captured: it.takenOn,
    pickedOn: pickedOn(it.points),
  };
  if (it.mode === 'plane') {
    const corners = pointsEcef.slice(0, 3);
    const plane: Feature = {
      type: 'Feature',
      properties: { ...common, part: 'plane' },
      geometry: corners.length === 3 ? polygonOf(corners) : lineOf(corners),
    };
    if (!it.plane) return [plane];
    const properties = {
      ...common,
      part: 'distance',
      errorMetres: roundedForFile(it.plane.errorMetres),
      lengthMetres: roundedForFile(Math.abs(it.plane.distance)),
      signedDistanceMetres: roundedForFile(it.plane.distance),
    };
    return [plane, { type: 'Feature', properties, geometry: lineOf([pointsEcef[3]!, it.plane.footEcef]) }];
  }
  const properties = {
    ...common,
    lengthMetres: roundedForFile(it.total.length),
    errorMetres: roundedForFile(it.errorMetres),
    legLengthsMetres: it.legs.map((leg) => roundedForFile(leg.length)),
    ...(it.height && {
      heightDifferenceMetres: roundedForFile(it.height.difference),
      heightErrorMetres: roundedForFile(it.height.errorMetres),
    }),
    ...(it.area && {
      areaHorizontalSquareMetres: roundedForFile(it.area.horizontal),
      areaHorizontalErrorSquareMetres: roundedForFile(it.area.horizontalError),
      areaSurfaceSquareMetres: roundedForFile(it.area.surface),
      areaSurfaceErrorSquareMetres: roundedForFile(it.area.surfaceError),
      isSelfIntersecting: it.area.isSelfIntersecting,
    }),
  };
  const geometry = it.mode === 'area' && it.isDone ? polygonOf(pointsEcef) : lineOf(pointsEcef);
  return [{ type: 'Feature', properties, geometry }];
}

function textOf(it: Measurement, units: Units): string[] {
  const source = [...layerNames(it.modeltypeIds), ...it.takenOn].join(', ');
  const head = [MODE_NAMES[it.mode], ...resultOf(it, units), source].join('\t');
  if (it.legs.length === 0) return [head];
  const row = (name: string, length: number, delta: readonly number[]): string =>
    [name, lengthNumber(length, units), ...delta.map((value) => deltaNumber(value, units))].join('\t');
  return [
    head,
    ['Leg', units === 'feetInches' ? 'Length' : `Length (${unitSign(units)})`, 'ΔE', 'ΔN', 'ΔU'].join('\t'),
    ...it.legs.map((leg, index) =>
      row(`${index + 1}–${((index + 1) % it.points.length) + 1}`, leg.length, leg.deltaEnu),
    ),
    row('Total', it.total.length, it.total.deltaEnu),
  ];
}

/** The value and its likely error. */
function resultOf(it: Measurement, units: Units): string[] {
  if (it.area) return [areaText(it.area.horizontal, units), `±\u202F${areaText(it.area.horizontalError, units)}`];
  if (it.height) return [lengthText(it.height.difference, units), errorText(it.height.errorMetres, units)];
  if (it.plane) return [lengthText(it.plane.distance, units), errorText(it.plane.errorMetres, units)];
  return it.legs.length > 0 ? [lengthText(it.total.length, units), errorText(it.errorMetres, units)] : ['–'];
}
