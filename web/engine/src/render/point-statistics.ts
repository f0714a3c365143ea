/**
 * Statistics of the drawn points: exact counts of each class and return, and histograms of height and intensity from the sample
 * of points that stays in memory for each tile (content/points/point-sample.ts).
 */
import { type BareMode, doClassesTell, HISTOGRAM_BARS, RANGE_TAIL } from '@overlook/shared/config';
import { transformPoint, WGS84 } from '@overlook/shared/maths';
import type { PointSample } from '../content/points/point-sample.ts';
import { SCAN_BITS, type ScanValueName, type ValueCount } from '../content/points/scan-values.ts';
import type { DrawItem } from './draw-item.ts';
import type { GpuPrimitive } from './gpu-content.ts';

export interface Histogram {
  /** Range of the bars: all values without 0.1 % at each end. */
  readonly least: number;
  readonly most: number;
  /** Estimated number of points in each bar; {@link HISTOGRAM_BARS} numbers. */
  readonly points: readonly number[];
  /** Default range of a colour ramp. */
  readonly range: readonly [least: number, most: number];
}

export interface PointStatistics {
  /** Number of points of the drawn tiles. */
  readonly points: number;
  /** Values that at least one of the tiles has. */
  readonly has: Readonly<Record<ScanValueName, boolean>>;
  /** Metres above the ellipsoid. */
  readonly height: Histogram | null;
  /** 0 to 65,535. */
  readonly intensity: Histogram | null;
  /** Counts over all drawn tiles, ascending by value. */
  readonly classes: readonly ValueCount[];
  readonly returns: readonly ValueCount[];
}

/** Largest number of samples: sorting more takes too many milliseconds. */
const SAMPLES_MOST = 20_000;
const BAR_TAIL = 0.001;

/**
 * Returns the statistics of the drawn tiles, or null if they have no points. `originHeight`: height of the site frame above the
 * ellipsoid, metres. `isCounted` leaves out the points of other primitives.
 */
export function pointStatistics(
  items: readonly DrawItem[],
  originHeight: number,
  isCounted: (primitive: GpuPrimitive) => boolean = () => true,
): PointStatistics | null {
  const clouds = items
    .flatMap(({ tile }) => tile.gpu.flatMap(({ primitives }) => primitives.filter(isCloud)))
    .filter(isCounted);
  if (clouds.length === 0) return null;
  const has = (name: ScanValueName) => clouds.some(({ scan }) => scan?.has[name]);
  const samplesEach = Math.max(1, Math.floor(SAMPLES_MOST / clouds.length));
  const { shift, most } = SCAN_BITS.intensity;
  const withIntensity = clouds.filter(({ scan }) => scan?.has.intensity);
  return {
    points: clouds.reduce((sum, { vertexCount }) => sum + vertexCount, 0),
    has: {
      intensity: has('intensity'),
      classification: has('classification'),
      returnNumber: has('returnNumber'),
    },
    height: histogramOf(clouds, samplesEach, (cloud, at) => heightOf(cloud, at) + originHeight),
    intensity: histogramOf(withIntensity, samplesEach, ({ sample }, at) => (sample.packed![at]! >>> shift) & most),
    classes: sumOf(clouds.map(({ scan }) => scan?.classCounts ?? [])),
    returns: sumOf(clouds.map(({ scan }) => scan?.returnCounts ?? [])),
  };
}

/** What tells most of points that have no colours: the first of these that differs between them. */
export function tellingMode({ intensity, classes }: PointStatistics): BareMode {
  if (intensity && intensity.range[1] > intensity.range[0]) return 'intensity';
  return doClassesTell(classes.map(([code]) => code)) ? 'classification' : 'height';
}

type Cloud = GpuPrimitive & { sample: PointSample };

const isCloud = (primitive: GpuPrimitive): primitive is Cloud => primitive.sample !== null && primitive.vertexCount > 0;

/** Height above the ellipsoid through the origin of the site, metres, as in the shader. */
function heightOf({ sample: { positions }, matrixEnu }: Cloud, at: number): number {
  const [x, y, z] = transformPoint(matrixEnu, [positions[3 * at]!, positions[3 * at + 1]!, positions[3 * at + 2]!]);
  return z + (x * x + y * y) / (2 * WGS84.a);
}

function sumOf(lists: readonly (readonly ValueCount[])[]): ValueCount[] {
  const sums = new Map<number, number>();
  for (const list of lists) for (const [value, points] of list) sums.set(value, (sums.get(value) ?? 0) + points);
  return [...sums].sort(([a], [b]) => a - b);
}

/** Sampled values with the number of points that each represents. */
type Weighted = { value: number; weight: number }[];

function histogramOf(
  clouds: readonly Cloud[],
  samplesEach: number,
  valueOf: (cloud: Cloud, at: number) => number,
): Histogram | null {
  const samples: Weighted = [];
  for (const cloud of clouds) {
    const there = cloud.sample.positions.length / 3;
    const count = Math.min(there, samplesEach);
    const weight = cloud.vertexCount / count;
    for (let i = 0; i < count; i++) samples.push({ value: valueOf(cloud, Math.floor((i * there) / count)), weight });
  }
  const sorted = samples.filter(({ value }) => Number.isFinite(value)).sort((a, b) => a.value - b.value);
  if (sorted.length === 0) return null;
  const [least, from, to, most] = valuesAt(sorted, [BAR_TAIL, RANGE_TAIL, 1 - RANGE_TAIL, 1 - BAR_TAIL]);
  const points = Array.from({ length: HISTOGRAM_BARS }, () => 0);
  const perMetre = HISTOGRAM_BARS / Math.max(most! - least!, Number.MIN_VALUE);
  for (const { value, weight } of sorted) {
    if (value < least! || value > most!) continue;
    points[Math.min(HISTOGRAM_BARS - 1, Math.floor((value - least!) * perMetre))]! += weight;
  }
  return { least: least!, most: most!, points, range: [from!, to!] };
}

/** Returns the values at these quantiles (ascending shares of the points). */
function valuesAt(sorted: Weighted, shares: readonly number[]): number[] {
  const total = sorted.reduce((sum, { weight }) => sum + weight, 0);
  const found: number[] = [];
  let below = 0;
  for (const { value, weight } of sorted) {
    below += weight;
    while (found.length < shares.length && below >= shares[found.length]! * total) found.push(value);
  }
  while (found.length < shares.length) found.push(sorted.at(-1)!.value);
  return found;
}
