import { describe, expect, it } from 'vitest';
import { cameraFrame } from './camera-frame.ts';
import { areaOfSide, crosses, planeOfSide, sideAt, type SwipeDirection } from './swipe.ts';

const SIZE = { widthPx: 1000, heightPx: 500 };
const divider = (fraction: number, direction: SwipeDirection = 'sideBySide') => ({ fraction, direction });

describe('the side of a place', () => {
  it.each([
    [0.44, 'sideBySide', 439, 250, 'first'],
    [0.44, 'sideBySide', 440, 250, 'second'],
    [0.44, 'topAndBottom', 900, 219, 'first'],
    [0.44, 'topAndBottom', 100, 220, 'second'],
    [0, 'sideBySide', 0, 0, 'second'],
    [1, 'sideBySide', 999, 499, 'first'],
  ] as const)('at %s %s, %s · %s is the %s', (fraction, direction, x, y, side) => {
    expect(sideAt(divider(fraction, direction), [x, y], SIZE)).toBe(side);
  });
});

describe('the plane of a side', () => {
  const camera = cameraFrame(
    { positionEnu: [5, -20, 30], direction: [0, 1, 0], up: [0, 0, 1] },
    SIZE.widthPx,
    SIZE.heightPx,
    1,
    1e4,
  );
  /** A point 100 m in front of the camera, at a place on the screen. */
  const pointAt = ([x, y]: readonly [number, number]): number[] => {
    const metresPerPx = 100 / camera.pixelsPerMetre;
    return [5 + (x - 500) * metresPerPx, 80, 30 + (250 - y) * metresPerPx];
  };

  it.each([
    ['sideBySide', [439, 20], [441, 480]],
    ['topAndBottom', [10, 219], [990, 221]],
  ] as const)('divides the points of the view, %s', (direction, first, second) => {
    for (const side of ['first', 'second'] as const) {
      const [a, b, c, d] = planeOfSide(divider(0.44, direction), side, camera);
      const isOn = ([x, y, z]: number[]) => a! * x! + b! * y! + c! * z! + d! >= 0;
      expect(isOn(pointAt(first))).toBe(side === 'first');
      expect(isOn(pointAt(second))).toBe(side === 'second');
    }
  });
});

describe('the area of a side', () => {
  const viewport = [10, 20, 2000, 1000] as const;

  it('is left and right of the divider', () => {
    expect(areaOfSide(divider(0.44), 'first', viewport)).toEqual([10, 20, 880, 1000]);
    expect(areaOfSide(divider(0.44), 'second', viewport)).toEqual([890, 20, 1120, 1000]);
  });

  it('is above and below it, counted from below', () => {
    expect(areaOfSide(divider(0.3, 'topAndBottom'), 'first', viewport)).toEqual([10, 720, 2000, 300]);
    expect(areaOfSide(divider(0.3, 'topAndBottom'), 'second', viewport)).toEqual([10, 20, 2000, 700]);
  });

  it.each(['sideBySide', 'topAndBottom'] as const)('of both sides together is each pixel once: %s', (direction) => {
    for (const fraction of [0, 0.123, 0.5, 0.9999, 1]) {
      const [a, b] = (['first', 'second'] as const).map((side) =>
        areaOfSide(divider(fraction, direction), side, [0, 0, 333, 777]),
      );
      expect(a![2]! * a![3]! + b![2]! * b![3]!).toBe(333 * 777);
    }
  });
});

describe('a box that the divider crosses', () => {
  const box = { left: 400, top: 100, width: 80, height: 20 };

  it.each([
    [0.44, 'sideBySide', true],
    [0.39, 'sideBySide', false],
    [0.48, 'sideBySide', false],
    [0.22, 'topAndBottom', true],
    [0.44, 'topAndBottom', false],
  ] as const)('at %s %s: %s', (fraction, direction, isCrossed) => {
    expect(crosses(divider(fraction, direction), box, SIZE)).toBe(isCrossed);
  });
});
