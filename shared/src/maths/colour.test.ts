import { describe, expect, it } from 'vitest';
import { CAD_FILTER, KEPT_HUE_DEG, VALUE_COLORS } from '../config/index.ts';
import { hsvOf, hueDistanceDeg, rgbOf } from './colour.ts';

it.each([
  ['#FAA21B', 36.3, 0.89, 0.98],
  ['#00FFFF', 180, 1, 1],
  ['#FF00FF', 300, 1, 1],
  ['#FF0010', 356.2, 1, 1],
  ['#808080', 0, 0, 0.5],
  ['#000000', 0, 0, 0],
])('%s has hue %d, saturation %d, brightness %d', (color, hueDeg, saturation, brightness) => {
  const hsv = hsvOf(rgbOf(color));
  expect(hsv.hueDeg).toBeCloseTo(hueDeg, 0);
  expect(hsv.saturation).toBeCloseTo(saturation, 1);
  expect(hsv.brightness).toBeCloseTo(brightness, 1);
});

it('hues are a circle', () => {
  expect(hueDistanceDeg(350, 10)).toBe(20);
  expect(hueDistanceDeg(10, 190)).toBe(180);
});

describe('the colours of values', () => {
  const hues = VALUE_COLORS.slice(0, -1).map((color) => hsvOf(rgbOf(color)).hueDeg);
  it.each([CAD_FILTER.highlightColor, CAD_FILTER.filterColor])('keep off %s', (kept) => {
    const keptDeg = hsvOf(rgbOf(kept)).hueDeg;
    for (const hue of hues) expect(hueDistanceDeg(hue, keptDeg)).toBeGreaterThan(KEPT_HUE_DEG);
  });
  it('end with a grey', () => expect(hsvOf(rgbOf(VALUE_COLORS.at(-1)!)).saturation).toBeLessThan(0.15));
});
