import { hash01 } from '../plant/random.ts';
import { type Bounds, EMPTY, boundsOf, union } from './bounds.ts';
import type { Points, Square } from './point-sampling.ts';

/**
 * Levels of a point cloud that add up (3D Tiles refine ADD): a tile of side s keeps one point in every cube of s/128,
 * the one that a fixed lottery favours, and hands the rest down to four tiles half its size; a tile with few enough
 * points keeps them all. Cubes of all levels nest, so a large square can be cut up and done in any order.
 */
export interface PointTile extends Square {
  /** Into the square's points. */
  readonly points: Uint32Array;
  readonly children: readonly PointTile[];
}

const CUBES_PER_SIDE = 128;
/** A tile never holds more than this. */
export const MOST_POINTS = 45_000;
const SMALLEST_SIDE = 2;

/** Spacing of what a tile that has children keeps, metres. */
export const spacingOf = (side: number): number => side / CUBES_PER_SIDE;

/** Takes the winners of one level out of `candidates`: [winners, the rest]. */
export function thin(
  points: Points,
  candidates: Uint32Array,
  square: Square,
  side: number,
): readonly [Uint32Array, Uint32Array] {
  const size = spacingOf(side);
  const across = Math.ceil(square.side / size) + 1;
  const best = new Map<number, number>();
  for (const k of candidates) {
    const x = Math.floor((points.positions[3 * k]! - square.west) / size);
    const y = Math.floor((points.positions[3 * k + 1]! - square.south) / size);
    const z = Math.floor(points.positions[3 * k + 2]! / size);
    const cube = (z * across + y) * across + x;
    const known = best.get(cube);
    if (known === undefined || hash01(k, 77) < hash01(known, 77)) best.set(cube, k);
  }
  const winners = Uint32Array.from(best.values()).sort();
  const isWinner = new Set(winners);
  return [winners, candidates.filter((k) => !isWinner.has(k))];
}

/** Builds the tree below a square. */
export function growTree(points: Points, candidates: Uint32Array, square: Square): PointTile | null {
  if (candidates.length === 0) return null;
  if (candidates.length <= MOST_POINTS || square.side <= SMALLEST_SIDE)
    return { ...square, points: candidates, children: [] };
  const [kept, rest] = thin(points, candidates, square, square.side);
  const half = square.side / 2;
  const quarters: number[][] = [[], [], [], []];
  for (const k of rest) {
    const dx = points.positions[3 * k]! - square.west < half ? 0 : 1;
    const dy = points.positions[3 * k + 1]! - square.south < half ? 0 : 1;
    quarters[dy * 2 + dx]!.push(k);
  }
  const children = quarters.flatMap((members, q) => {
    const child = { west: square.west + (q & 1) * half, south: square.south + (q >> 1) * half, side: half };
    return growTree(points, Uint32Array.from(members), child) ?? [];
  });
  return { ...square, points: kept, children };
}

/** Copies chosen points out of the square's. */
export function pick(points: Points, chosen: Uint32Array): { positions: Float64Array; colours: Uint8Array } {
  const positions = new Float64Array(chosen.length * 3);
  const colours = new Uint8Array(chosen.length * 3);
  chosen.forEach((k, i) => {
    for (let c = 0; c < 3; c++) {
      positions[3 * i + c] = points.positions[3 * k + c]!;
      colours[3 * i + c] = points.colours[3 * k + c]!;
    }
  });
  return { positions, colours };
}

/** The box of a tile's own points. */
export const pointBounds = (positions: Float64Array): Bounds => union(EMPTY, boundsOf(positions));
