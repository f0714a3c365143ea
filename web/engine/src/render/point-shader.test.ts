import { SPLATS } from '@overlook/shared/config';
import { describe, expect, it } from 'vitest';
import { type DiscLimits, discSlope, pointWidths } from './point-shader.ts';

/** A camera with 1000 pixels per radian and discs of 3 to 24 pixels. */
const LIMITS: DiscLimits = { least: 1.5e-3, most: 12e-3, perPx: 0.5e-3 };
const WIDTH = SPLATS.diameterInSpacings;

describe('discSlope', () => {
  it('follows the point spacing, clamped to the smallest and the largest disc', () => {
    const widths = pointWidths(0.1, null);
    expect(discSlope(widths, LIMITS, 20) * 20).toBeCloseTo((WIDTH * 0.1) / 2, 9);
    expect(discSlope(widths, LIMITS, 1000)).toBe(LIMITS.least);
    expect(discSlope(widths, LIMITS, 1)).toBe(LIMITS.most);
  });

  it('is the smallest if the spacing is unknown', () => {
    expect(discSlope(pointWidths(0, null), LIMITS, 5)).toBe(LIMITS.least);
  });

  it('follows the finest points near the camera, and the spacing between their tiles farther away', () => {
    const widths = pointWidths(3, { spacing: 0.1, apartPx: 4 });
    expect(discSlope(widths, LIMITS, 12) * 12).toBeCloseTo((WIDTH * 0.1) / 2, 9);
    expect(discSlope(widths, LIMITS, 300) / LIMITS.perPx).toBeCloseTo(4 * WIDTH, 9);
    // At most the slope of its own spacing.
    expect(discSlope(widths, LIMITS, 900) * 900).toBeCloseTo((WIDTH * 3) / 2, 9);
  });
});
