import { RAD_PER_DEG } from '../angles.ts';
import { type Lla, WGS84 } from '../geodesy.ts';
import { utmFromLla, type UtmPoint } from '../utm.ts';

/**
 * The inverse of `utmFromLla`, degrees with the given height: a place is moved by what its easting and northing lack,
 * until they are right to a nanometre. For places inside their zone.
 */
export function llaFromUtm(point: UtmPoint, height = 0): Lla {
  const degrees = 1 / (WGS84.a * RAD_PER_DEG);
  const south = point.hemisphere === 'S' ? 10_000_000 : 0;
  let place: Lla = { longitude: point.zone * 6 - 183, latitude: (point.northing - south) * degrees, height };
  for (let step = 0; step < 50; step++) {
    const now = utmFromLla(place, point);
    const [east, north] = [point.easting - now.easting, point.northing - now.northing];
    if (Math.hypot(east, north) < 1e-9) break;
    const longitude = place.longitude + (east * degrees) / Math.cos(place.latitude * RAD_PER_DEG);
    place = { longitude, latitude: place.latitude + north * degrees, height };
  }
  return place;
}
