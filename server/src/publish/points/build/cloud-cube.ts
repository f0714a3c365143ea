import { AXES, subtract } from '@overlook/shared/maths';
/** Three integers: x, y, z. */
export type Triple = readonly [number, number, number];

/**
 * The root cube of an octree: sides of 2^rootBits units, its corner at the least integers of all points. Points inside
 * are offsets from that corner, unsigned 32-bit integers.
 */
export interface CloudCube {
  readonly minimum: Triple;
  readonly rootBits: number;
}

/** A node, or a chunk of the build, by its level and its cell there. */
export interface CubeCell {
  readonly level: number;
  readonly cell: Triple;
}

/** A node has 2^7 sampling cells along a side. */
export const CELL_BITS = 7;

/** Two points of an inner level are never nearer than this, in sampling cells of the level. */
const SPACING_CELLS = 0.6;

/** The smallest cube for points between these integers. */
export function cubeAround(minimum: Triple, maximum: Triple): CloudCube {
  const extent = Math.max(...subtract(maximum, minimum));
  let rootBits = CELL_BITS;
  while (2 ** rootBits <= extent) rootBits++;
  return { minimum, rootBits };
}

/** The last level: its sampling cells are single units. */
export const lastLevel = ({ rootBits }: CloudCube): number => rootBits - CELL_BITS;

/** The side of a level's nodes, units. */
export const sideOf = ({ rootBits }: CloudCube, level: number): number => 2 ** (rootBits - level);

/** The least distance between two points of an inner node of the level, units. */
export const spacingOf = ({ rootBits }: CloudCube, level: number): number =>
  SPACING_CELLS * 2 ** (rootBits - level - CELL_BITS);

/** The cell of an offset where cells have sides of 2^bits units; a shift by 32 would not shift at all. */
export const cellOf = (offset: number, bits: number): number => (bits >= 32 ? 0 : offset >>> bits);

/** The least distance between two cells, units; 0 where they touch. */
export function cellDistance(cube: CloudCube, a: CubeCell, b: CubeCell): number {
  const [sideA, sideB] = [sideOf(cube, a.level), sideOf(cube, b.level)];
  const gaps = AXES.map((axis) => {
    const [lowA, lowB] = [a.cell[axis] * sideA, b.cell[axis] * sideB];
    return Math.max(0, lowB - (lowA + sideA), lowA - (lowB + sideB));
  });
  return Math.hypot(...gaps);
}
