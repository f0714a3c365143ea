import type { PointFile } from '../point-file.ts';
import { BitColumn } from './bit-column.ts';
import type { E57Pages } from './e57-pages.ts';
import type { E57Scan } from './e57-scans.ts';
import { type ScanLayout, wantedFields } from './scan-layout.ts';
import { completeRecords } from './scan-packets.ts';

/** Records that are decoded at once; their values stay in the cache of the processor. */
export const BLOCK_RECORDS = 4096;

/** Values of some records of a scan, a column for each field that is read. */
export interface RecordBlock {
  readonly count: number;
  /** By the number of the field; undefined for one that is not read. */
  readonly columns: readonly (Float64Array | undefined)[];
}

/**
 * Reads a scan in blocks, valid until the next one. Values are as they are stored, before scale and offset; only spherical
 * coordinates are turned into X, Y, Z of the scan in metres.
 */
export async function* blocksOf(
  file: PointFile,
  pages: E57Pages,
  scan: E57Scan,
  layout: ScanLayout,
): AsyncGenerator<RecordBlock, void> {
  const wanted = wantedFields(layout);
  const streams = scan.fields.map((field, index) => (wanted.has(index) ? new BitColumn(field) : null));
  const columns = streams.map((stream) => (stream ? new Float64Array(BLOCK_RECORDS) : undefined));
  for await (const complete of completeRecords(file, pages, scan, streams))
    for (let done = 0; done < complete; done += BLOCK_RECORDS) {
      const count = Math.min(BLOCK_RECORDS, complete - done);
      for (let i = 0; i < columns.length; i++) streams[i]?.take(count, columns[i]!);
      if (layout.isSpherical) toCartesian(scan, layout, columns, count);
      yield { count, columns };
    }
}

function toCartesian(
  { fields }: E57Scan,
  { coordinates }: ScanLayout,
  columns: readonly (Float64Array | undefined)[],
  count: number,
): void {
  const [ofRange, ofAzimuth, ofElevation] = coordinates;
  const [ranges, azimuths, elevations] = [columns[ofRange]!, columns[ofAzimuth]!, columns[ofElevation]!];
  const [r, a, e] = [fields[ofRange]!, fields[ofAzimuth]!, fields[ofElevation]!];
  for (let i = 0; i < count; i++) {
    const range = ranges[i]! * r.scale + r.offset;
    const azimuth = azimuths[i]! * a.scale + a.offset;
    const elevation = elevations[i]! * e.scale + e.offset;
    const across = range * Math.cos(elevation);
    ranges[i] = across * Math.cos(azimuth);
    azimuths[i] = across * Math.sin(azimuth);
    elevations[i] = range * Math.sin(elevation);
  }
}
