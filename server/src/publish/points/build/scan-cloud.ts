import type { BareMode } from '@overlook/shared/config';
import { vec3Of } from '@overlook/shared/maths';
import type { GpsTimes } from '@overlook/shared/point-files';
import type { BuildRules } from '../build-rules.ts';
import type { ScanStation } from '../formats/point-source.ts';
import { tooFar } from '../move-records.ts';
import type { FileBounds } from './assert-together.ts';
import type { BuildThreads } from './build-threads.ts';
import type { Triple } from './cloud-cube.ts';
import { bareColorsOf, isUncolored } from './cloud-facts.ts';
import { alignColorDepths } from './color-depth.ts';
import { areFew, farText, isWithin, joinFar, joinScanned, siteBox, unionOf } from './far-points.ts';
import { commonGpsTimes, type FileTimes } from './gps-times.ts';
import { listWarnings } from './list-warnings.ts';
import type { PinnedCloud } from './pinned-cloud.ts';
import type { CloudSource } from '../formats/point-source.ts';
import { type CloudFile, openCloudFile } from './cloud-source.ts';
import type { RecordSegment } from './scanned-segment.ts';
import type { ScannedSegment } from './scanned-segment.ts';

/** Parts of a file with about this many points are read together. */
const SEGMENT_POINTS = 1_000_000;

export interface ScannedCloud {
  /** In the order of the files, without empty ones. */
  readonly segments: readonly ScannedSegment[];
  readonly sources: readonly { name: string; points: number }[];
  /** The kind of the GPS times of all files; null where they differ or there are none. */
  readonly gpsTimes: GpsTimes | null;
  /** Of the files that have points. */
  readonly bounds: readonly FileBounds[];
  /** The warnings of the readers, one sentence each. */
  readonly warnings: readonly string[];
  readonly stations: readonly FileStation[];
}

/** A station of a scanner, and the name of its file. */
export interface FileStation extends ScanStation {
  readonly file: string;
}

/**
 * Reads all files once, for facts about their points that later steps need. Records of files that are slow to read
 * again are written to files whose paths begin with `spoolPrefix`. Throws `ImportRefusedError`.
 */
export async function scanCloud(
  threads: BuildThreads,
  files: readonly CloudFile[],
  { rules, pin, spoolPrefix }: { rules: BuildRules; pin: PinnedCloud | null; spoolPrefix: string },
): Promise<ScannedCloud> {
  const requests: { segment: RecordSegment & { kind: 'source' }; spoolPrefix: string | null }[] = [];
  const read: (FileTimes & { warnings: readonly string[] })[] = [];
  for (const [file, opened] of files.entries()) {
    const { name } = opened;
    const source = await openCloudFile(opened);
    await source.close();
    read.push({ name, warnings: source.facts.warnings, gpsTimes: source.facts.fields.gpsTime });
    // Projecting points one by one is slow, too.
    const isReread = source.facts.isCheapToReread && rules.reprojectedFrom === null;
    for (const [from, to] of partsOf(source.facts))
      requests.push({
        segment: { kind: 'source', file, from, to, points: 0 },
        spoolPrefix: isReread ? null : `${spoolPrefix}-${file}-${from}`,
      });
  }
  const fileOf = requests.map(({ segment }) => segment.file);
  const near = await withoutFar(threads, await threads.forAll('scan', requests), fileOf, { files, rules });
  const scanned = alignColorDepths(near.scanned, fileOf, pin !== null && !pin.isColor8Bit);
  const points = files.map(() => 0);
  for (const [index, { segment }] of requests.entries()) {
    const { points: found, leftOut } = scanned[index]!;
    points[segment.file]! += found;
    const file = read[segment.file]!;
    file.warnings = [...file.warnings, ...leftOut];
  }
  for (const [file, text] of uncoloredTexts(scanned, fileOf)) read[file]!.warnings = [...read[file]!.warnings, text];
  for (const [file, text] of near.texts) read[file]!.warnings = [...read[file]!.warnings, text];
  const times = commonGpsTimes(read.filter((_, file) => points[file]! > 0));
  return {
    segments: scanned.filter((segment) => segment.points > 0),
    sources: files.map(({ name }, file) => ({ name, points: points[file]! })),
    gpsTimes: times.gpsTimes,
    bounds: boundsOfFiles(files, requests, scanned),
    warnings: [...listWarnings(read), ...times.warnings],
    stations: scanned.flatMap(({ stations }, index) =>
      stations.map((one) => ({ ...one, file: files[fileOf[index]!]!.name })),
    ),
  };
}

