import { createLasWriter } from '../../pointclouds/formats-out/las-writer.ts';
import { type PointGrid, RECORD, RECORD_BYTES } from '../../pointclouds/record.ts';
import type { PointBuffer } from './point-buffer.ts';

/** Points of the demo are kept to the millimetre, in ENU metres of their site. */
export const CLOUD_GRID: PointGrid = { scale: [0.001, 0.001, 0.001], offset: [0, 0, 0] };
const BATCH_POINTS = 16_384;

/** Writes points as LAS, for the exact cloud of their site. */
export function writeCloudFile(path: string, { count, positions, colours }: PointBuffer): void {
  const writer = createLasWriter(path, {
    grid: CLOUD_GRID,
    coordinateSystem: { name: 'ENU of the site', wkt: null },
    fields: { color: true, intensity: false, returns: false },
    isColor8Bit: true,
    intensityBits: 0,
    gpsTimes: null,
    title: 'Demo',
  });
  const records = new Uint8Array(BATCH_POINTS * RECORD_BYTES);
  const view = new DataView(records.buffer);
  for (let from = 0; from < count; from += BATCH_POINTS) {
    const size = Math.min(BATCH_POINTS, count - from);
    for (let i = 0; i < size; i++) {
      const at = i * RECORD_BYTES;
      const point = 3 * (from + i);
      for (let axis = 0; axis < 3; axis++) {
        view.setInt32(at + RECORD.x + 4 * axis, Math.round(positions[point + axis]! / CLOUD_GRID.scale[axis]!), true);
        view.setUint16(at + RECORD.red + 2 * axis, colours[point + axis]!, true);
      }
    }
    writer.write(records.subarray(0, size * RECORD_BYTES), size);
  }
  writer.finish();
}
