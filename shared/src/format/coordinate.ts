import { type Lla, utmBand, utmFromLla } from '../maths/index.ts';
import { numberText, withUnit } from './number.ts';

/** WGS84 in pieces: degrees to 6 decimals, height above the ellipsoid in metres to 2 (specification §9 "Formatting"). */
export function llaTexts({ longitude, latitude, height }: Lla): {
  longitude: string;
  latitude: string;
  height: string;
} {
  return {
    longitude: `${numberText(longitude, 6)}°`,
    latitude: `${numberText(latitude, 6)}°`,
    height: withUnit(numberText(height, 2), 'm'),
  };
}

/** UTM in pieces: zone with its band letter ("54H"; beyond the bands the hemisphere's), metres to 3 decimals, height to 2. */
export function utmTexts(lla: Lla): { zone: string; easting: string; northing: string; height: string } {
  const { zone, hemisphere, easting, northing } = utmFromLla(lla);
  return {
    zone: `${zone}${utmBand(lla.latitude) ?? hemisphere}`,
    easting: withUnit(numberText(easting, 3), 'm'),
    northing: withUnit(numberText(northing, 3), 'm'),
    height: withUnit(numberText(lla.height, 2), 'm'),
  };
}
