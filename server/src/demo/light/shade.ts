import type { Rgb } from '../plant/types.ts';
import { BOUNCE_LIGHT, SKY_LIGHT, SUN, SUN_LIGHT } from './sun.ts';

/** Decoded sRGB, by byte. */
const LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const c = i / 255;
  return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
});

/** How the picture is exposed: white in full sun is just under the top of the scale. */
const EXPOSURE = 0.62;
const STEPS = 1024;
const BRIGHTEST = 4;

/** Linear light to display value in [0, 1]: a filmic shoulder, then sRGB. */
const DISPLAY = Float32Array.from({ length: STEPS + 1 }, (_, i) => {
  const x = (i / STEPS) * BRIGHTEST * EXPOSURE;
  // Hable-like shoulder that stays straight in the darks.
  const toned = (x * (1 + x * 0.12)) / (1 + x * 0.42);
  const c = Math.min(1, toned);
  return c <= 0.0031308 ? c * 12.92 : 1.055 * c ** (1 / 2.4) - 0.055;
});

const display = (linear: number): number => DISPLAY[Math.min(STEPS, Math.round((linear / BRIGHTEST) * STEPS))]!;

/**
 * The colour of a matt surface in a camera: display red, green, blue in [0, 1] written to `out`.
 * `sun` is the share of the sun's disc in view, `open` the share of the surroundings that is not blocked (both 0 to 1).
 */
export function shade(
  colour: Rgb,
  nx: number,
  ny: number,
  nz: number,
  sun: number,
  open: number,
  out: Float64Array,
): void {
  const direct = sun * Math.max(0, nx * SUN[0] + ny * SUN[1] + nz * SUN[2]);
  const up = 0.5 + 0.5 * nz;
  // Enclosed places lose light faster than their opening shrinks: the remaining light has been reflected more than
  // once.
  const ambient = open * (0.55 + 0.45 * open);
  const down = 1 - up;
  const red = direct * SUN_LIGHT[0] + ambient * (SKY_LIGHT[0] * up + BOUNCE_LIGHT[0] * down);
  const green = direct * SUN_LIGHT[1] + ambient * (SKY_LIGHT[1] * up + BOUNCE_LIGHT[1] * down);
  const blue = direct * SUN_LIGHT[2] + ambient * (SKY_LIGHT[2] * up + BOUNCE_LIGHT[2] * down);
  out[0] = display(LINEAR[Math.round(colour[0])]! * red);
  out[1] = display(LINEAR[Math.round(colour[1])]! * green);
  out[2] = display(LINEAR[Math.round(colour[2])]! * blue);
}
