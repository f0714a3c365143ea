import { DATUMS } from './datums.ts';
import type { MapProjection } from './map-projection.ts';

/** The projection of a UTM zone, 1 to 60. */
export const utmProjection = (zone: number, isSouth: boolean): MapProjection => ({
  method: 'tmerc',
  latitude0Deg: 0,
  longitude0Deg: zone * 6 - 183,
  scale: 0.9996,
  falseEastingM: 500_000,
  falseNorthingM: isSouth ? 10_000_000 : 0,
});

/** A UTM zone on WGS84, 1 to 60; apart from the table of all systems, which is ten times larger. */
export const wgs84Utm = (zone: number, isSouth: boolean) => ({
  epsg: (isSouth ? 32_700 : 32_600) + zone,
  name: `${DATUMS.wgs84.name} / UTM zone ${zone}${isSouth ? 'S' : 'N'}`,
  datum: DATUMS.wgs84,
  projection: utmProjection(zone, isSouth),
});
