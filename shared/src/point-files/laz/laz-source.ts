import type { FileBytes } from '../file-bytes.ts';
import { RECORD_BYTES } from '../../points/index.ts';
import { lasFacts } from '../las/las-facts.ts';
import type { LasHeader } from '../las/las-header.ts';
import { type LasVlrs, vlrData } from '../las/las-vlrs.ts';
import { repackerOf } from '../las/repack-records.ts';
import type { PointFile } from '../point-file.ts';
import type { PointSource, RecordSink } from '../point-source.ts';
import { type ChunkTable, readChunkTable } from './chunk-table.ts';
import { LazDamageError, LazDecoder, type LoadLazPerf } from './laz-decoder.ts';
import { readLaszipVlr } from './laszip-vlr.ts';

/**
 * The points of a LAZ file, a part for each chunk. A COPC file is one whose chunks are the nodes of an octree; the
 * chunk table lists them all, so each point is read once, and the hierarchy, which has the same information, is not
 * needed.
 */
export async function lazSource(
  file: PointFile,
  header: LasHeader,
  records: LasVlrs,
  load: LoadLazPerf,
): Promise<PointSource> {
  const { vlrs } = records;
  const chunkPoints = readLaszipVlr(vlrData(vlrs, 'laszip encoded', 22204), file, header);
  const table = await readChunkTable(file, header, chunkPoints);
  const format = vlrData(vlrs, 'copc', 1) === undefined ? 'laz' : 'copc';
  const decoder = new LazDecoder(load);
  return {
    facts: lasFacts(header, records, { format, parts: table.at.length, isCheapToReread: false }),
    async read(from, to, sink, signal) {
      const takeRaw = repackInto(sink, header);
      let buffer = file.allocate(0);
      for (let chunk = from; chunk < to; chunk++) {
        signal?.throwIfAborted();
        const bytes = table.bytes[chunk]!;
        if (buffer.length < bytes) buffer = file.allocate(bytes);
        await readChunk(file, header, table, chunk, buffer, decoder, takeRaw);
      }
    },
    close: () => file.close(),
  };
}

async function readChunk(
  file: PointFile,
  header: LasHeader,
  table: ChunkTable,
  chunk: number,
  buffer: FileBytes,
  decoder: LazDecoder,
  sink: (records: DataView, count: number) => void,
): Promise<void> {
  const points = table.points[chunk]!;
  if (points === 0) return;
  const place = `chunk ${chunk + 1} of ${table.at.length}`;
  const bytes = await file.into(buffer, table.at[chunk]!, table.bytes[chunk]!, place);
  const damage = () => file.refusal(place, 'Its compressed points are damaged.');
  if (!header.format.isLegacy && !areLayersInside(bytes, points, header)) throw damage();
  try {
    await decoder.decode(bytes, points, header, sink);
  } catch (error) {
    throw error instanceof LazDamageError ? damage() : error;
  }
}

/** Turns batches of the file's own records into records for `sink`. */
function repackInto(sink: RecordSink, { format, recordBytes }: LasHeader): (raw: DataView, count: number) => void {
  const repack = repackerOf(format);
  let records = new Uint8Array(0);
  return (raw, count) => {
    if (records.length < count * RECORD_BYTES) records = new Uint8Array(count * RECORD_BYTES);
    repack(raw, new DataView(records.buffer), count, recordBytes);
    sink(records.subarray(0, count * RECORD_BYTES), count);
  };
}

/** Layers of x to GPS time; one for colours, one for near infrared, and one for each extra byte. */
const POINT_LAYERS = 9;

/**
 * Whether the sizes inside a chunk of formats 6 to 8 fit it: the first point as it is, the number of points, the sizes of
 * the layers, the layers. The decoder itself does not check them.
 */
function areLayersInside(chunk: FileBytes, points: number, { format, recordBytes }: LasHeader): boolean {
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
