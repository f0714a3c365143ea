import { toFloats } from '../accessors.ts';
import type { Attribute } from '../points/scan-values.ts';

/**
 * Points have no material in a content: its base colour (linear, 0…1) goes into the points' own colours. White changes
 * nothing, and the colours (or null) come back as they are.
 */
export function tintedPointColors(colors: Attribute | null, tint: readonly number[], count: number): Attribute | null {
  if (tint.every((channel) => channel === 1)) return colors;
  const size = colors?.size === 3 ? 3 : 4;
  const values = colors ? toFloats(colors) : new Float32Array(count * size).fill(1);
  const tinted = new Uint8Array(count * size);
  for (let i = 0; i < tinted.length; i++) tinted[i] = Math.round(255 * Math.min(1, values[i]! * tint[i % size]!));
  return { value: tinted, size, normalized: true };
}
