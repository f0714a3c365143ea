import type { FileBytes } from '../file-bytes.ts';
import type { LasHeader } from '../las/las-header.ts';

/** Layers of x to GPS time; one for colours, one for near infrared, and one for each extra byte. */
const POINT_LAYERS = 9;

/**
 * Whether the sizes inside a chunk of formats 6 to 8 fit it: the first point as it is, the number of points, the sizes of
 * the layers, the layers. The decoder itself does not check them.
 */
export function areLayersInside(chunk: FileBytes, points: number, { format, recordBytes }: LasHeader): boolean {
  const layers =
    POINT_LAYERS +
    (format.color === null ? 0 : 1) +
    (format.nearInfrared === null ? 0 : 1) +
    (recordBytes - format.bytes);
  let end = recordBytes + 4 + layers * 4;
  if (end > chunk.length || chunk.readUInt32LE(recordBytes) !== points) return false;
  for (let layer = 0, at = recordBytes + 4; layer < layers; layer++, at += 4) end += chunk.readUInt32LE(at);
  return end <= chunk.length;
}
