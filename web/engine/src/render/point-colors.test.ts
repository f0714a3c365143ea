import { describe, expect, it } from 'vitest';
import { hasPointRange, HEIGHT_RAMP, POINT_COLOR_MODES, pointClass, returnColor } from '@overlook/shared/config';
import { rampColor, rgbOf } from '@overlook/shared/maths';
import { type PointColors, pointStyle, POINTS_AS_SCANNED } from './point-colors.ts';
import { POINT_TABLE_WIDTH } from './tile-shader.ts';

/** Relative luminance of an sRGB colour (WCAG 2.2), 0 to 1. */
function luminance(color: readonly number[]): number {
  const [r, g, b] = color.map((channel) => (channel / 255) ** 2.2) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const styleOf = (colors: Partial<PointColors>) => pointStyle({ ...POINTS_AS_SCANNED, ...colors }, [10, 74])!;
const texel = ({ table }: ReturnType<typeof styleOf>, row: number, at: number) =>
  Array.from(table.texels.subarray(4 * (row * POINT_TABLE_WIDTH + at), 4 * (row * POINT_TABLE_WIDTH + at) + 3));

describe('point colours', () => {
  it('are the scanned ones by default, without a table', () => {
    expect(pointStyle(POINTS_AS_SCANNED, [0, 1])).toBeNull();
    expect(styleOf({ hiddenClasses: [7] })).toMatchObject({ coloredBy: null, hidesClasses: true });
  });

  it('map the range for heights and intensities, and have one colour a value in other modes', () => {
    for (const mode of POINT_COLOR_MODES.filter((one) => one !== 'scanned')) {
      expect(styleOf({ mode }).ramp).toEqual(hasPointRange(mode) ? [10, 4] : [0, 1]);
    }
    const classes = styleOf({ mode: 'classification', hiddenClasses: [2] });
    expect(texel(classes, 0, 6)).toEqual(rgbOf(pointClass(6).color));
    expect([1, 2, 3].map((code) => texel(classes, 1, code)[0])).toEqual([255, 0, 255]);
    expect(texel(styleOf({ mode: 'returnNumber' }), 0, 3)).toEqual(rgbOf(returnColor(3)));
    expect(texel(styleOf({ mode: 'intensity' }), 0, 255)).toEqual([255, 255, 255]);
  });

  it('increase in luminance with the value, so that they are readable without hues', () => {
    const lights = Array.from({ length: 64 }, (_, at) => luminance(rampColor(HEIGHT_RAMP, at / 63)));
    lights.slice(1).forEach((light, at) => expect(light).toBeGreaterThan(lights[at]!));
    expect(lights.at(-1)! - lights[0]!).toBeGreaterThan(0.7);
  });

  it('split at the value of a range of length 0', () => {
    const { ramp } = pointStyle({ ...POINTS_AS_SCANNED, mode: 'height' }, [5, 5])!;
    expect((5.001 - ramp[0]) * ramp[1]).toBeGreaterThan(POINT_TABLE_WIDTH - 1);
  });
});