/**
 * Reads segments again without the few points that are too far from all others to be on the site, and says of each file
 * what is left out. Files that would lose more than a few points stay as they are. Throws `ImportRefusedError` for a file
 * with more than a few points outside of the grid.
 */
async function withoutFar(
  threads: BuildThreads,
  scanned: readonly ScannedSegment[],
  fileOf: readonly number[],
  { files, rules: { frame, grid } }: { files: readonly CloudFile[]; rules: BuildRules },
): Promise<{ scanned: readonly ScannedSegment[]; texts: Map<number, string> }> {
  const unitM = vec3Of((axis) => grid.scale[axis] * frame.metresPerUnit);
  const box = siteBox(scanned, unitM);
  const near = [...scanned];
  for (const [index, one] of scanned.entries()) {
    if (!box || one.points === 0 || isWithin(one, box)) continue;
    const requests = one.segments.map((segment) => ({ segment: { ...segment, within: box }, spoolPrefix: null }));
    near[index] = joinScanned(one, await threads.forAll('scan', requests));
  }
  const texts = new Map<number, string>();
  for (const file of new Set(fileOf)) {
    const own = fileOf.flatMap((of, index) => (of === file ? index : []));
    const outside = joinFar(own.map((index) => scanned[index]!.far));
    const points = own.reduce((sum, index) => sum + scanned[index]!.points, outside?.count ?? 0);
    if (outside && !areFew(outside.count, points)) throw tooFar(files[file]!.name);
    const all = joinFar(own.map((index) => near[index]!.far));
    const isLess = all !== null && areFew(all.count, points);
    if (!isLess) for (const index of own) near[index] = scanned[index]!;
    const far = isLess ? all : outside;
    if (far) texts.set(file, farText(far, box ?? unionOf(scanned), grid, unitM));
  }
  return { scanned: near, texts };
}

const BARE_TEXTS: Readonly<Record<BareMode, string>> = {
  intensity: 'drawn in greys of their intensities',
  classification: 'drawn in the colours of their classes',
  height: 'drawn in the colours of their heights',
};

/** What is said of files with points without colours, where others have them. */
function uncoloredTexts(scanned: readonly ScannedSegment[], fileOf: readonly number[]): Map<number, string> {
  if (!scanned.some(({ colors }) => colors.colored > 0)) return new Map();
  const bare = bareColorsOf(scanned);
  if (!bare) return new Map();
  const files = fileOf.filter((_, index) => isUncolored(scanned[index]!));
  return new Map(files.map((file) => [file, `points without colours, ${BARE_TEXTS[bare.by]}.`]));
}

function boundsOfFiles(
  files: readonly CloudFile[],
  requests: readonly { segment: { file: number } }[],
  scanned: readonly ScannedSegment[],
): FileBounds[] {
  const bounds: (FileBounds | undefined)[] = [];
  for (const [index, { segment }] of requests.entries()) {
    const { points, minimum, maximum } = scanned[index]!;
    if (points === 0) continue;
    const known = bounds[segment.file] ?? { minimum, maximum };
    bounds[segment.file] = {
      name: files[segment.file]!.name,
      minimum: each(Math.min, known.minimum, minimum),
      maximum: each(Math.max, known.maximum, maximum),
    };
  }
  return bounds.filter((found) => found !== undefined);
}

const each = (choose: (a: number, b: number) => number, a: Triple, b: Triple): Triple => [
  choose(a[0], b[0]),
  choose(a[1], b[1]),
  choose(a[2], b[2]),
];

/** Ranges of parts that are read together. */
function partsOf({ parts, points }: CloudSource['facts']): [from: number, to: number][] {
  const together = Math.max(1, Math.floor((SEGMENT_POINTS * parts) / Math.max(1, points ?? Infinity)));
  const ranges: [number, number][] = [];
  for (let from = 0; from < parts; from += together) ranges.push([from, Math.min(parts, from + together)]);
  return ranges;
}
