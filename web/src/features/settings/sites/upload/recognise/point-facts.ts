import { BlobFile } from '@overlook/engine/blob-file';
import { namedSystem, type NamedSystem } from '@overlook/shared/crs';
import { type E57Summary, lasSummary, type LasSummary } from '@overlook/shared/point-files';
import { endingOf, type PartFile } from './dropped-file.ts';

/** What the files of a point cloud state. */
export interface PointFacts {
  /** Files whose head says the following: LAS, LAZ and E57. */
  readonly files: number;
  /** Files of these that state a coordinate system. */
  readonly stated: number;
  /** Of the files that state one: all different systems. */
  readonly systems: readonly NamedSystem[];
  /** Null where not each file of the part states its number. */
  readonly points: number | null;
  /** In the coordinates of the files, where all state the same system, or none. */
  readonly bounds: LasSummary['bounds'];
  /** The first and last date on which the files were made. */
  readonly made: readonly [first: Date, last: Date] | null;
  /** In E57 files, beside the points. */
  readonly pictures: number;
  readonly scanPositions: number;
  /** Names of files that cannot be read as what their name says. */
  readonly broken: readonly string[];
}

const READ_AT_ONCE = 8;
const BROKEN_MOST = 20;

type Head = Omit<LasSummary, 'bounds'> & Partial<Pick<LasSummary, 'bounds'> & Omit<E57Summary, keyof LasSummary>>;

async function headOf({ path, file }: PartFile): Promise<Head> {
  const opened = new BlobFile(file, path);
  return endingOf(path) === 'e57' ? (await import('./e57-head.ts')).e57Summary(opened) : lasSummary(opened);
}

/** Reads the heads of LAS, LAZ and E57 files; nothing else of them. Rejects with the reason of the signal. */
export async function pointFacts(files: readonly PartFile[], signal: AbortSignal): Promise<PointFacts> {
  const heads = files.filter(({ path }) => ['las', 'laz', 'e57'].includes(endingOf(path)));
  const summaries: Head[] = [];
  const broken: string[] = [];
  let next = 0;
  const read = async () => {
    for (let at = next++; at < heads.length; at = next++) {
      signal.throwIfAborted();
      const summary = await headOf(heads[at]!).catch(() => null);
      if (summary) summaries.push(summary);
      else if (broken.length < BROKEN_MOST) broken.push(heads[at]!.path);
    }
  };
  await Promise.all(Array.from({ length: READ_AT_ONCE }, read));
  return factsOf(summaries, broken, heads.length === files.length);
}

function factsOf(summaries: readonly Head[], broken: readonly string[], areAll: boolean): PointFacts {
  const systems = new Map<string, NamedSystem>();
  let stated = 0;
  let points = 0;
  const dates: Date[] = [];
  for (const summary of summaries) {
    points += summary.points;
    const system = summary.crs && namedSystem(summary.crs);
    if (system) {
      stated++;
      systems.set(`${system.epsg ?? system.name} ${system.heights}`, system);
    }
    if (summary.made) dates.push(summary.made);
  }
  const isOneSystem = systems.size <= 1 && (stated === 0 || stated === summaries.length);
  return {
    files: summaries.length,
    stated,
    systems: [...systems.values()],
    points: areAll && broken.length === 0 ? points : null,
    bounds: isOneSystem ? boundsOf(summaries) : null,
    made: rangeOf(dates),
    pictures: summaries.reduce((sum, { pictures = 0 }) => sum + pictures, 0),
    scanPositions: summaries.reduce((sum, { scanPositions = 0 }) => sum + scanPositions, 0),
    broken,
  };
}

function rangeOf([first, ...more]: readonly Date[]): PointFacts['made'] {
  if (!first) return null;
  let [earliest, latest] = [first, first];
  for (const date of more) {
    if (date < earliest) earliest = date;
    if (date > latest) latest = date;
  }
  return [earliest, latest];
}

/** A writer that leaves the bounds out writes zeros. */
const isOnePlace = ({ least, most }: NonNullable<LasSummary['bounds']>): boolean =>
  least.every((value, axis) => value === most[axis]);

function boundsOf(summaries: readonly Head[]): LasSummary['bounds'] {
  let all: LasSummary['bounds'] = null;
  const extreme = (of: (...values: number[]) => number, a: readonly number[], b: readonly number[]) =>
    [of(a[0]!, b[0]!), of(a[1]!, b[1]!), of(a[2]!, b[2]!)] as const;
  for (const { bounds, points } of summaries) {
    if (!bounds || (points > 1 && isOnePlace(bounds))) return null;
    all = all
      ? { least: extreme(Math.min, all.least, bounds.least), most: extreme(Math.max, all.most, bounds.most) }
      : bounds;
  }
  return all;
}
