/**
 * Counts the points of a cloud for its count grid, a chunk of the cloud at a time, so that a builder with
 * many workers needs memory for one chunk only. For each density:
 * 1. Voxels of a chunk are counted in the cell of their first point.
 * 2. Voxels that reach over the chunk's faces are not counted; they are passed on with that cell.
 * 3. `mergeGridParts` adds up and counts each of those once.
 */
import type { PointFrame } from '../frame.ts';
import type { StoreDescription } from '../store/store-index.ts';
import { invertAffine, multiply, AXES, vec3Of, toMat4, IDENTITY } from '@overlook/shared/maths';
import type { CountGrid } from '@overlook/shared/points';
import { voxelSides } from './voxel-grid.ts';
import { VoxelSet } from './voxel-set.ts';

/** Bits of each axis in the number of a cell. */
const AXIS_BITS = 9;

export interface GridCloud extends Pick<
  StoreDescription,
  'minimum' | 'maximum' | 'scale' | 'offset' | 'rootBits' | 'frame' | 'spacing' | 'densities'
> {
  /** The grid has 2^gridBits cells along a side of the root cube, at most 2^9. */
  readonly gridBits: number;
}

/** Points of a chunk: integers of the cloud's grid. Fastest in Morton order. */
export interface ChunkPoints {
  readonly count: number;
  readonly x: Int32Array;
  readonly y: Int32Array;
  readonly z: Int32Array;
  /** The chunk's own space in integers, `high` exclusive: no point of another chunk is in it. */
  readonly low: readonly [number, number, number];
  readonly high: readonly [number, number, number];
}

/** The contribution of a chunk to the grid; plain data that can be sent to another thread. */
export interface GridPart {
  /** Numbers of the cells: x + 2^9 y + 2^18 z. */
  readonly cells: Uint32Array;
  /** For each density, one number for each cell. */
  readonly counts: readonly Uint32Array[];
  /** For each density, voxels that reach over the chunk's faces: x, y, z and the cell of the first point, flat. */
  readonly shared: readonly Uint32Array[];
}

export interface GridCounter {
  count(points: ChunkPoints): GridPart;
}

/** A counter for chunks of a cloud, one after another. */
export function createGridCounter(cloud: GridCloud): GridCounter {
  const thinnings = planThinnings(cloud);
  const voxels = new VoxelSet();
  return {
    count(points) {
      const { slots, cells } = cellsOf(cloud, points);
      const shared = thinnings.map((): number[] => []);
      const kept: Uint32Array[] = [];
      const counts = thinnings.map(({ sides, from }, density) => {
        const candidates = from === null ? everyPoint(points.count) : kept[from]!;
        if (sides === null) {
          kept.push(candidates);
          return countSlots(slots, candidates, cells.length);
        }
        voxels.clear();
        const first = firstsOf(cloud, points, sides, candidates, voxels);
        kept.push(first);
        return countOwn(cloud, points, sides, first, slots, cells, shared[density]!);
      });
      return { cells, counts, shared: shared.map((one) => Uint32Array.from(one)) };
    },
  };
}

interface Thinning {
  /** Sides of a voxel in units; null takes every point. */
  readonly sides: readonly [number, number, number] | null;
  /**
   * The finer density whose kept points are sufficient as input, because its voxels subdivide these; null for all
   * points.
   */
  readonly from: number | null;
}

function planThinnings(cloud: GridCloud): Thinning[] {
  const all = cloud.densities.map((density) => voxelSides(cloud, density));
  return all.map((sides, at) => {
    const divides = (other: (typeof all)[number]) =>
      other !== null && sides !== null && AXES.every((axis) => Number.isInteger(sides[axis] / other[axis]));
    const from = all.slice(0, at).findLastIndex(divides);
    return { sides, from: from === -1 ? null : from };
  });
}

/** Side of a cell of the grid, units. */
const cellUnits = ({ rootBits, gridBits }: Pick<GridCloud, 'rootBits' | 'gridBits'>): number =>
  2 ** Math.max(0, rootBits - gridBits);

/** The cells that the points are in, and for each point the place of its cell among them. */
function cellsOf(cloud: GridCloud, { count, x, y, z }: ChunkPoints) {
  const side = cellUnits(cloud);
  const [x0, y0, z0] = cloud.minimum;
  const places = new Map<number, number>();
  const slots = new Uint32Array(count);
  let [lastCell, lastSlot] = [-1, 0];
  for (let point = 0; point < count; point++) {
    const cx = ((x[point]! - x0) / side) | 0;
    const cy = ((y[point]! - y0) / side) | 0;
    const cz = ((z[point]! - z0) / side) | 0;
    const cell = cx | (cy << AXIS_BITS) | (cz << (2 * AXIS_BITS));
    if (cell !== lastCell) {
      lastCell = cell;
      const known = places.get(cell);
      lastSlot = known ?? places.size;
      if (known === undefined) places.set(cell, lastSlot);
    }
    slots[point] = lastSlot;
  }
  return { slots, cells: Uint32Array.from(places.keys()) };
}

