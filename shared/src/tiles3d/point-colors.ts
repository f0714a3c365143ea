import { COMPONENT } from './component-types.ts';
import { featureValues, globalVector, type TileTable } from './tile-tables.ts';

/** Flat RGB or RGBA, 0 to 255 as displayed. */
export interface PointColors {
  readonly value: Uint8Array;
  readonly size: 3 | 4;
}

/** Colours of a point cloud, in the order of precedence of the specification; null when it has none. */
export function readPointColors(features: TileTable, count: number): PointColors | null {
  const rgba = featureValues(features, 'RGBA', count);
  if (rgba) return { value: rgba as Uint8Array, size: 4 };
  const rgb = featureValues(features, 'RGB', count);
  if (rgb) return { value: rgb as Uint8Array, size: 3 };
  const packed = featureValues(features, 'RGB565', count);
  if (packed) return { value: unpackRgb565(packed as Uint16Array), size: 3 };
  const constant = globalVector(features, 'CONSTANT_RGBA', 4, COMPONENT.UNSIGNED_BYTE);
  if (!constant) return null;
  const value = new Uint8Array(count * 4);
  for (let i = 0; i < count; i++) value.set(constant, i * 4);
  return { value, size: 4 };
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
