import type { Mat4 } from '@overlook/shared/maths';
import { closeIn } from './close-in.ts';
import { coarseStart } from './coarse-start.ts';
import { LevelMove } from './level-move.ts';
import type { LevelAxis } from './level-step.ts';
import { PointPairs } from './point-pairs.ts';
import { isIn, type Region, regionOf } from './region.ts';
import type { SceneSample } from './scene-sample.ts';
import { type Sample, sampleOf, type Surfaces, surfacesOf } from './surfaces.ts';

/** Points of the data that are compared. */
const SAMPLE_POINTS = 50_000;
/** Data farther from the neighbour are not fitted: they belong elsewhere, or have another coordinate system. */
const APART_M = 1;
/** What lies within this of a surface that faces alike overlaps, metres. */
const OVERLAP_M = 0.1;
const OVERLAP_LEAST = 0.3;
/** Farther neighbours are not looked for, metres. */
const FARTHEST_M = 10;
/** The first pairs of the last part of a fit, metres. */
const LAST_START_M = 0.3;

/** How data lie to the neighbour before a fit. */
export interface Nearness {
  /**
   * Median distance of the sample from the neighbour's surface, of its part within 10 m of the box around the neighbour; null where that is
   * more than 10 m.
   */
  readonly distanceM: number | null;
  /** Share of the sample within 10 cm of it. */
  readonly overlap: number;
}

export type PointFit =
  | ({ readonly kind: 'apart' | 'near' } & Nearness)
  | {
      readonly kind: 'fitted';
      /** Before the fit. */
      readonly distanceM: number;
      /** After the fit: share of the sample within 10 cm of a surface of the neighbour that faces alike. */
      readonly overlap: number;
      /** Of the points, in their frame: a turn about its z axis and a shift. Column-major. */
      readonly matrix: Mat4;
      /** Pairs that are no outliers, and the root mean square of their distances along the normals, metres. */
      readonly count: number;
      readonly rmsM: number;
      /** What the points do not fix, and the fit has left as it was. */
      readonly kept: readonly LevelAxis[];
    };

/**
 * Fits a scene onto its neighbour by a turn about the vertical and a shift; both are in one frame whose z is up, metres. `apart` where it is
 * more than 1 m away, or less than 30 % of it overlaps after the fit. With `measureOnly` nothing is fitted: `near`, or `apart`.
 */
export function fitPoints(scene: SceneSample, neighbourScene: SceneSample, measureOnly = false): PointFit {
  const sample = sampleOf(scene, SAMPLE_POINTS);
  const neighbour = surfacesOf(neighbourScene);
  const nearness = nearnessOf(sample, neighbour, regionOf(neighbourScene, FARTHEST_M));
  const { distanceM } = nearness;
  if (distanceM === null || distanceM > APART_M) return { kind: 'apart', ...nearness };
  if (measureOnly) return { kind: 'near', ...nearness };
  const { middle, leverM } = spreadOf(sample);
  const start = coarseStart(sample, neighbour, new LevelMove(middle), leverM);
  const pairs = new PointPairs(sample, neighbour, leverM);
  const { move, kept } = closeIn(pairs, start, LAST_START_M);
  pairs.find(move, OVERLAP_M);
  const overlap = pairs.share();
  if (overlap < OVERLAP_LEAST) return { kind: 'apart', distanceM, overlap };
  return { kind: 'fitted', distanceM, overlap, matrix: move.matrix(), ...pairs.remainder(), kept };
}

/** The distance is that of the part of the sample that the neighbour reaches at all. */
function nearnessOf({ xyz }: Sample, surfaces: Surfaces, neighbour: Region | null): Nearness {
  const distances: number[] = [];
  for (let at = 0; at < xyz.length; at += 3) {
    const [x, y, z] = [xyz[at]!, xyz[at + 1]!, xyz[at + 2]!];
    if (neighbour && isIn(neighbour, x, y, z)) distances.push(distanceFrom(surfaces, x, y, z));
  }
  const sorted = Float64Array.from(distances).sort();
  const median = sorted[sorted.length >>> 1] ?? Infinity;
  const near = distances.filter((distance) => distance <= OVERLAP_M).length;
  return { distanceM: Number.isFinite(median) ? median : null, overlap: near / Math.max(1, xyz.length / 3) };
}

/** Of a point from the surface that its nearest point is on, else from that point, metres; Infinity where none is near. */
function distanceFrom({ tree, planes }: Surfaces, x: number, y: number, z: number): number {
  const nearest = tree.nearest(x, y, z, FARTHEST_M);
  if (nearest < 0) return Infinity;
  if (!planes.has(nearest)) return Math.sqrt(tree.distanceM2);
  const of = 3 * nearest;
  const { normals, radiiM } = planes;
  const across =
    normals[of]! * (x - tree.xyz[of]!) +
    normals[of + 1]! * (y - tree.xyz[of + 1]!) +
    normals[of + 2]! * (z - tree.xyz[of + 2]!);
  const isOver = tree.distanceM2 - across * across <= radiiM[nearest]! ** 2;
  return isOver ? Math.abs(across) : Math.sqrt(tree.distanceM2);
}

/** The mean of a sample east and north, and the root mean square of its distance from there; metres. */
function spreadOf({ xyz }: Sample): { middle: [number, number]; leverM: number } {
  const count = xyz.length / 3;
  const middle: [number, number] = [0, 0];
  for (let at = 0; at < xyz.length; at += 3)
    for (const axis of [0, 1] as const) middle[axis] += xyz[at + axis]! / count;
  let square = 0;
  for (let at = 0; at < xyz.length; at += 3)
    square += ((xyz[at]! - middle[0]) ** 2 + (xyz[at + 1]! - middle[1]) ** 2) / count;
  return { middle, leverM: Math.sqrt(square) };
}
