import { describe, expect, it } from 'vitest';
import { distance, ecefFromLla, normalize, rayToEllipsoid, subtract } from '@overlook/shared/maths';
import { isBeyondHorizon } from './horizon.ts';

const at = (longitude: number, latitude: number, height = 0) => ecefFromLla({ longitude, latitude, height });

describe('the horizon', () => {
  it('hides the other side of the earth and shows this one', () => {
    const eye = at(0, 0, 20_000_000);
    expect(isBeyondHorizon(eye, at(0, 0))).toBe(false);
    expect(isBeyondHorizon(eye, at(60, 20))).toBe(false);
    expect(isBeyondHorizon(eye, at(120, 0))).toBe(true);
    expect(isBeyondHorizon(eye, at(180, 0))).toBe(true);
  });

  it('lies where geometry puts it', () => {
    const height = 100_000;
    const dipDeg = (Math.acos(6378137 / (6378137 + height)) * 180) / Math.PI;
    expect(isBeyondHorizon(at(10, 0, height), at(10 + dipDeg - 0.01, 0))).toBe(false);
    expect(isBeyondHorizon(at(10, 0, height), at(10 + dipDeg + 0.01, 0))).toBe(true);
  });

  it('lets high places look over it', () => {
    const eye = at(0, 0, 1000);
    expect(isBeyondHorizon(eye, at(3, 0))).toBe(true);
    expect(isBeyondHorizon(eye, at(3, 0, 20_000))).toBe(false);
  });

  it('agrees with a ray that is stopped by the ellipsoid, for any eye and point', () => {
    let seed = 7;
    const random = () => (seed = (seed * 16807) % 2147483647) / 2147483647;
    let hidden = 0;
    for (let round = 0; round < 2000; round++) {
      const eye = at(random() * 360 - 180, random() * 180 - 90, 10 ** (1 + random() * 6));
      const point = at(random() * 360 - 180, random() * 180 - 90, random() * 500_000);
      const reach = rayToEllipsoid(eye, normalize(subtract(point, eye)));
      const isStopped = reach !== null && reach < distance(eye, point);
      expect(isBeyondHorizon(eye, point)).toBe(isStopped);
      if (isStopped) hidden += 1;
    }
    expect(hidden).toBeGreaterThan(500);
    expect(hidden).toBeLessThan(1999);
  });

  it('is the level plane of an eye under the ground', () => {
    expect(isBeyondHorizon(at(0, 0, -50), at(0, 0, 10))).toBe(false);
    expect(isBeyondHorizon(at(0, 0, -50), at(90, 0))).toBe(true);
  });
});
