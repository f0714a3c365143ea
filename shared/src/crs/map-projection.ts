import type { Datum } from './datums.ts';

/** A map projection in metres with its parameters; angles in degrees. */
export type MapProjection =
  | {
      /** Transverse Mercator, oblique stereographic, or Swiss oblique Mercator. */
      readonly method: 'tmerc' | 'sterea' | 'somerc';
      readonly latitude0Deg: number;
      readonly longitude0Deg: number;
      readonly scale: number;
      readonly falseEastingM: number;
      readonly falseNorthingM: number;
    }
  | {
      /** Lambert conformal conic with two standard parallels. */
      readonly method: 'lcc';
      readonly latitude0Deg: number;
      readonly longitude0Deg: number;
      readonly parallelsDeg: readonly [number, number];
      readonly falseEastingM: number;
      readonly falseNorthingM: number;
    };

/** The projection as proj4 reads it. */
export function proj4Text(projection: MapProjection, { ellipsoid, toWgs84 }: Datum): string {
  const { method, latitude0Deg, longitude0Deg, falseEastingM, falseNorthingM } = projection;
  const own =
    projection.method === 'lcc'
      ? `+lat_1=${projection.parallelsDeg[0]} +lat_2=${projection.parallelsDeg[1]}`
      : `+k_0=${projection.scale}`;
  return [
    `+proj=${method} +lat_0=${latitude0Deg} +lon_0=${longitude0Deg} ${own} +x_0=${falseEastingM} +y_0=${falseNorthingM}`,
    `+ellps=${ellipsoid.proj4} +towgs84=${toWgs84.join(',')} +units=m +no_defs`,
  ].join(' ');
}

/** Longitude and latitude of a datum as proj4 reads them. */
export const proj4Degrees = ({ ellipsoid, toWgs84 }: Datum): string =>
  `+proj=longlat +ellps=${ellipsoid.proj4} +towgs84=${toWgs84.join(',')} +no_defs`;

const METHODS = {
  tmerc: 'Transverse_Mercator',
  sterea: 'Oblique_Stereographic',
  somerc: 'Hotine_Oblique_Mercator_Azimuth_Center',
  lcc: 'Lambert_Conformal_Conic_2SP',
} as const;

/** The projection as WKT 1 (OGC 01-009), for files that are written. */
export function projectionWkt(name: string, epsg: number, projection: MapProjection, datum: Datum): string {
  const { ellipsoid, toWgs84 } = datum;
  const sevenParameters = [...toWgs84, 0, 0, 0, 0].slice(0, 7);
  const geographic =
    `GEOGCS["${datum.name}",DATUM["${datum.wktName}",` +
    `SPHEROID["${ellipsoid.name}",${ellipsoid.semiMajorM},${ellipsoid.inverseFlattening}],` +
    `TOWGS84[${sevenParameters.join(',')}]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],` +
    `AUTHORITY["EPSG","${datum.epsg}"]]`;
  const parameters = parametersOf(projection)
    .map(([parameter, value]) => `PARAMETER["${parameter}",${value}],`)
    .join('');
  return (
    `PROJCS["${name}",${geographic},PROJECTION["${METHODS[projection.method]}"],${parameters}UNIT["metre",1],` +
    `AXIS["Easting",EAST],AXIS["Northing",NORTH],AUTHORITY["EPSG","${epsg}"]]`
  );
}

function parametersOf(projection: MapProjection): [string, number][] {
  const { latitude0Deg, longitude0Deg, falseEastingM, falseNorthingM } = projection;
  const origin: [string, number][] = [
    ['false_easting', falseEastingM],
    ['false_northing', falseNorthingM],
  ];
  if (projection.method === 'lcc')
    return [
      ['standard_parallel_1', projection.parallelsDeg[0]],
      ['standard_parallel_2', projection.parallelsDeg[1]],
      ['latitude_of_origin', latitude0Deg],
      ['central_meridian', longitude0Deg],
      ...origin,
    ];
  if (projection.method === 'somerc')
    return [
      ['latitude_of_center', latitude0Deg],
      ['longitude_of_center', longitude0Deg],
      ['azimuth', 90],
      ['rectified_grid_angle', 90],
      ['scale_factor', projection.scale],
      ...origin,
    ];
  return [
    ['latitude_of_origin', latitude0Deg],
    ['central_meridian', longitude0Deg],
    ['scale_factor', projection.scale],
    ...origin,
  ];
}
