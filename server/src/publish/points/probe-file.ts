import { stat } from 'node:fs/promises';
import { distance, vec3Of } from '@overlook/shared/maths';
import { coordinatesOf, RECORD_WORDS, recordWords } from '../../pointclouds/record.ts';
import { CrsError, resolveCrs, type CrsOptions, type SourceCrs } from '../../pointclouds/crs/index.ts';
import type { SiteSystem } from '../../pointclouds/crs/site-system.ts';
import { ImportRefusedError } from '../../errors/import-refused.ts';
import { ecefOfFirst, type FirstPoint } from './first-place.ts';
import type { PointFileFound } from './find-point-files.ts';
import type { PointSource, PointSourceFacts } from './formats/point-source.ts';
import { openPointSource } from './open-source.ts';

/** The facts about a file before its points are read. */
export interface ProbedFile {
  readonly name: string;
  readonly facts: PointSourceFacts;
  /** Where its first points are, in the file's own coordinates; null where it has none. */
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
  /** That of the site, for files that state none. */
  readonly siteSystem?: SiteSystem | null | undefined;
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
    const stated = crsOf(facts, name, options);
    const { siteSystem } = options;
    const found = stated.crs === null && siteSystem && first ? crsOfSite({ name, first }, siteSystem, options) : stated;
    return { name, facts, first, points, ...found };
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

/** Metres from the origin of a site: points farther away are not in its system, but a scanner's own. */
const SITE_MOST_M = 100_000;

/** The system of a site for a file that states none; null where its points would not be at the site. */
function crsOfSite(
  file: FirstPoint,
  { crs, nearEcef }: SiteSystem,
  { altitudes }: CrsOptions,
): Pick<ProbedFile, 'crs' | 'notes'> {
  const found = resolveCrs(null, { crs, altitudes })!;
  try {
    const placeEcef = ecefOfFirst(file, found);
    if (nearEcef && distance(placeEcef, nearEcef) > SITE_MOST_M) return { crs: null, notes: [] };
  } catch (error) {
    if (error instanceof ImportRefusedError) return { crs: null, notes: [] };
    throw error;
  }
  return { crs: found, notes: [`Files that state no coordinate system were read in that of the site, ${found.name}.`] };
}

/** Of the first batch. */
const STARTING_POINTS = 1000;
/** A first point farther from the middle than this many times the width of most others is a stray. */
const STRAY_WIDTHS = 1000;

/** The first of some points, or their middle where the first is a stray; integers of their grid. */
function startPlace(words: Int32Array, count: number): [number, number, number] {
  const step = Math.ceil(count / STARTING_POINTS);
  let isStray = false;
  const middle = vec3Of((axis) => {
    const values = Array.from({ length: Math.ceil(count / step) }, (_, i) => words[i * step * RECORD_WORDS + axis]!);
    const sorted = values.toSorted((a, b) => a - b);
    const at = (share: number) => sorted[Math.floor((sorted.length - 1) * share)]!;
    isStray ||= Math.abs(values[0]! - at(0.5)) > STRAY_WIDTHS * (at(0.9) - at(0.1) + 1000);
    return at(0.5);
  });
  return isStray ? middle : [words[0]!, words[1]!, words[2]!];
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
    first = coordinatesOf(grid, startPlace(recordWords(records, count), count));
    throw new Enough();
  };
  try {
    await source.read(0, parts, sink);
  } catch (error) {
    if (!(error instanceof Enough)) throw error;
  }
  return first;
}
