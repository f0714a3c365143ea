import { type ReadonlyVec3, llaFromEcef } from '@overlook/shared/maths';
import { roundedForFile } from './rounding.ts';

/** Longitude and latitude in degrees, height above the ellipsoid in metres (RFC 7946 §3.1.1). */
type Position = [number, number, number];

type Geometry =
  | { type: 'Point'; coordinates: Position }
  | { type: 'LineString'; coordinates: Position[] }
  | { type: 'Polygon'; coordinates: Position[][] };

export interface Feature {
  type: 'Feature';
  properties: Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;
  geometry: Geometry;
}

/** Nine decimals of a degree are a tenth of a millimetre. */
const DEGREE_DIGITS = 9;

export function position(pointEcef: ReadonlyVec3): Position {
  const { longitude, latitude, height } = llaFromEcef(pointEcef);
  return [degrees(longitude), degrees(latitude), roundedForFile(height)];
}

export const pointOf = (pointEcef: ReadonlyVec3): Geometry => ({ type: 'Point', coordinates: position(pointEcef) });

export const lineOf = (pointsEcef: readonly ReadonlyVec3[]): Geometry => ({
  type: 'LineString',
  coordinates: pointsEcef.map(position),
});

/** Closed, and anticlockwise as seen from above (RFC 7946 §3.1.6). */
export function polygonOf(pointsEcef: readonly ReadonlyVec3[]): Geometry {
  const ring = pointsEcef.map(position);
  const [west, south] = ring[0] ?? [0, 0];
  let doubled = 0;
  for (const [index, [x, y]] of ring.entries()) {
    const [nextX, nextY] = ring[(index + 1) % ring.length]!;
    doubled += (x - west) * (nextY - south) - (nextX - west) * (y - south);
  }
  if (doubled < 0) ring.reverse();
  return { type: 'Polygon', coordinates: [[...ring, ring[0]!]] };
}

/** A document of the features: WGS84, as GeoJSON always is. */
export const geoJsonText = (features: readonly Feature[]): string =>
  `${JSON.stringify({ type: 'FeatureCollection', features }, null, 2)}\n`;

const degrees = (value: number): number => Number(value.toFixed(DEGREE_DIGITS));
