import { stat } from 'node:fs/promises';
import { RECORD, RECORD_BYTES } from '../../pointclouds/record.ts';
import { CrsError, resolveCrs, type CrsOptions, type SourceCrs } from '../../pointclouds/crs/index.ts';
import { ImportRefusedError } from '../import-refused.ts';
import type { PointFileFound } from './find-point-files.ts';
import type { PointSource, PointSourceFacts } from './formats/point-source.ts';
import { openPointSource } from './open-source.ts';

/** The facts about a file before its points are read. */
export interface ProbedFile {
  readonly name: string;
  readonly facts: PointSourceFacts;
  /** In the file's own coordinates; null where it has no points. */
  readonly first: readonly [number, number, number] | null;
  /** As stated by the file or the operator; null where neither does. */
  readonly crs: SourceCrs | null;
  /** What was made of a system that cannot be used, one sentence each. */
  readonly notes: readonly string[];
  /** As claimed, or estimated from the size. */
  readonly points: number;
}

export type ProbeOptions = CrsOptions & {
  /** The place of the data, as the operator says. */
  readonly at?: object | undefined;
};

/** Bytes of a point in a text, at least. */
const BYTES_OF_TEXT = 20;

/** Reads the header of a file, and its first point. Throws `ImportRefusedError`. */
export async function probeFile({ path, name }: PointFileFound, options: ProbeOptions): Promise<ProbedFile> {
  const source = await openPointSource(path, name);
  try {
    const { facts } = source;
    const first = facts.points === 0 ? null : await firstPoint(source);
    const points = facts.points ?? Math.ceil((await stat(path)).size / BYTES_OF_TEXT);
    return { name, facts, first, points, ...crsOf(facts, name, options) };
  } finally {
    await source.close();
  }
}

const AS_GIVEN = 'State it with --crs EPSG:n or --crs "+proj=… +units=m".';

function crsOf(
  { crs: stated }: PointSourceFacts,
  name: string,
  options: ProbeOptions,
): Pick<ProbedFile, 'crs' | 'notes'> {
  try {
    return { crs: resolveCrs(stated, options), notes: [] };
  } catch (error) {
    if (!(error instanceof CrsError)) throw error;
    if (options.crs !== undefined) throw new ImportRefusedError('--crs', '', `${error.message} ${AS_GIVEN}`);
    const problem = `has a coordinate system that cannot be used. It ${error.message}`.replace('It EPSG', 'EPSG');
    // What cannot be used says no place, so that it does not contradict one.
    if (options.at) return { crs: null, notes: [`${name} ${problem} It lies where --at puts it.`] };
    throw new ImportRefusedError(
      name,
      '',
      `${problem} ${AS_GIVEN} Or place it with --at longitude,latitude,height[,heading].`,
    );
  }
}

/** Ends reading after the first batch. */
class Enough extends Error {}

async function firstPoint(source: PointSource): Promise<[number, number, number] | null> {
  const { grid, format, parts } = source.facts;
  // The grid of a text begins near its first point, and finding that point may need reading the whole file.
  if (format === 'pts' || format === 'ptx' || format === 'ply') return [...grid.offset];
  let first: [number, number, number] | null = null;
  const sink = (records: Uint8Array, count: number) => {
    if (count === 0) return;
    const view = new DataView(records.buffer, records.byteOffset, RECORD_BYTES);
    const axis = (at: number, i: 0 | 1 | 2) => view.getInt32(at, true) * grid.scale[i] + grid.offset[i];
    first = [axis(RECORD.x, 0), axis(RECORD.y, 1), axis(RECORD.z, 2)];
    throw new Enough();
  };
  try {
    await source.read(0, parts, sink);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return first;
}
