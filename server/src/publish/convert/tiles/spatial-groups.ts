import type { Vec3 } from '@overlook/shared/maths';
import type { Bounds } from '../../bounds.ts';

/** The input of the division: a part's box and its number of triangles. */
export interface WithTriangleCount {
  readonly box: Bounds;
  readonly triangles: number;
}

/** The parts of a future tile. */
export interface SpatialGroup<Part extends WithTriangleCount> {
  /** All parts in it and below it. */
  readonly parts: readonly Part[];
  /** None for a leaf. */
  readonly children: readonly SpatialGroup<Part>[];
}

const middle = (box: Bounds): Vec3 => [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];

/** Most children of a tile. With two, there would be as many coarse tiles as fine ones. */
const CHILDREN = 8;

/**
 * Divides parts by their centres, whole parts only, until a group has about `atMost` triangles or one part.
 * Groups are cut across their longest side, where the triangles divide in the wanted ratio: so leaves are full and the
 * tree is as shallow as possible, for parts that fill a cube, a field or a pipe rack.
 */
export function groupInSpace<Part extends WithTriangleCount>(
  parts: readonly Part[],
  atMost: number,
): SpatialGroup<Part> {
  const leaves = Math.ceil(triangleCount(parts) / atMost);
  if (leaves <= 1 || parts.length === 1) return { parts, children: [] };
  const levels = Math.ceil(Math.log(leaves) / Math.log(CHILDREN));
  const count = Math.max(2, Math.ceil(leaves / CHILDREN ** (levels - 1)));
  return { parts, children: divide(parts, count).map((some) => groupInSpace(some, atMost)) };
}

const triangleCount = (parts: readonly WithTriangleCount[]): number =>
  parts.reduce((sum, { triangles }) => sum + triangles, 0);

/** Into `count` groups with similar numbers of triangles, or as many as there are parts. */
function divide<Part extends WithTriangleCount>(parts: readonly Part[], count: number): Part[][] {
  if (count === 1 || parts.length === 1) return [[...parts]];
  const middles = new Map(parts.map((part) => [part, middle(part.box)]));
  const side = (axis: number) => {
    let [low, high] = [Infinity, -Infinity];
    for (const at of middles.values()) [low, high] = [Math.min(low, at[axis]!), Math.max(high, at[axis]!)];
    return high - low;
  };
  const sides = [side(0), side(1), side(2)];
  const longest = sides.indexOf(Math.max(...sides));
  const row = [...parts].sort((a, b) => middles.get(a)![longest]! - middles.get(b)![longest]!);
  const first = Math.floor(count / 2);
  const wanted = (triangleCount(parts) * first) / count;
  let [cut, sum] = [0, 0];
  while (cut < row.length - 1 && (cut === 0 || sum + row[cut]!.triangles / 2 < wanted)) sum += row[cut++]!.triangles;
  return [...divide(row.slice(0, cut), first), ...divide(row.slice(cut), count - first)];
}
