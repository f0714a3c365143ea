import { RECORD_BYTES } from '../../points/index.ts';
import type { LoadLazPerf } from '../laz/laz-decoder.ts';
import { lazSource } from '../laz/laz-source.ts';
import type { PointFile } from '../point-file.ts';
import type { PointSource, RecordSink, StopSignal } from '../point-source.ts';
import { lasFacts } from './las-facts.ts';
import { type LasHeader, readLasHeader } from './las-header.ts';
import { type LasVlrs, readLasVlrs } from './las-vlrs.ts';
import { isRecordAlready, repackerOf } from './repack-records.ts';

/** Points of a part. */
const PART_POINTS = 1_000_000;
/** Bytes of one read: larger ones are no faster. */
const READ_BYTES = 4 * 1024 * 1024;

/**
 * The points of a LAS file, 1.0 to 1.4, point data record formats 0 to 10, or of one that is compressed: LAZ and COPC,
 * formats 0 to 3 and 6 to 8, for which `load` makes decoders. The kind of the file is read from its header, not from
 * its name. Throws the refusals of `file`.
 */
export async function lasSource(file: PointFile, load: LoadLazPerf): Promise<PointSource> {
  const header = await readLasHeader(file);
  const records = await readLasVlrs(file, header);
  return header.isCompressed ? lazSource(file, header, records, load) : plainSource(file, header, records);
}

function plainSource(file: PointFile, header: LasHeader, records: LasVlrs): PointSource {
  const most = Math.floor((file.sizeBytes - header.pointsAt) / header.recordBytes);
  if (header.points > most)
    throw file.refusal(
      'header',
      `It claims ${header.points} points, but the file has ${most}: it is cut off or damaged.`,
    );
  const parts = Math.ceil(header.points / PART_POINTS);
  return {
    facts: lasFacts(header, records, { format: 'las', parts, isCheapToReread: true }),
    read: (from, to, sink, signal) =>
      readRecords(file, header, from * PART_POINTS, Math.min(to * PART_POINTS, header.points), sink, signal),
    close: () => file.close(),
  };
}

/** Reads the points `from` (inclusive) to `to` (exclusive). */
async function readRecords(
  file: PointFile,
  { format, pointsAt, recordBytes }: LasHeader,
  from: number,
  to: number,
  sink: RecordSink,
  signal: StopSignal | undefined,
): Promise<void> {
  const batch = Math.floor(READ_BYTES / Math.max(recordBytes, RECORD_BYTES));
  const input = file.allocate(batch * recordBytes);
  const records = isRecordAlready(format, recordBytes) ? input : new Uint8Array(batch * RECORD_BYTES);
  const [inputView, recordsView] = [viewOf(input), viewOf(records)];
  const repack = repackerOf(format);
  for (let point = from; point < to; point += batch) {
    signal?.throwIfAborted();
    const count = Math.min(batch, to - point);
    await file.into(input, pointsAt + point * recordBytes, count * recordBytes, `points from ${point} on`);
    if (records !== input) repack(inputView, recordsView, count, recordBytes);
    sink(records.subarray(0, count * RECORD_BYTES), count);
  }
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
