import { EvenSample } from './even-sample.ts';
import { LocalPlanes } from './local-planes.ts';
import { PointTree } from '@overlook/shared/shapes';
import { LEAST_SIDE_M, type SceneSample } from './scene-sample.ts';

/** Points with the planes through their neighbourhoods. */
export interface Surfaces {
  readonly tree: PointTree;
  readonly planes: LocalPlanes;
}

/** Points on surfaces, and their unit normals, both flat xyz. */
export interface Sample {
  readonly xyz: Float64Array;
  readonly normals: Float32Array;
}

/** All points of a scene. */
export function surfacesOf({ tall, ground }: SceneSample): Surfaces {
  const xyz = new Float64Array(3 * (tall.count + ground.count));
  xyz.set(tall.points());
  xyz.set(ground.points(), 3 * tall.count);
  return surfacesOfPoints(xyz);
}

function surfacesOfPoints(xyz: Float64Array): Surfaces {
  const tree = new PointTree(xyz);
  return { tree, planes: new LocalPlanes(tree) };
}

/** Surfaces steeper than 60° are steep. */
export const isSteep = (normalUp: number): boolean => Math.abs(normalUp) < 0.5;

/** Half of a sample is for what is steep, which alone fixes a place east and north. */
const STEEP_SHARE = 0.5;
/** A few times as many points are looked at, because not all are on surfaces. */
const LOOKED_AT = 2;

/** At most so many points of a scene that are on surfaces, steep and flat ones evenly in space. */
export function sampleOf({ tall, ground }: SceneSample, pointsMost: number): Sample {
  const steep = new EvenSample(Math.ceil(STEEP_SHARE * pointsMost), LEAST_SIDE_M);
  const flat = new EvenSample(Math.floor((1 - STEEP_SHARE) * pointsMost), LEAST_SIDE_M);
  const [steepNormals, flatNormals]: [number[], number[]] = [[], []];
  for (const part of [tall, ground]) {
    const { tree, planes } = surfacesOfPoints(part.points().slice());
    for (const point of evenly(tree.xyz, LOOKED_AT * pointsMost)) {
      if (!planes.has(point)) continue;
      const normal = planes.normals.subarray(3 * point, 3 * point + 3);
      const isOfSteep = isSteep(normal[2]!);
      (isOfSteep ? steep : flat).add(tree.xyz[3 * point]!, tree.xyz[3 * point + 1]!, tree.xyz[3 * point + 2]!);
      (isOfSteep ? steepNormals : flatNormals).push(...normal);
    }
  }
  return joined([withNormals(steep, steepNormals), withNormals(flat, flatNormals)]);
}

function evenly(xyz: Float64Array, pointsMost: number): Int32Array {
  const even = new EvenSample(pointsMost, LEAST_SIDE_M);
  for (let at = 0; at < xyz.length; at += 3) even.add(xyz[at]!, xyz[at + 1]!, xyz[at + 2]!);
  return even.numbers();
}

/** `added`: the normals of all points in the order in which they were added. */
const withNormals = (even: EvenSample, added: readonly number[]): Sample => ({
  xyz: even.points(),
  normals: Float32Array.from(
    { length: 3 * even.count },
    (_, i) => added[3 * even.numbers()[Math.floor(i / 3)]! + (i % 3)]!,
  ),
});

/** Some points of a sample by their numbers. */
export function picked({ xyz, normals }: Sample, numbers: ArrayLike<number>): Sample {
  const own = { xyz: new Float64Array(3 * numbers.length), normals: new Float32Array(3 * numbers.length) };
  for (let to = 0; to < numbers.length; to++) {
    const from = 3 * numbers[to]!;
    own.xyz.set(xyz.subarray(from, from + 3), 3 * to);
    own.normals.set(normals.subarray(from, from + 3), 3 * to);
  }
  return own;
}

function joined(parts: readonly Sample[]): Sample {
  const values = parts.reduce((sum, { xyz }) => sum + xyz.length, 0);
  const all = { xyz: new Float64Array(values), normals: new Float32Array(values) };
  let at = 0;
  for (const { xyz, normals } of parts) {
    all.xyz.set(xyz, at);
    all.normals.set(normals, at);
    at += xyz.length;
  }
  return all;
}
