import { describe, expect, it } from 'vitest';
import { areaOfSide, crosses, sideAt, type SwipeDirection } from './swipe.ts';

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
