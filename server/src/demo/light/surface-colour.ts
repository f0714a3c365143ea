import { type Swatch, SWATCH_MEAN } from '../materials/swatches.ts';
import type { SurfaceSample } from '../geometry/patch.ts';
import { inkAt } from '../materials/lettering.ts';
import { newPaintBuffer, weathered } from '../materials/weather.ts';
import type { Part } from '../plant/types.ts';
import { LABEL_ASPECT } from '../tiles/atlas.ts';
import type { Repeats } from '../tiles/surface-grid.ts';
import { repeatsOf } from '../tiles/texture-repeats.ts';
import type { LightSample, PatchLight } from './light-grids.ts';
import { shade } from './shade.ts';

/** A patch of a part, with its light and its texture. */
export interface Surface {
  readonly part: Part;
  readonly light: PatchLight;
  readonly repeats: Repeats;
}

/** @param seed picks the piece of texture on small patches. */
export const surfaceOf = (part: Part, light: PatchLight, seed: number): Surface => ({
  part,
  light,
  repeats: repeatsOf(part, light, seed),
});

const paint = newPaintBuffer();

/**
 * Display colour (0 to 1) of a surface at u, v, written to `out`.
 * @param at position and normal there, ENU.
 * @param light share of the sun and of the surroundings in view.
 * @param swatch of the part's material, at the needed fineness.
 */
export function surfaceDisplay(
  { part, repeats }: Surface,
  at: SurfaceSample,
  u: number,
  v: number,
  light: LightSample,
  swatch: Swatch,
  out: Float64Array,
): void {
  weathered(part.material, part.colour, at[0], at[1], at[2], at[5], paint);
  shade(paint, at[3], at[4], at[5], light[0], light[1], out);
  if (part.label) {
    const dark = 1 - 0.78 * inkAt(part.label, u, v, LABEL_ASPECT);
    for (let i = 0; i < 3; i++) out[i]! *= dark;
    return;
  }
  const s = repeats.startU + repeats.spanU * fraction(u * repeats.blocksU);
  const t = repeats.startV + repeats.spanV * fraction(v * repeats.blocksV);
  multiplyBySwatch(swatch, s, t, out);
}

const fraction = (value: number): number => value - Math.floor(value);

/** Bilinear between texels; the square repeats. */
function multiplyBySwatch({ texels, side }: Swatch, s: number, t: number, out: Float64Array): void {
  const x = s * side - 0.5 + side;
  const y = t * side - 0.5 + side;
  // Bitwise operators keep these integers: the remainder of a floating-point number takes many times as long.
  const i = Math.floor(x) | 0;
  const j = Math.floor(y) | 0;
  const fx = x - i;
  const fy = y - j;
  const row = ((j % side) | 0) * side;
  const next = (((j + 1) % side) | 0) * side;
  const left = (i % side) | 0;
  const right = ((i + 1) % side) | 0;
  const a = (row + left) * 3;
  const b = (row + right) * 3;
  const c = (next + left) * 3;
  const d = (next + right) * 3;
  for (let k = 0; k < 3; k++) {
    const low = texels[a + k]! * (1 - fx) + texels[b + k]! * fx;
    const high = texels[c + k]! * (1 - fx) + texels[d + k]! * fx;
    out[k]! *= (low * (1 - fy) + high * fy) / SWATCH_MEAN;
  }
}
