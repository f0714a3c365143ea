import type { Mat4 } from '@overlook/shared/maths';
import type { I3dm, Pnts } from './formats/tile-content.ts';
import { binaryBody, globalVector } from './formats/tile-tables.ts';

/** POSITION or POSITION_QUANTIZED of a feature table with RTC_CENTER added, flat xyz. */
export function tablePositions({ featureTable: table }: Pnts | I3dm, count: number): Float64Array {
  const out = new Float64Array(3 * count);
  const rtc = globalVector(table, 'RTC_CENTER', 3) ?? [0, 0, 0];
  const exact = table.json.optional('POSITION');
  const body = exact
    ? binaryBody(table, exact, 12 * count)
    : binaryBody(table, table.json.get('POSITION_QUANTIZED'), 6 * count);
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  if (exact) {
    for (let i = 0; i < out.length; i++) out[i] = view.getFloat32(4 * i, true) + rtc[i % 3]!;
    return out;
  }
  const offset = globalVector(table, 'QUANTIZED_VOLUME_OFFSET', 3)!;
  const size = globalVector(table, 'QUANTIZED_VOLUME_SCALE', 3)!;
  for (let i = 0; i < out.length; i++)
    out[i] = (view.getUint16(2 * i, true) / 65535) * size[i % 3]! + offset[i % 3]! + rtc[i % 3]!;
  return out;
}

/** Transforms flat xyz in place and returns it. */
export function transformAll(positions: Float64Array, m: Mat4): Float64Array {
  for (let i = 0; i < positions.length; i += 3) {
    const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
    positions[i] = m[0]! * x + m[4]! * y + m[8]! * z + m[12]!;
    positions[i + 1] = m[1]! * x + m[5]! * y + m[9]! * z + m[13]!;
    positions[i + 2] = m[2]! * x + m[6]! * y + m[10]! * z + m[14]!;
  }
  return positions;
}
