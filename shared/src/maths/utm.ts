/**
 * Universal Transverse Mercator on WGS84 by Krüger's series to n⁶ (Karney, "Transverse Mercator with an accuracy of a few
 * nanometers", 2011, eq. 35 and 36): under a micrometre inside a zone, under a millimetre far outside it.
 *
 * 1. Geodetic latitude to conformal latitude, exactly.
 * 2. The sphere's transverse Mercator gives ξ′ (along the meridian) and η′ (across it).
 * 3. A trigonometric series in the third flattening n bends them to the ellipsoid's.
 * 4. Times the rectifying radius and the scale on the central meridian, plus false easting and northing.
 */
import { RAD_PER_DEG } from './angles.ts';
import { type Lla, WGS84 } from './geodesy.ts';

export type Hemisphere = 'N' | 'S';

/** `zone` 1 to 60; metres east of the zone's false origin and north of the hemisphere's. */
export interface UtmPoint {
  readonly zone: number;
  readonly hemisphere: Hemisphere;
  readonly easting: number;
  readonly northing: number;
}

const SCALE = 0.9996;
const FALSE_EASTING = 500_000;
const FALSE_NORTHING_SOUTH = 10_000_000;

const E2 = WGS84.f * (2 - WGS84.f);
const E = Math.sqrt(E2);
const N = WGS84.f / (2 - WGS84.f);
const [N2, N3, N4, N5, N6] = [N ** 2, N ** 3, N ** 4, N ** 5, N ** 6];
/** Rectifying radius times the scale: metres of northing per radian of ξ. */
const RADIUS = ((SCALE * WGS84.a) / (1 + N)) * (1 + N2 / 4 + N4 / 64 + N6 / 256);

/** α of eq. 35: sphere to ellipsoid. */
const TO_ELLIPSOID = [
  N / 2 - (2 / 3) * N2 + (5 / 16) * N3 + (41 / 180) * N4 - (127 / 288) * N5 + (7891 / 37_800) * N6,
  (13 / 48) * N2 - (3 / 5) * N3 + (557 / 1440) * N4 + (281 / 630) * N5 - (1_983_433 / 1_935_360) * N6,
  (61 / 240) * N3 - (103 / 140) * N4 + (15_061 / 26_880) * N5 + (167_603 / 181_440) * N6,
  (49_561 / 161_280) * N4 - (179 / 168) * N5 + (6_601_661 / 7_257_600) * N6,
  (34_729 / 80_640) * N5 - (3_418_889 / 1_995_840) * N6,
  (212_378_941 / 319_334_400) * N6,
];

/**
 * Zone 1 to 60 of a longitude in degrees, by the specification's formula (§9): Norway and Svalbard have no exceptions.
 * Longitudes beyond ±180° are wrapped.
 */
export const utmZone = (longitude: number): number => modulo(Math.floor((longitude + 180) / 6), 60) + 1;

/** Letter of the 8° latitude band, C to X without I and O; null below 80° S and above 84° N, where UTM ends. */
export function utmBand(latitude: number): string | null {
  if (!(latitude >= -80 && latitude <= 84)) return null;
  return 'CDEFGHJKLMNPQRSTUVWX'.charAt(Math.min(19, Math.floor((latitude + 80) / 8)));
}

/**
 * The point in the zone of its own longitude and its own hemisphere, or in those of `grid`, so that points on both sides of a
 * border come into one grid. The height has no influence.
 */
export function utmFromLla({ longitude, latitude }: Lla, grid?: Pick<UtmPoint, 'zone' | 'hemisphere'>): UtmPoint {
  const zone = grid?.zone ?? utmZone(longitude);
  const lambda = (modulo(longitude - centralMeridian(zone) + 180, 360) - 180) * RAD_PER_DEG;
  const tau = conformal(Math.tan(latitude * RAD_PER_DEG));
  const cosLambda = Math.cos(lambda);
  const xi = Math.atan2(tau, cosLambda);
  const eta = Math.asinh(Math.sin(lambda) / Math.hypot(tau, cosLambda));
  const [northRad, eastRad] = bend(xi, eta);
  const hemisphere = grid?.hemisphere ?? (latitude < 0 ? 'S' : 'N');
  return {
    zone,
    hemisphere,
    easting: FALSE_EASTING + RADIUS * eastRad,
    northing: RADIUS * northRad + (hemisphere === 'S' ? FALSE_NORTHING_SOUTH : 0),
  };
}

const centralMeridian = (zone: number): number => zone * 6 - 183;

const modulo = (value: number, by: number): number => ((value % by) + by) % by;

/** ξ and η moved by Σ cⱼ·sin 2jξ·cosh 2jη and Σ cⱼ·cos 2jξ·sinh 2jη. */
function bend(xi: number, eta: number): [number, number] {
  let [bentXi, bentEta] = [xi, eta];
  TO_ELLIPSOID.forEach((coefficient, index) => {
    const twice = 2 * (index + 1);
    bentXi += coefficient * Math.sin(twice * xi) * Math.cosh(twice * eta);
    bentEta += coefficient * Math.cos(twice * xi) * Math.sinh(twice * eta);
  });
  return [bentXi, bentEta];
}

/** Tangent of the conformal latitude from the tangent of the geodetic one (Karney eq. 7 to 9). */
function conformal(tau: number): number {
  const secant = Math.hypot(1, tau);
  const sigma = Math.sinh(E * Math.atanh((E * tau) / secant));
  return tau * Math.hypot(1, sigma) - sigma * secant;
}
