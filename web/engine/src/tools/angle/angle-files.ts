/** Angles as files and as text for the clipboard. */
import { angleText, csvText } from '@overlook/shared/format';
import { geoJsonText, lineOf, position } from '../export/geojson.ts';
import { layerNames } from '../export/layer-names.ts';
import { roundedForFile } from '../export/rounding.ts';
import type { AngleState, MeasuredAngle } from './angle-tool.ts';

type AnglesState = Pick<AngleState, 'angles'>;

const CORNERS = ['first', 'corner', 'second'] as const;
const CSV_HEAD = [
  'angle',
  'angle_deg',
  'error_deg',
  ...CORNERS.flatMap((name) => [`${name}_longitude`, `${name}_latitude`, `${name}_height_m`]),
  'layers',
  'captured',
];

/** Finished angles only. */
export function exportAngleCsv({ angles }: AnglesState): string {
  const rows = finished(angles).map((it, index) => [
    index + 1,
    rounded(it.angleDeg),
    rounded(it.errorDeg),
    ...it.points.flatMap((point) => position(point.pointEcef)),
    layerNames(it.modeltypeIds).join('; '),
    it.takenOn.join('; '),
  ]);
  return csvText(CSV_HEAD, rows);
}

/** A line over the corner for every finished angle. */
export const exportAngleGeoJson = ({ angles }: AnglesState): string =>
  geoJsonText(
    finished(angles).map((it) => ({
      type: 'Feature',
      properties: {
        id: it.id,
        angleDegrees: rounded(it.angleDeg),
        errorDegrees: rounded(it.errorDeg),
        layers: layerNames(it.modeltypeIds),
        captured: it.takenOn,
      },
      geometry: lineOf(it.points.map((point) => point.pointEcef)),
    })),
  );

/** One line an angle, with tabs between: value, likely error, layers. */
export const copyAngleText = ({ angles, units }: Pick<AngleState, 'angles' | 'units'>): string =>
  finished(angles)
    .map((it) =>
      [
        it.angleDeg === null ? '–' : angleText(it.angleDeg, units),
        it.errorDeg === null ? '–' : `±\u202F${angleText(it.errorDeg, units)}`,
        [...layerNames(it.modeltypeIds), ...it.takenOn].join(', '),
      ].join('\t'),
    )
    .join('\n');

const finished = (angles: readonly MeasuredAngle[]): MeasuredAngle[] => angles.filter((it) => it.isDone);

/** Four decimals as for metres. */
const rounded = (degrees: number | null): number | null => (degrees === null ? null : roundedForFile(degrees));
