/**
 * A few points of a content that stay in memory: statistics of the cloud are computed from them, after the rest was
 * moved to the GPU.
 */
import { componentTypeOf, normalizedRange } from '@overlook/shared/tiles3d';
import type { Attribute } from './scan-values.ts';
import type { ScanValues } from './scan-values.ts';

/** 4 kB a content, 4 MB for a view of a thousand tiles. */
const SAMPLE_MOST = 256;

export interface PointSample {
  /** Flat xyz in the local frame of the primitive, length 3n. */
  positions: Float32Array;
  /** The packed values of the same points; null where the content has none. */
  packed: Uint32Array | null;
}

/** Every n-th point: files are in scanning order or in spatial order, and this covers both. */
export function samplePoints({ value, normalized }: Attribute, scan: ScanValues | null): PointSample {
  const count = value.length / 3;
  const step = Math.max(1, count / SAMPLE_MOST);
  const size = Math.min(count, SAMPLE_MOST);
  const scale = normalized ? 1 / normalizedRange(componentTypeOf(value)) : 1;
  const positions = new Float32Array(3 * size);
  const packed = scan && new Uint32Array(size);
  for (let i = 0; i < size; i++) {
    const at = Math.floor(i * step);
    for (let axis = 0; axis < 3; axis++) positions[3 * i + axis] = value[3 * at + axis]! * scale;
    if (packed) packed[i] = scan!.packed[at]!;
  }
  return { positions, packed };
}
