import type { Attribute } from '../content.ts';
import type { FeatureTable } from './feature-table.ts';

/** Colours of a point cloud as bytes, in the order of precedence of the specification; null when it has none. */
export function readPointColors(features: FeatureTable, count: number): Attribute | null {
  const rgba = features.values('RGBA', 5121, 4, count);
  if (rgba) return { value: rgba, size: 4, normalized: true };
  const rgb = features.values('RGB', 5121, 3, count);
  if (rgb) return { value: rgb, size: 3, normalized: true };
  const packed = features.values('RGB565', 5123, 1, count);
  if (packed) return { value: unpackRgb565(packed as Uint16Array), size: 3, normalized: true };
  const constant = features.global('CONSTANT_RGBA', 5121, 4);
  if (!constant) return null;
  const value = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) value.set(constant, i * 4);
  return { value, size: 4, normalized: true };
}

/** Red in the upper five bits, green in six, blue in five. */
function unpackRgb565(packed: Uint16Array): Uint8Array {
  const out = new Uint8Array(packed.length * 3);
  for (let i = 0; i < packed.length; i++) {
    const color = packed[i]!;
    out[i * 3] = Math.round(((color >> 11) * 255) / 31);
    out[i * 3 + 1] = Math.round((((color >> 5) & 63) * 255) / 63);
    out[i * 3 + 2] = Math.round(((color & 31) * 255) / 31);
  }
  return out;
}
