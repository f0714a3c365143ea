import { RAD_PER_DEG } from './angles.ts';
import { type Mat4, invertAffine } from './matrix.ts';
import type { ReadonlyVec3, Vec3 } from './vector.ts';

/** WGS84: semi-major axis in metres, flattening, first eccentricity squared (NIMA TR8350.2). */
export const WGS84 = { a: 6378137, f: 1 / 298.257223563, e2: 6.69437999014e-3 } as const;
const B = WGS84.a * (1 - WGS84.f);

/** Longitude and latitude in degrees, height above the ellipsoid in metres. */
export interface Lla {
  longitude: number;
  latitude: number;
  height: number;
}

/** Mean radius of the earth, metres. */
const RADIUS_M = 6_371_009;

/** The way over the ground, metres, between places that are so far apart in a straight line. */
export const wayOverGround = (straightM: number): number =>
  2 * RADIUS_M * Math.asin(Math.min(1, straightM / (2 * RADIUS_M)));

/** Geodetic to earth-centred, earth-fixed metres. */
export function ecefFromLla({ longitude, latitude, height }: Lla): Vec3 {
  const sinLat = Math.sin(latitude * RAD_PER_DEG);
  const cosLat = Math.cos(latitude * RAD_PER_DEG);
  const n = WGS84.a / Math.sqrt(1 - WGS84.e2 * sinLat * sinLat);
  return [
    (n + height) * cosLat * Math.cos(longitude * RAD_PER_DEG),
    (n + height) * cosLat * Math.sin(longitude * RAD_PER_DEG),
    (n * (1 - WGS84.e2) + height) * sinLat,
  ];
}

/**
 * Earth-centred metres to geodetic, by Bowring's start and fixed-point steps: exact to under a micrometre from the
 * ground to 20 000 km. The earth's centre gives latitude 0.
 */
export function llaFromEcef(pointEcef: ReadonlyVec3): Lla {
  const [x, y, z] = pointEcef;
  const p = Math.hypot(x, y);
  const longitude = Math.atan2(y, x) / RAD_PER_DEG;
  const ep2 = (WGS84.a * WGS84.a - B * B) / (B * B);
  let beta = Math.atan2(z * WGS84.a, p * B);
  let lat = 0;
  for (let i = 0; i < 5; i++) {
    lat = Math.atan2(z + ep2 * B * Math.sin(beta) ** 3, p - WGS84.e2 * WGS84.a * Math.cos(beta) ** 3);
    const next = Math.atan2((1 - WGS84.f) * Math.sin(lat), Math.cos(lat));
    if (Math.abs(next - beta) < 1e-15) break;
    beta = next;
  }
  const sinLat = Math.sin(lat);
  const n = WGS84.a / Math.sqrt(1 - WGS84.e2 * sinLat * sinLat);
  const height = p * Math.cos(lat) + z * sinLat - (WGS84.a * WGS84.a) / n;
  return { longitude, latitude: lat / RAD_PER_DEG, height };
}

/** East-north-up axes at a place: the site frame. Column-major 4×4, both ways. */
export interface EnuFrame {
  readonly origin: Lla;
  readonly ecefFromEnu: Mat4;
  readonly enuFromEcef: Mat4;
}

/** Exact ENU frame (a rotation and a translation, no projection) with its origin at `origin`. */
export function enuFrame(origin: Lla): EnuFrame {
  const lon = origin.longitude * RAD_PER_DEG;
  const lat = origin.latitude * RAD_PER_DEG;
  const [sl, cl, sp, cp] = [Math.sin(lon), Math.cos(lon), Math.sin(lat), Math.cos(lat)];
  const o = ecefFromLla(origin);
  const ecefFromEnu: Mat4 = [-sl, cl, 0, 0, -sp * cl, -sp * sl, cp, 0, cp * cl, cp * sl, sp, 0, o[0], o[1], o[2], 1];
  return { origin, ecefFromEnu, enuFromEcef: invertAffine(ecefFromEnu) };
}
