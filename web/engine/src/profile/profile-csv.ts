import { type Lla, utmFromLla } from '@overlook/shared/maths';
import { type ExportedPoint, exportedPoints, llaOf, type ProfileExport, profileGrid } from './export-points.ts';

/** The coordinate columns; a map projection has a code, and gives easting and northing in metres. */
export type CsvCoordinates =
  | 'wgs84'
  | 'utm'
  | { readonly code: `EPSG:${number}`; fromLla(lla: Lla): readonly [easting: number, northing: number] };

const ROWS_A_PART = 500;
/** Tenths of a millimetre, and of a degree the same. */
const METRES = 4;
const DEGREES = 9;

/**
 * The points as CSV (RFC 4180), in parts: along, across and up from A in metres; longitude, latitude and height above the
 * ellipsoid, UTM in the zone of A, or the given projection, whose `RangeError` outside of its area it throws; colour from 0 to 255; class, where the tiles carry one.
 */
export function* profileCsv(profile: ProfileExport, coordinates: CsvCoordinates): Generator<string> {
  const hasColors = profile.chunks.some(({ colors }) => colors !== null);
  const hasClasses = profile.chunks.some(({ classes }) => classes !== null);
  const place = columnsIn(coordinates, profile);
  const head = [
    'along_m',
    'across_m',
    'up_m',
    ...place.names,
    ...(hasColors ? ['red', 'green', 'blue'] : []),
    ...(hasClasses ? ['class'] : []),
  ];
  let rows = [head.join(',')];
  for (const point of exportedPoints(profile)) {
    const { along, across, up, red, green, blue, classCode } = point;
    let row = `${along.toFixed(METRES)},${across.toFixed(METRES)},${up.toFixed(METRES)},${place.textOf(point)}`;
    if (hasColors) row += `,${red},${green},${blue}`;
    if (hasClasses) row += `,${classCode}`;
    rows.push(row);
    if (rows.length < ROWS_A_PART) continue;
    yield `${rows.join('\r\n')}\r\n`;
    rows = [];
  }
  if (rows.length > 0) yield `${rows.join('\r\n')}\r\n`;
}

/** The approximate bytes of {@link profileCsv} for `count` points, by its first rows. */
export function csvBytes(profile: ProfileExport, coordinates: CsvCoordinates, count: number): number {
  const [part = ''] = profileCsv(profile, coordinates);
  const head = part.indexOf('\n') + 1;
  const rows = Math.max(1, part.split('\n').length - 2);
  return Math.round(head + ((part.length - head) / rows) * count);
}

interface PlaceColumns {
  names: readonly string[];
  textOf(point: ExportedPoint): string;
}

function columnsIn(coordinates: CsvCoordinates, profile: ProfileExport): PlaceColumns {
  if (coordinates === 'wgs84') return wgs84Columns(profile);
  if (coordinates === 'utm') return utmColumns(profile);
  return mapColumns(profile, coordinates);
}

function mapColumns({ frame }: ProfileExport, { code, fromLla }: Exclude<CsvCoordinates, string>): PlaceColumns {
  const name = code.toLowerCase().replace(':', '_');
  return {
    names: [`${name}_easting_m`, `${name}_northing_m`, 'ellipsoidal_height_m'],
    textOf({ along, across, up }) {
      const lla = llaOf(frame, [along, across, up]);
      const [easting, northing] = fromLla(lla);
      return `${easting.toFixed(METRES)},${northing.toFixed(METRES)},${lla.height.toFixed(METRES)}`;
    },
  };
}

const wgs84Columns = ({ frame }: ProfileExport): PlaceColumns => ({
  names: ['longitude', 'latitude', 'ellipsoidal_height_m'],
  textOf({ along, across, up }) {
    const { longitude, latitude, height } = llaOf(frame, [along, across, up]);
    return `${longitude.toFixed(DEGREES)},${latitude.toFixed(DEGREES)},${height.toFixed(METRES)}`;
  },
});

function utmColumns({ frame }: ProfileExport): PlaceColumns {
  const grid = profileGrid(frame);
  const zone = `${grid.zone}${grid.hemisphere.toLowerCase()}`;
  return {
    names: [`utm_${zone}_easting_m`, `utm_${zone}_northing_m`, 'ellipsoidal_height_m'],
    textOf({ along, across, up }) {
      const lla = llaOf(frame, [along, across, up]);
      const { easting, northing } = utmFromLla(lla, grid);
      return `${easting.toFixed(METRES)},${northing.toFixed(METRES)},${lla.height.toFixed(METRES)}`;
    },
  };
}
