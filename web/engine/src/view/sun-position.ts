/**
 * Where the sun is, by the equations of Meeus (1998), "Astronomical Algorithms", chapters 25 and 28, in the short form that NOAA's
 * calculator uses: within 0.02° for the years 1900 to 2100. Heights have the refraction of air at sea level in them.
 */
import { DEG_PER_RAD, RAD_PER_DEG, type Vec3 } from '@overlook/shared/maths';

/** Seen from a place: azimuth clockwise from north, elevation above the horizon, below 0 at night; radians. */
export interface SunPosition {
  readonly azimuthRad: number;
  readonly elevationRad: number;
}

/** A day and a time of mean solar time: the sun is highest at 12:00, give or take the 16 minutes by which it runs ahead or behind. */
export interface SunTime {
  /** As fields of dates have it: "2026-03-14". */
  readonly day: string;
  /** After midnight, 0 to 1439. */
  readonly minutes: number;
}

const MS_PER_DAY = 86_400_000;
const MS_PER_DEGREE = MS_PER_DAY / 360;
/** Of noon on 1 January 2000, milliseconds. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);
const DAYS_PER_CENTURY = 36_525;
/** Greatest declination of the sun, radians. */
const OBLIQUITY_RAD = 23.44 * RAD_PER_DEG;

/** Instant (UTC, milliseconds since 1970) of a mean solar time at a longitude, degrees. NaN for a day that is none. */
export const sunInstantMs = ({ day, minutes }: SunTime, longitudeDeg: number): number =>
  Date.parse(`${day}T00:00:00Z`) + minutes * 60_000 - longitudeDeg * MS_PER_DEGREE;

/** Where the sun is seen from a place (degrees) at an instant (UTC, milliseconds since 1970). */
export function sunPositionAt(longitudeDeg: number, latitudeDeg: number, instantMs: number): SunPosition {
  const days = (instantMs - J2000_MS) / MS_PER_DAY;
  const { declinationRad, rightAscensionRad } = sunAmongStars(days / DAYS_PER_CENTURY);
  // Greenwich mean sidereal time (Meeus 12.4).
  const siderealRad = (280.46061837 + 360.98564736629 * days + longitudeDeg) * RAD_PER_DEG;
  const { azimuthRad, elevationRad } = seenFrom(
    latitudeDeg * RAD_PER_DEG,
    declinationRad,
    siderealRad - rightAscensionRad,
  );
  return { azimuthRad, elevationRad: elevationRad + refractionRad(elevationRad) };
}

/**
 * The sun of images that are to look the same at any time: that of midsummer, four hours after noon. Between the polar circles
 * it is 24° to 37° high, in the west.
 */
export const standardSunPosition = (latitudeDeg: number): SunPosition =>
  seenFrom(latitudeDeg * RAD_PER_DEG, latitudeDeg < 0 ? -OBLIQUITY_RAD : OBLIQUITY_RAD, Math.PI / 3);

/** Unit vector towards it: east, north, up. */
export const directionOfSun = ({ azimuthRad, elevationRad }: SunPosition): Vec3 => [
  Math.sin(azimuthRad) * Math.cos(elevationRad),
  Math.cos(azimuthRad) * Math.cos(elevationRad),
  Math.sin(elevationRad),
];

/** Apparent place of the sun (Meeus 25), `centuries` after J2000. */
function sunAmongStars(centuries: number): { declinationRad: number; rightAscensionRad: number } {
  const t = centuries;
  const meanLongitudeDeg = 280.46646 + t * (36000.76983 + t * 0.0003032);
  const anomalyRad = (357.52911 + t * (35999.05029 - t * 0.0001537)) * RAD_PER_DEG;
  const centreDeg =
    Math.sin(anomalyRad) * (1.914602 - t * (0.004817 + t * 0.000014)) +
    Math.sin(2 * anomalyRad) * (0.019993 - t * 0.000101) +
    Math.sin(3 * anomalyRad) * 0.000289;
  const nodeRad = (125.04 - 1934.136 * t) * RAD_PER_DEG;
  const longitudeRad = (meanLongitudeDeg + centreDeg - 0.00569 - 0.00478 * Math.sin(nodeRad)) * RAD_PER_DEG;
  const meanObliquityDeg = 23.439291 - t * (0.0130042 + t * (1.64e-7 - t * 5.04e-7));
  const obliquityRad = (meanObliquityDeg + 0.00256 * Math.cos(nodeRad)) * RAD_PER_DEG;
  return {
    declinationRad: Math.asin(Math.sin(obliquityRad) * Math.sin(longitudeRad)),
    rightAscensionRad: Math.atan2(Math.cos(obliquityRad) * Math.sin(longitudeRad), Math.cos(longitudeRad)),
  };
}

/** Horizontal coordinates (Meeus 13) of a star without air; the hour angle grows to the west. */
function seenFrom(latitudeRad: number, declinationRad: number, hourAngleRad: number): SunPosition {
  const [sinLatitude, cosLatitude] = [Math.sin(latitudeRad), Math.cos(latitudeRad)];
  const [sinDeclination, cosDeclination] = [Math.sin(declinationRad), Math.cos(declinationRad)];
  const east = -cosDeclination * Math.sin(hourAngleRad);
  const north = sinDeclination * cosLatitude - cosDeclination * Math.cos(hourAngleRad) * sinLatitude;
  const up = sinDeclination * sinLatitude + cosDeclination * Math.cos(hourAngleRad) * cosLatitude;
  const azimuthRad = Math.atan2(east, north);
  return {
    azimuthRad: azimuthRad < 0 ? azimuthRad + 2 * Math.PI : azimuthRad,
    elevationRad: Math.asin(Math.max(-1, Math.min(1, up))),
  };
}

/** By how much air lifts what has this true elevation (Saemundsson, in Meeus 16.4); none well below the horizon. */
function refractionRad(elevationRad: number): number {
  const deg = elevationRad * DEG_PER_RAD;
  if (deg < -1) return 0;
  const minutes = 1.02 / Math.tan((deg + 10.3 / (deg + 5.11)) * RAD_PER_DEG);
  return (Math.max(0, minutes) / 60) * RAD_PER_DEG;
}
