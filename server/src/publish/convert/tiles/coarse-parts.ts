import { type Mat4, multiply } from '@overlook/shared/maths';
import { diagonal } from '../../bounds.ts';
import type { CadGeometry, CadPart } from '../cad-model.ts';
import type { PartLikenesses } from './part-likenesses.ts';
import type { Weighed } from './spatial-groups.ts';

/** Parts that stand for a crowd, with geometries of their own. */
export interface CoarseParts {
  readonly parts: readonly CadPart[];
  readonly geometries: readonly CadGeometry[];
  /** Metres by which something may stand beside where it is. */
  readonly deviation: number;
}

export interface CoarseOptions {
  /** By how much meshes may be simplified, metres. */
  readonly allowed: number;
  /** Triangles of all parts together. */
  readonly atMost: number;
}

interface Candidate {
  readonly part: CadPart & Weighed;
  readonly geometry: CadGeometry;
  /** Diagonal of its box, metres; infinite for what may not be left out. */
  readonly size: number;
}

/** No mesh may take more of the triangles than this share, or the rest would have to go. */
const LARGEST_SHARE = 4;

/**
 * What stands for parts from afar: their simplified meshes, and where these are still too many triangles, a sample.
 * A part smaller than some size D is taken with the chance (size / D)² and drawn as large as D, so that the sample covers
 * as much of the picture, in the same colours, as all of them did (Cook, Halstead, Planck, Ryu: Stochastic
 * simplification of aggregate detail, 2007); larger parts are all taken, and so are pieces of meshes, which are
 * simplified further instead. Chance is a number of the part itself: what is there from further off is there from nearer
 * by.
 */
export function coarseParts(
  all: readonly (CadPart & Weighed)[],
  likenesses: PartLikenesses,
  { allowed, atMost }: CoarseOptions,
): CoarseParts {
  let deviation = 0;
  const likenessOf = (part: CadPart & Weighed, most: number): Candidate => {
    const likeness = likenesses.of(part, allowed, most);
    deviation = Math.max(deviation, likeness.deviation);
    return { part, geometry: likeness.geometry, size: likenesses.isPiece(part) ? Infinity : diagonal(part.box) };
  };
  const pieces = all.filter((part) => likenesses.isPiece(part));
  const others = all.filter((part) => !likenesses.isPiece(part));
  const shares = others.length > 0 ? 2 : 1;
  const candidates = pieces.map((part) => likenessOf(part, atMost / shares / pieces.length));
  const left = Math.max(atMost / 2, atMost - triangleCount(candidates));
  for (const part of others) candidates.push(likenessOf(part, left / LARGEST_SHARE));
  const standard = standardSize(
    candidates.filter(({ size }) => size < Infinity),
    left,
  );
  const geometries: CadGeometry[] = [];
  const numbers = new Map<CadGeometry, number>();
  const parts: CadPart[] = [];
  for (const { part, geometry, size } of candidates) {
    const times = Math.max(1, standard / size);
    if (chanceOf(part) > 1 / times ** 2) continue;
    if (!numbers.has(geometry)) numbers.set(geometry, geometries.push(geometry) - 1);
    parts.push({ ...part, geometry: numbers.get(geometry)!, matrix: enlarged(part, times) });
    if (times > 1) deviation = Math.max(deviation, standard);
  }
  return { parts, geometries, deviation };
}

const triangleCount = (candidates: readonly Candidate[]): number =>
  candidates.reduce((sum, { geometry }) => sum + geometry.indices.length / 3, 0);

/** The size below which parts are sampled so that about `atMost` triangles are left; 0 where all may stay. */
function standardSize(candidates: readonly Candidate[], atMost: number): number {
  const triangles = (standard: number) =>
    candidates.reduce(
      (sum, { geometry, size }) => sum + (geometry.indices.length / 3) * Math.min(1, (size / standard) ** 2),
      0,
    );
  let high = candidates.reduce((most, { size }) => Math.max(most, size), 0);
  if (triangles(high * 1e-9) <= atMost) return 0;
  while (triangles(high) > atMost) high *= 2;
  let low = 0;
  for (let i = 0; i < 30; i++) {
    const middle = (low + high) / 2;
    if (triangles(middle) > atMost) low = middle;
    else high = middle;
  }
  return high;
}

/** A number from 0 to 1 that is always the same for a part, and has nothing to do with its neighbours'. */
function chanceOf({ item, box }: CadPart & Weighed): number {
  let h = Math.imul(item ^ Math.imul(Math.round(box[0] * 1000) | 0, 0x27d4eb2d), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return ((h >>> 0) + 0.5) / 2 ** 32;
}

/** The part's matrix with its mesh so many times as large about its middle. */
function enlarged({ matrix, box }: CadPart & Weighed, times: number): Mat4 {
  if (times === 1) return matrix;
  const [x, y, z] = [0, 1, 2].map((axis) => ((box[axis]! + box[axis + 3]!) / 2) * (1 - times));
  return multiply([times, 0, 0, 0, 0, times, 0, 0, 0, 0, times, 0, x!, y!, z!, 1], matrix);
}