const everyPoint = (count: number): Uint32Array => {
  const all = new Uint32Array(count);
  for (let point = 0; point < count; point++) all[point] = point;
  return all;
};

function countSlots(slots: Uint32Array, points: Uint32Array, cells: number): Uint32Array {
  const counts = new Uint32Array(cells);
  for (let at = 0; at < points.length; at++) counts[slots[points[at]!]!]!++;
  return counts;
}

type Sides = readonly [number, number, number];

/** Those of the candidates that are the first in their voxel. */
function firstsOf(
  { minimum }: GridCloud,
  { x, y, z }: ChunkPoints,
  sides: Sides,
  candidates: Uint32Array,
  voxels: VoxelSet,
): Uint32Array {
  const [x0, y0, z0] = minimum;
  const [sx, sy, sz] = sides;
  const kept = new Uint32Array(candidates.length);
  let size = 0;
  for (let at = 0; at < candidates.length; at++) {
    const point = candidates[at]!;
    const isFirst = voxels.add(
      Math.floor((x[point]! - x0) / sx),
      Math.floor((y[point]! - y0) / sy),
      Math.floor((z[point]! - z0) / sz),
    );
    if (isFirst) kept[size++] = point;
  }
  return kept.subarray(0, size);
}

/** Counts the voxels that lie in the chunk by cell, and adds the others to `shared`. */
function countOwn(
  { minimum }: GridCloud,
  { x, y, z, low, high }: ChunkPoints,
  sides: Sides,
  first: Uint32Array,
  slots: Uint32Array,
  cells: Uint32Array,
  shared: number[],
): Uint32Array {
  const counts = new Uint32Array(cells.length);
  for (let at = 0; at < first.length; at++) {
    const point = first[at]!;
    const vx = Math.floor((x[point]! - minimum[0]) / sides[0]);
    const vy = Math.floor((y[point]! - minimum[1]) / sides[1]);
    const vz = Math.floor((z[point]! - minimum[2]) / sides[2]);
    const px = vx * sides[0] + minimum[0];
    const py = vy * sides[1] + minimum[1];
    const pz = vz * sides[2] + minimum[2];
    const isAbove = px >= low[0] && py >= low[1] && pz >= low[2];
    if (isAbove && px + sides[0] <= high[0] && py + sides[1] <= high[1] && pz + sides[2] <= high[2])
      counts[slots[point]!]!++;
    else shared.push(vx, vy, vz, cells[slots[point]!]!);
  }
  return counts;
}

/** The grid of a cloud from the parts of its chunks. The order of the parts decides where voxels on their faces are counted. */
export function mergeGridParts(cloud: GridCloud, frame: PointFrame, parts: readonly GridPart[]): CountGrid {
  const cells = Uint32Array.from(new Set(parts.flatMap((part) => Array.from(part.cells)))).sort();
  const places = new Map<number, number>();
  for (const [place, cell] of cells.entries()) places.set(cell, place);
  const counts = cloud.densities.map((_, density) => {
    const column = new Uint32Array(cells.length);
    const voxels = new VoxelSet();
    for (const part of parts) {
      for (const [at, cell] of part.cells.entries()) column[places.get(cell)!]! += part.counts[density]![at]!;
      const shared = part.shared[density]!;
      for (let at = 0; at < shared.length; at += 4) {
        const isFirst = voxels.add(shared[at]!, shared[at + 1]!, shared[at + 2]!);
        if (isFirst) column[places.get(shared[at + 3]!)!]!++;
      }
    }
    return column;
  });
  const mask = 2 ** AXIS_BITS - 1;
  return {
    ...gridAxes(cloud, frame),
    densities: [...cloud.densities],
    x: Uint16Array.from(cells, (cell) => cell & mask),
    y: Uint16Array.from(cells, (cell) => (cell >>> AXIS_BITS) & mask),
    z: Uint16Array.from(cells, (cell) => cell >>> (2 * AXIS_BITS)),
    counts,
  };
}

/** Where the cells are, by the frame at the middle of the cloud. */
function gridAxes(cloud: GridCloud, frame: PointFrame) {
  const { minimum, maximum, scale, offset } = cloud;
  const units = cellUnits(cloud);
  const middle = vec3Of((axis) => ((minimum[axis] + maximum[axis]) / 2) * scale[axis] + offset[axis]);
  const coordinatesToCell = toMat4(IDENTITY);
  for (const axis of AXES) {
    coordinatesToCell[5 * axis] = 1 / (scale[axis] * units);
    coordinatesToCell[12 + axis] = -(offset[axis] / scale[axis] + minimum[axis]) / units;
  }
  return {
    ecefToCell: multiply(coordinatesToCell, invertAffine(frame.affineAt(middle))),
    cellM: Math.max(...scale) * cloud.frame.metresPerUnit * units,
  };
}
