import type { FileBytes } from '../file-bytes.ts';
import type { PointFile } from '../point-file.ts';
import type { LasHeader } from '../las/las-header.ts';

/** Points of each chunk; null where the chunk table has the number for each chunk. */
export type ChunkPoints = number | null;

const PLACE = 'LASzip record';
const HEAD_BYTES = 34;
const ITEM_BYTES = 6;
const VARIABLE = 0xffff_ffff;
/** Compressors: 2 in chunks, 3 in chunks with a layer for each field. */
const CHUNKED = 2;
const LAYERED = 3;

/** Items of a point by their type: byte, x to source id, GPS time, colours, and the same of formats 6 to 8. */
const ITEM_VERSIONS: ReadonlyMap<number, readonly number[]> = new Map([
  [0, [2]],
  [6, [2]],
  [7, [2]],
  [8, [2]],
  [10, [3, 4]],
  [11, [3, 4]],
  [12, [3, 4]],
  [14, [3, 4]],
]);

/**
 * Reads LASzip's own record and returns how many points a chunk has. Throws `ImportRefusedError` where the points are
 * compressed in a way that cannot be read: in one piece, by versions from before 2011, with waveforms.
 */
export function readLaszipVlr(data: FileBytes | undefined, file: PointFile, header: LasHeader): ChunkPoints {
  if (data === undefined || data.length < HEAD_BYTES)
    throw file.refusal(PLACE, 'The points are compressed, and the record that says how is missing or cut off.');
  const { format } = header;
  const compressor = data.readUInt16LE(0);
  if (compressor !== (format.isLegacy ? CHUNKED : LAYERED))
    throw file.refusal(
      PLACE,
      `The points are compressed in a way (${compressor}) that cannot be read; write the file again by a newer LASzip.`,
    );
  if (format.hasWaves)
    throw file.refusal(PLACE, `Compressed points with waveforms (format ${format.id}) cannot be read.`);
  const items = data.readUInt16LE(32);
  if (HEAD_BYTES + items * ITEM_BYTES > data.length) throw file.refusal(PLACE, `It claims ${items} items.`);
  let bytes = 0;
  for (let i = 0; i < items; i++) {
    const at = HEAD_BYTES + i * ITEM_BYTES;
    const [type, size, version] = [data.readUInt16LE(at), data.readUInt16LE(at + 2), data.readUInt16LE(at + 4)];
    if (!ITEM_VERSIONS.get(type)?.includes(version))
      throw file.refusal(PLACE, `Item ${i + 1} has the type ${type} and the version ${version}, which cannot be read.`);
    bytes += size;
  }
  if (bytes !== header.recordBytes)
    throw file.refusal(PLACE, `Its items have ${bytes} bytes a point; the header says ${header.recordBytes}.`);
  const points = data.readUInt32LE(12);
  if (points === 0) throw file.refusal(PLACE, 'Its chunks have 0 points.');
  return points === VARIABLE ? null : points;
}
