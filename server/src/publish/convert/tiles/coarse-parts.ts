import { type Mat4, multiply, scale } from '@overlook/shared/maths';
import { centreOf, diagonal } from '../../bounds.ts';
import type { CadPart } from '../cad-model.ts';
import type { CadGeometry } from '../../formats/triangle-corners.ts';
import type { LodProxies } from './lod-proxies.ts';
import type { WithTriangleCount } from './spatial-groups.ts';

/** Parts that replace an aggregate of many parts, with their own geometries. */
export interface CoarseParts {
  readonly parts: readonly CadPart[];
  readonly geometries: readonly CadGeometry[];
  /** Largest distance between a surface and its simplified form, metres. */
  readonly deviation: number;
}

export interface CoarseOptions {
  /** Largest deviation of simplified meshes, metres. */
  readonly allowed: number;
  /** Triangles of all parts together. */
  readonly atMost: number;
}

interface Candidate {
  readonly part: CadPart & WithTriangleCount;
  readonly geometry: CadGeometry;
  /** Diagonal of its box, metres; infinite for a part that may not be omitted. */
  readonly size: number;
}

/** A mesh may take at most one of this many equal shares of the triangles, so that others remain. */
const LARGEST_SHARE = 4;

/**
 * Simplifies an aggregate of parts for a coarse tile: first their meshes, then, if there are still too many triangles, by
 * sampling. A part smaller than a size D is kept with probability (size / D)² and drawn as large as D, so that the sample
 * covers the same share of the picture in the same colours (Cook, Halstead, Planck, Ryu: Stochastic simplification of
 * aggregate detail, 2007). Larger parts are always kept. Pieces of meshes are kept too and simplified further instead. The
 * random number depends on the part only: a part that is kept in a coarse tile is kept in every finer tile.
 */
export function coarseParts(
  all: readonly (CadPart & WithTriangleCount)[],
  lodProxies: LodProxies,
  { allowed, atMost }: CoarseOptions,
): CoarseParts {
  let deviation = 0;
  const proxyOf = (part: CadPart & WithTriangleCount, most: number): Candidate => {
    const proxy = lodProxies.of(part, allowed, most);
    deviation = Math.max(deviation, proxy.deviation);
    return { part, geometry: proxy.geometry, size: lodProxies.isPiece(part) ? Infinity : diagonal(part.box) };
  };
  const pieces = all.filter((part) => lodProxies.isPiece(part));
  const others = all.filter((part) => !lodProxies.isPiece(part));
  const shares = others.length > 0 ? 2 : 1;
  const candidates = pieces.map((part) => proxyOf(part, atMost / shares / pieces.length));
  const left = Math.max(atMost / 2, atMost - triangleCount(candidates));
  for (const part of others) candidates.push(proxyOf(part, left / LARGEST_SHARE));
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

/** The size below which parts are sampled so that about `atMost` triangles remain; 0 where all are kept. */
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

/** A number from 0 to 1 that is constant for a part and independent of those of its neighbours. */
function chanceOf({ item, box }: CadPart & WithTriangleCount): number {
  let h = Math.imul(item ^ Math.imul(Math.round(box[0] * 1000) | 0, 0x27d4eb2d), 0x9e3779b1);
  h = Math.imul(h ^ (h >>> 15), 0x85ebca6b);
  h ^= h >>> 13;
  return ((h >>> 0) + 0.5) / 2 ** 32;
}

/** The part's matrix, scaled by `times` about its centre. */
function enlarged({ matrix, box }: CadPart & WithTriangleCount, times: number): Mat4 {
  if (times === 1) return matrix;
  const [x, y, z] = scale(centreOf(box), 1 - times);
  return multiply([times, 0, 0, 0, 0, times, 0, 0, 0, 0, times, 0, x!, y!, z!, 1], matrix);
}
