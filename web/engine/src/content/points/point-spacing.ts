/**
 * How far apart the points of a content lie, measured on some of them: files do not state it, or only as an error whose
 * meaning depends on their program. The drawn size of points depends on it.
 */
import type { Mat4 } from '@overlook/shared/maths';
import { componentTypeOf, normalizedRange } from '@overlook/shared/tiles3d';
import type { Attribute } from './scan-values.ts';

/** Points whose neighbours are looked for. */
const SAMPLES_MOST = 64;
/**
 * In a grid the first four neighbours are one step away; for random points, the distance to the third is closest to the
 * side of the square per point.
 */
const NEIGHBOUR = 3;
/** A first cell is twice as wide as the spacing is thought to be; the last one is wider than any cloud. */
const TRIES_MOST = 12;

/**
 * Metres: the median distance to the third nearest neighbour, in the frame that `matrix` leads to. It is the step of a grid, twice the
 * step of a line, and for points strewn on a surface about the side of the square that each has. Points in the same place
 * count once; 0 where there are too few.
 */
export function pointSpacing({ value, normalized }: Attribute, matrix: Mat4): number {
  const unit = normalized ? 1 / normalizedRange(componentTypeOf(value)) : 1;
  const places = new Float32Array(value.length);
  const scale = [0, 4, 8].map((at) => unit * Math.hypot(matrix[at]!, matrix[at + 1]!, matrix[at + 2]!));
  for (let i = 0; i < places.length; i++) places[i] = value[i]! * scale[i % 3]!;
  if (places.length <= 3 * NEIGHBOUR) return 0;
  let cell = 2 * likelySpacing(places);
  for (let tries = 0; tries < TRIES_MOST && cell > 0; tries++, cell *= 2) {
    const median = medianWithin(places, cell);
    if (median <= cell) return median;
  }
  return 0;
}

/** Side of the square that each point has of the two largest sides of their bounds, or step of a line as long as the largest. */
function likelySpacing(places: Float32Array): number {
  const least = [Infinity, Infinity, Infinity];
  const most = [-Infinity, -Infinity, -Infinity];
  for (let i = 0; i < places.length; i++) {
    const axis = i % 3;
    if (places[i]! < least[axis]!) least[axis] = places[i]!;
    if (places[i]! > most[axis]!) most[axis] = places[i]!;
  }
  const count = places.length / 3;
  const [a, b] = most.map((value, axis) => value - least[axis]!).toSorted((x, y) => y - x) as [number, number, number];
  return Math.max(Math.sqrt((a * b) / count), a / count);
}

/** The median of the samples' distances; Infinity when half of them have their neighbour farther away than a cell is wide. */
function medianWithin(places: Float32Array, cell: number): number {
  const count = places.length / 3;
  const cells = new Cells(places, cell);
  const step = Math.max(1, count / SAMPLES_MOST);
  const distances: number[] = [];
  for (let at = 0; at < count; at += step) distances.push(cells.neighbourOf(Math.floor(at)));
  return distances.sort((a, b) => a - b)[distances.length >> 1]!;
}

/** Points by the cube that they lie in: a hash of lists. */
class Cells {
  private readonly heads: Int32Array;
  private readonly next: Int32Array;
  private readonly mask: number;

  constructor(
    private readonly places: Float32Array,
    private readonly cell: number,
  ) {
    const count = places.length / 3;
    this.mask = 2 ** Math.ceil(Math.log2(count)) - 1;
    this.heads = new Int32Array(this.mask + 1).fill(-1);
    this.next = new Int32Array(count);
    for (let i = 0; i < count; i++) {
      const slot = this.slotOf(this.cellAt(3 * i), this.cellAt(3 * i + 1), this.cellAt(3 * i + 2));
      this.next[i] = this.heads[slot]!;
      this.heads[slot] = i;
    }
  }

  /** Distance to the neighbour number {@link NEIGHBOUR}; Infinity when it is farther away than a cell is wide. */
  neighbourOf(point: number): number {
    const { places, cell } = this;
    const [x, y, z] = [this.cellAt(3 * point), this.cellAt(3 * point + 1), this.cellAt(3 * point + 2)];
    const nearest = Array<number>(NEIGHBOUR).fill(cell * cell);
    for (let k = 0; k < 27; k++) {
      const [cx, cy, cz] = [x + (k % 3) - 1, y + (Math.floor(k / 3) % 3) - 1, z + Math.floor(k / 9) - 1];
      for (let i = this.heads[this.slotOf(cx, cy, cz)]!; i >= 0; i = this.next[i]!) {
        // Different cells may share a slot.
        if (this.cellAt(3 * i) !== cx || this.cellAt(3 * i + 1) !== cy || this.cellAt(3 * i + 2) !== cz) continue;
        const dx = places[3 * i]! - places[3 * point]!;
        const dy = places[3 * i + 1]! - places[3 * point + 1]!;
        const dz = places[3 * i + 2]! - places[3 * point + 2]!;
        insert(nearest, dx * dx + dy * dy + dz * dz);
      }
    }
    const squared = nearest.at(-1)!;
    return squared < cell * cell ? Math.sqrt(squared) : Infinity;
  }

  private cellAt(coordinate: number): number {
    return Math.floor(this.places[coordinate]! / this.cell);
  }

  private slotOf(x: number, y: number, z: number): number {
    return (Math.imul(x, 73_856_093) ^ Math.imul(y, 19_349_663) ^ Math.imul(z, 83_492_791)) & this.mask;
  }
}

/** Inserts into the sorted smallest distances so far. The point itself and others in its place do not count. */
function insert(smallest: number[], value: number): void {
  if (value === 0 || value >= smallest.at(-1)!) return;
  let at = smallest.length - 1;
  for (; at > 0 && smallest[at - 1]! > value; at--) smallest[at] = smallest[at - 1]!;
  smallest[at] = value;
}
