/** Targets as files and as text for the clipboard. */
import { csvText, errorText, llaTexts, utmTexts } from '@overlook/shared/format';
import { utmFromLla } from '@overlook/shared/maths';
import { geoJsonText, pointOf, position } from '../export/geojson.ts';
import { layerNames } from '../export/layer-names.ts';
import { roundedForFile } from '../export/rounding.ts';
import type { Target, TargetState } from './target-tool.ts';

type TargetsState = Pick<TargetState, 'targets'>;

const CSV_HEAD = [
  'name',
  'longitude',
  'latitude',
  'height_m',
  'utm_zone',
  'utm_hemisphere',
  'utm_easting_m',
  'utm_northing_m',
  'error_m',
  'layer',
  'captured',
];

export function exportTargetCsv({ targets }: TargetsState): string {
  const rows = targets.map((target) => {
    const { zone, hemisphere, easting, northing } = utmFromLla(target.lla);
    return [
      target.name,
      ...position(target.pointEcef),
      zone,
      hemisphere,
      roundedForFile(easting),
      roundedForFile(northing),
      roundedForFile(target.errorMetres),
      layerOf(target),
      target.takenOn,
    ];
  });
  return csvText(CSV_HEAD, rows);
}

export const exportTargetGeoJson = ({ targets }: TargetsState): string =>
  geoJsonText(
    targets.map((target) => ({
      type: 'Feature',
      properties: {
        name: target.name,
        layer: layerOf(target),
        ...(target.takenOn && { captured: target.takenOn }),
        errorMetres: roundedForFile(target.errorMetres),
      },
      geometry: pointOf(target.pointEcef),
    })),
  );

/** One line a target, with tabs between: name, WGS84, UTM, likely error, layer. */
export const copyTargetText = ({ targets }: TargetsState): string => targets.map(targetText).join('\n');

/** A single target's line. */
export function targetText(target: Target): string {
  const { longitude, latitude, height } = llaTexts(target.lla);
  const { zone, easting, northing } = utmTexts(target.lla);
  const utm = `${zone} E ${easting} N ${northing}`;
  return [target.name, longitude, latitude, height, utm, errorText(target.errorMetres), sourceOf(target)].join('\t');
}

const sourceOf = (target: Target): string => [layerOf(target), target.takenOn].filter(Boolean).join(', ');

const layerOf = (target: Target): string => layerNames([target.modeltypeId])[0]!;
