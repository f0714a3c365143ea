import { distance, ecefFromLla } from '@overlook/shared/maths';
import { describe, expect, it } from 'vitest';
import type { SectionBox } from '@overlook/engine';
import { headingDegOf, isSameBox, movedTo, offsetEnu, sizedTo, turnedTo } from './section-box.ts';

const CENTRE = { longitude: 138.4932, latitude: -35.0789, height: 40 };
const BOX: SectionBox = { centerEcef: ecefFromLla(CENTRE), size: [22, 22, 15], headingRad: 0 };

describe('the section box of the bar', () => {
  it('moves up along the normal of the ellipsoid', () => {
    const moved = movedTo(BOX, BOX, 2, 5);
    expect(distance(moved.centerEcef, ecefFromLla({ ...CENTRE, height: 45 }))).toBeLessThan(1e-6);
  });

  it('moves along one axis and keeps its movement along the others', () => {
    const moved = movedTo(BOX, movedTo(BOX, movedTo(BOX, BOX, 0, 3), 1, -2), 2, 0.25);
    for (const [axis, metres] of [3, -2, 0.25].entries()) expect(offsetEnu(BOX, moved)[axis]).toBeCloseTo(metres, 6);
    expect(distance(moved.centerEcef, BOX.centerEcef)).toBeCloseTo(Math.hypot(3, 2, 0.25), 6);
  });

  it('keeps its centre when a side changes', () => {
    expect(sizedTo(BOX, 1, 0.05)).toEqual({ ...BOX, size: [22, 0.05, 15] });
  });

  it.each([
    [-Math.PI / 2, 270],
    [0, 0],
    [4 * Math.PI, 0],
    [Math.PI, 180],
  ])('says a heading of %d rad as %d°', (headingRad, deg) => {
    expect(headingDegOf({ ...BOX, headingRad })).toBeCloseTo(deg, 9);
  });

  it('takes a heading in degrees', () => expect(headingDegOf(turnedTo(BOX, 20))).toBeCloseTo(20, 9));

  it('knows itself', () => {
    expect(isSameBox(BOX, { ...BOX, size: [22, 22, 15] })).toBe(true);
    expect(isSameBox(BOX, turnedTo(BOX, 10))).toBe(false);
  });
});
