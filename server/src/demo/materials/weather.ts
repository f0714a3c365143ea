import { NoiseField } from '../ground/noise.ts';
import type { MaterialId, Rgb } from '../plant/types.ts';

const field = new NoiseField(977);
const DUST: Rgb = [188, 166, 128];

/** A colour in a typed array: all that is shaded often comes in one kind of array, which keeps inner loops fast. */
export type PaintBuffer = Float64Array & Rgb;
export const newPaintBuffer = (): PaintBuffer => new Float64Array(3) as PaintBuffer;

/** The colour of a surface after some years outdoors: dust on top, splashes near the ground, uneven fading. */
export function weathered(
  material: MaterialId,
  colour: Rgb,
  x: number,
  y: number,
  z: number,
  nz: number,
  out: Float64Array,
): void {
  if (material === 'foliage') {
    const lump = 0.62 + 0.3 * field.fractal(x * 1.7 + 3, y * 1.7 + z * 1.3, 2) + 0.22 * Math.max(0, nz);
    for (let i = 0; i < 3; i++) out[i] = Math.min(255, colour[i]! * lump);
    return;
  }
  const fade = 0.94 + 0.12 * (field.fractal(x / 5.5 + 11, (y + z * 0.7) / 5.5, 2) - 0.5);
  const splash = z < 1.6 ? 0.22 * (1 - z / 1.6) * (0.5 + field.at(x * 1.1, y * 1.1)) : 0;
  const settled = nz > 0.5 ? 0.13 * (nz - 0.5) * 2 * (0.4 + 1.2 * field.fractal(x / 2.5, y / 2.5, 2)) : 0;
  const dust = Math.max(0, Math.min(0.4, splash + settled));
  for (let i = 0; i < 3; i++) out[i] = colour[i]! * fade * (1 - dust) + DUST[i]! * dust;
}
