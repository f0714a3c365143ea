import { hash01 } from '../plant/random.ts';
import type { PointBuffer } from './point-buffer.ts';
import type { Square } from './point-sampling.ts';

/**
 * Levels of a point cloud that add up (3D Tiles refine ADD): a tile of side s keeps one point in every cube of s/128,
 * the one with the best fixed random number, and passes the rest to four tiles of half its size; a tile with few enough
 * points keeps them all. Cubes of all levels nest, so a large square can be divided and processed in any order.
 */
export interface PointTile extends Square {
  /** Into the square's points. */
  readonly points: Uint32Array;
  readonly children: readonly PointTile[];
}

const CUBES_PER_SIDE = 128;
/** A tile never holds more than this. */
const MOST_POINTS = 45_000;
const SMALLEST_SIDE = 2;

/** Spacing of what a tile that has children keeps, metres. */
export const spacingOf = (side: number): number => side / CUBES_PER_SIDE;

/** Takes the winners of one level out of `candidates` (in ascending order): [winners, the rest], both ascending. */
export function thin(points: PointBuffer, candidates: Uint32Array, side: number): readonly [Uint32Array, Uint32Array] {
  const { positions } = points;
  const perMetre = 1 / spacingOf(side);
  // Open addressing over cubes; a slot holds its cube's best point so far, or -1.
  const mask = 2 ** Math.ceil(Math.log2(candidates.length * 2 + 2)) - 1;
  const slots = new Int32Array(mask + 1).fill(-1);
  for (const k of candidates) {
    const x = Math.floor(positions[3 * k]! * perMetre);
    const y = Math.floor(positions[3 * k + 1]! * perMetre);
    const z = Math.floor(positions[3 * k + 2]! * perMetre);
    let slot = (Math.imul(x, 73856093) ^ Math.imul(y, 19349663) ^ Math.imul(z, 83492791)) & mask;
    for (;;) {
      const held = slots[slot]!;
      if (held < 0) {
        slots[slot] = k;
        break;
      }
      const isSameCube =
        Math.floor(positions[3 * held]! * perMetre) === x &&
        Math.floor(positions[3 * held + 1]! * perMetre) === y &&
        Math.floor(positions[3 * held + 2]! * perMetre) === z;
      if (isSameCube) {
        if (hash01(k, 77) < hash01(held, 77)) slots[slot] = k;
        break;
      }
      slot = (slot + 1) & mask;
    }
  }
  const isWinner = new Uint8Array(points.count);
  for (const k of slots) if (k >= 0) isWinner[k] = 1;
  return [candidates.filter((k) => isWinner[k] === 1), candidates.filter((k) => isWinner[k] === 0)];
}

/** Builds the tree below a square. */
export function buildTree(points: PointBuffer, candidates: Uint32Array, square: Square): PointTile | null {
  if (candidates.length === 0) return null;
  if (candidates.length <= MOST_POINTS || square.side <= SMALLEST_SIDE)
    return { ...square, points: candidates, children: [] };
  const [kept, rest] = thin(points, candidates, square.side);
  const half = square.side / 2;
  const quarterOf = (k: number): number =>
    (points.positions[3 * k]! - square.west < half ? 0 : 1) +
    (points.positions[3 * k + 1]! - square.south < half ? 0 : 2);
  const children = [0, 1, 2, 3].flatMap((q) => {
    const child = { west: square.west + (q & 1) * half, south: square.south + (q >> 1) * half, side: half };
    return (
      buildTree(
        points,
        rest.filter((k) => quarterOf(k) === q),
        child,
      ) ?? []
    );
  });
  return { ...square, points: kept, children };
}

/** Copies chosen points out of the square's. */
export function pick(points: PointBuffer, chosen: Uint32Array): { positions: Float64Array; colours: Uint8Array } {
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
