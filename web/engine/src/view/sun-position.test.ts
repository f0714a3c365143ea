import { describe, expect, it } from 'vitest';
import { DEG_PER_RAD, RAD_PER_DEG, length } from '@overlook/shared/maths';
import { directionOfSun, standardSunPosition, sunInstantMs, sunPositionAt } from './sun-position.ts';

const degreesAt = (longitude: number, latitude: number, instant: string) => {
  const { azimuthRad, elevationRad } = sunPositionAt(longitude, latitude, Date.parse(instant));
  return { azimuth: azimuthRad * DEG_PER_RAD, elevation: elevationRad * DEG_PER_RAD };
};

/** Highest of the day at a place, degrees, and the mean solar time of that, minutes after midnight. */
function highestOf(day: string, longitude: number, latitude: number): { elevation: number; minutes: number } {
  let best = { elevation: -90, minutes: 0 };
  for (let minutes = 0; minutes < 1440; minutes += 0.5) {
    const { elevationRad } = sunPositionAt(longitude, latitude, sunInstantMs({ day, minutes }, longitude));
    const elevation = elevationRad * DEG_PER_RAD;
    if (elevation > best.elevation) best = { elevation, minutes };
  }
  return best;
}

describe('the position of the sun', () => {
  it('is that of published examples', () => {
    // Reda and Andreas (2008), NREL/TP-560-34302, appendix A.5: zenith 50.11162°, azimuth 194.34024°.
    const nrel = degreesAt(-105.1786, 39.742476, '2003-10-17T19:30:30Z');
    expect(nrel.azimuth).toBeCloseTo(194.34, 1);
    expect(Math.abs(nrel.elevation - (90 - 50.11162))).toBeLessThan(0.02);
    // Meeus, example 25.a: declination −7.78507° and right ascension 13.225389 h at 0 h TD of 13 October 1992, seen from the north pole.
    expect(Math.abs(degreesAt(0, 90, '1992-10-12T23:59:01Z').elevation - -7.785)).toBeLessThan(0.01);
  });

  it('at noon of the solstices is as high as the latitude and the tilt of the axis say, in both hemispheres', () => {
    for (const latitude of [51.5, 30, -35.08]) {
      const june = highestOf('2026-06-21', 138.5, latitude).elevation;
      const december = highestOf('2026-12-21', 138.5, latitude).elevation;
      expect(Math.abs(june - (90 - Math.abs(latitude - 23.436)))).toBeLessThan(0.1);
      expect(Math.abs(december - (90 - Math.abs(latitude + 23.436)))).toBeLessThan(0.1);
    }
    const { azimuth } = degreesAt(138.4932, -35.0789, '2026-12-21T02:44:00Z');
    expect(Math.min(azimuth, 360 - azimuth)).toBeLessThan(3);
  });

  it('on the day of an equinox rises in the east and sets in the west', () => {
    const day = '2026-03-20';
    const horizon = (minutes: number) => {
      const at = sunPositionAt(10, 45, sunInstantMs({ day, minutes }, 10));
      return { azimuth: at.azimuthRad * DEG_PER_RAD, elevation: at.elevationRad * DEG_PER_RAD };
    };
    // By the clock of the mean sun it comes 7 minutes late that day.
    expect(Math.abs(horizon(367.5).azimuth - 90)).toBeLessThan(0.5);
    expect(Math.abs(horizon(367.5).elevation)).toBeLessThan(0.6);
    expect(Math.abs(horizon(1087.5).azimuth - 270)).toBeLessThan(0.5);
  });

  it('runs ahead of mean solar time in November and behind it in February, by the equation of time', () => {
    expect(Math.abs(720 - highestOf('2026-11-03', 0, 20).minutes - 16.4)).toBeLessThan(1);
    expect(Math.abs(highestOf('2026-02-11', 0, 20).minutes - 720 - 14.2)).toBeLessThan(1);
  });

  it('is below the horizon at midnight, and above it at midsummer beyond the polar circle', () => {
    expect(degreesAt(0, 51.5, '2026-06-21T00:00:00Z').elevation).toBeLessThan(-10);
    expect(degreesAt(25, 75, '2026-06-20T22:20:00Z').elevation).toBeGreaterThan(5);
  });
});

it('the standard sun is low and in the west wherever people work, and the same at any time', () => {
  for (let latitude = -66; latitude <= 66; latitude += 3) {
    const { azimuthRad, elevationRad } = standardSunPosition(latitude);
    expect(elevationRad * DEG_PER_RAD).toBeGreaterThan(24);
    expect(elevationRad * DEG_PER_RAD).toBeLessThan(38);
    expect(Math.abs(azimuthRad * DEG_PER_RAD - 270)).toBeLessThan(30);
  }
});

it('a direction to the sun is a unit vector of east, north and up', () => {
  const toSun = directionOfSun({ azimuthRad: 90 * RAD_PER_DEG, elevationRad: 30 * RAD_PER_DEG });
  expect(toSun[0]).toBeCloseTo(Math.cos(Math.PI / 6), 12);
  expect(toSun[1]).toBeCloseTo(0, 12);
  expect(toSun[2]).toBeCloseTo(0.5, 12);
  expect(length(directionOfSun(standardSunPosition(-35)))).toBeCloseTo(1, 12);
});
