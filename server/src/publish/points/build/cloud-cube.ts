import { AXES, subtract, vec3Of } from '@overlook/shared/maths';

/** Three integers: x, y, z. */
export type Triple = readonly [number, number, number];

/**
 * The root cube of an octree: sides of 2^rootBits units from the corner `minimum`. Points inside are offsets from that corner, unsigned
 * 32-bit integers.
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

/** The corner of a cube is at whole eighths of its side. */
const LATTICE_BITS = 3;
/** Offsets have 32 bits. */
const ROOT_BITS_MOST = 32;
const INT32_LEAST = -(2 ** 31);

/**
 * The cube for points between these integers. It has room on all sides, at least an eighth of its own, because later captures are built in
 * it, and it begins at a place of a lattice, so that about equal clouds have the same one. The smallest cube where there is no such room in 32 bits.
 */
export function cubeAround(minimum: Triple, maximum: Triple): CloudCube {
  const extent = Math.max(...subtract(maximum, minimum));
  let least = CELL_BITS;
  while (2 ** least <= extent) least++;
  const rootBits = Math.min(ROOT_BITS_MOST, least + 1);
  const [side, step] = [2 ** rootBits, 2 ** (rootBits - LATTICE_BITS)];
  const corner = vec3Of((axis) => {
    const low = (minimum[axis] + maximum[axis] - side) / 2;
    return Math.max(INT32_LEAST, Math.floor(low / step) * step);
  });
  const roomy = { minimum: corner, rootBits };
  return doesHold(roomy, minimum, maximum) ? roomy : { minimum, rootBits: least };
}

/** Whether points between these integers are in the cube. */
export const doesHold = (cube: CloudCube, minimum: Triple, maximum: Triple): boolean =>
  AXES.every((axis) => minimum[axis] >= cube.minimum[axis] && maximum[axis] < cube.minimum[axis] + 2 ** cube.rootBits);

/** Integers, or halves of them. */
export const middleOf = ({ minimum, rootBits }: CloudCube): Triple =>
  vec3Of((axis) => minimum[axis] + 2 ** (rootBits - 1));

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
