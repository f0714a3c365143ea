import type { Mat4 } from '@overlook/shared/maths';
import { featureValues, globalVector, quantizedPositions } from '@overlook/shared/tiles3d';
import type { I3dm, Pnts } from '../formats/tile-content.ts';

/** POSITION or POSITION_QUANTIZED of a feature table with RTC_CENTER added, flat xyz. */
export function tablePositions({ featureTable: table }: Pnts | I3dm, count: number): Float64Array {
  const out = new Float64Array(3 * count);
  const rtc = globalVector(table, 'RTC_CENTER', 3) ?? [0, 0, 0];
  const exact = featureValues(table, 'POSITION', count);
  if (exact) {
    for (let i = 0; i < out.length; i++) out[i] = exact[i]! + rtc[i % 3]!;
    return out;
  }
  const { value, offset, scale } = quantizedPositions(table, count);
  for (let i = 0; i < out.length; i++) out[i] = (value[i]! / 65535) * scale[i % 3]! + offset[i % 3]! + rtc[i % 3]!;
  return out;
}

/** Transforms flat xyz in place and returns it. */
export function transformAll(positions: Float64Array, m: Mat4): Float64Array {
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    positions[i] = m[0] * x + m[4] * y + m[8] * z + m[12];
    positions[i + 1] = m[1] * x + m[5] * y + m[9] * z + m[13];
    positions[i + 2] = m[2] * x + m[6] * y + m[10] * z + m[14];
  }
  return positions;
}
