import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { numberBetween } from '@overlook/shared/maths/testing';
import { type Vec3, distance, llaFromEcef, enuFrame, transformPoint } from '@overlook/shared/maths';
import { profileFrame, profilePointEcef } from './profile-frame.ts';

const places = fc.record({
  longitude: numberBetween(-180, 180),
  latitude: numberBetween(-85, 85),
  height: numberBetween(-100, 4000),
});
const offsets = fc.tuple(...Array.from({ length: 3 }, () => numberBetween(-300, 300)));

describe('the frame of a profile', () => {
  it('has A at its origin, B straight along, and heights as the ellipsoid has them', () => {
    fc.assert(
      fc.property(places, offsets, (origin, offset) => {
        fc.pre(Math.hypot(offset[0]!, offset[1]!) > 1);
        const enu = enuFrame(origin);
        const [aEcef, bEcef] = [
          transformPoint(enu.ecefFromEnu, [0, 0, 0]),
          transformPoint(enu.ecefFromEnu, offset as Vec3),
        ];
        const frame = profileFrame({ aEcef, bEcef });
        const [along, across, up] = transformPoint(frame.profileFromEcef, bEcef);
        expect(along).toBeCloseTo(frame.lengthMetres, 5);
        expect(across).toBeCloseTo(0, 5);
        expect(up).toBeCloseTo(frame.riseMetres, 5);
        expect(distance(profilePointEcef(frame, [0, 0, 0]), aEcef)).toBeLessThan(1e-5);
        // The earth's curvature is 8 mm within 300 m.
        expect(up).toBeCloseTo(llaFromEcef(bEcef).height - llaFromEcef(aEcef).height, 1);
      }),
    );
  });

  it('has points to the left of the direction to B at a greater y, and higher ones at a greater z', () => {
    const enu = enuFrame({ longitude: 10, latitude: 50, height: 0 });
    const at = (point: Vec3) => transformPoint(enu.ecefFromEnu, point);
    const frame = profileFrame({ aEcef: at([0, 0, 0]), bEcef: at([20, 0, 0]) });
    const [along, across, up] = transformPoint(frame.profileFromEcef, at([5, 3, 2]));
    expect([along, across, up].map((metres) => Math.round(metres * 1000) / 1000)).toEqual([5, 3, 2]);
  });

  it('is refused for two places on one vertical', () => {
    const enu = enuFrame({ longitude: 10, latitude: 50, height: 0 });
    const at = (up: number) => transformPoint(enu.ecefFromEnu, [0, 0, up]);
    expect(() => profileFrame({ aEcef: at(0), bEcef: at(9) })).toThrow(RangeError);
  });
});
