import { RECORD, RECORD_BYTES } from '../../../pointclouds/record.ts';
import type { OpenPointSource, PointSourceFacts } from '../formats/point-source.ts';

export interface ReadPoints {
  readonly facts: PointSourceFacts;
  readonly count: number;
  /** Records, `RECORD_BYTES` each. */
  readonly records: Buffer;
}

/** Opens a source, reads all parts at once, and closes it. Throws after `mostPoints`. */
export async function readSource(
  open: OpenPointSource,
  path: string,
  { name = 'cloud', mostPoints = 2_000_000 }: { name?: string; mostPoints?: number } = {},
): Promise<ReadPoints> {
  const source = await open(path, name);
  try {
    const batches: Buffer[] = [];
    let count = 0;
    await source.read(0, source.facts.parts, (records, points) => {
      if (records.length !== points * RECORD_BYTES) throw new Error('The records do not match their count.');
      count += points;
      if (count > mostPoints) throw new Error(`More than ${mostPoints} points were read.`);
      batches.push(Buffer.from(records));
    });
    return { facts: source.facts, count, records: Buffer.concat(batches) };
  } finally {
    await source.close();
  }
}

/** Point `index` in the units of the cloud's coordinate system. */
export function coordinatesOf({ facts: { grid }, records }: ReadPoints, index: number): [number, number, number] {
  const at = index * RECORD_BYTES;
  const axis = (field: number, i: 0 | 1 | 2) => records.readInt32LE(at + field) * grid.scale[i] + grid.offset[i];
  return [axis(RECORD.x, 0), axis(RECORD.y, 1), axis(RECORD.z, 2)];
}

/** Least and greatest coordinates. */
export function boundsOf(points: ReadPoints): { min: number[]; max: number[] } {
  const [min, max] = [
    [Infinity, Infinity, Infinity],
    [-Infinity, -Infinity, -Infinity],
  ] as [number[], number[]];
  for (let i = 0; i < points.count; i++)
    for (const [axis, value] of coordinatesOf(points, i).entries()) {
      min[axis] = Math.min(min[axis]!, value);
      max[axis] = Math.max(max[axis]!, value);
    }
  return { min, max };
}

/** The fields of record `index` beside the coordinates. */
export function fieldsOf({ records }: Pick<ReadPoints, 'records'>, index: number) {
  const at = index * RECORD_BYTES;
  return {
    intensity: records.readUInt16LE(at + RECORD.intensity),
    returns: records[at + RECORD.returns]!,
    flags: records[at + RECORD.flags]!,
    classification: records[at + RECORD.classification]!,
    userData: records[at + RECORD.userData]!,
    scanAngle: records.readInt16LE(at + RECORD.scanAngle),
    sourceId: records.readUInt16LE(at + RECORD.sourceId),
    gpsTime: records.readDoubleLE(at + RECORD.gpsTime),
    color: [RECORD.red, RECORD.green, RECORD.blue].map((field) => records.readUInt16LE(at + field)),
  };
}
