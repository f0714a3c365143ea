import type { Vec3 } from '@overlook/shared/maths';
import type { Bounds } from '../../bounds.ts';

/** What is divided: a part's box and how much it weighs, triangles. */
export interface Weighed {
  readonly box: Bounds;
  readonly triangles: number;
}

/** A tile to be: parts in a leaf, further tiles else. */
export interface SpatialGroup<Part extends Weighed> {
  readonly parts: readonly Part[];
  readonly children: readonly SpatialGroup<Part>[];
}

const middle = (box: Bounds): Vec3 => [(box[0] + box[3]) / 2, (box[1] + box[4]) / 2, (box[2] + box[5]) / 2];

/** An axis is cut when what stands along it is at least this part of the longest. */
const WORTH_CUTTING = 0.5;

/**
 * Divides parts by where their middles stand, whole parts only, until a group has at most `atMost` triangles or one
 * part: into eight where they fill a cube, four on flat ground, two in a row.
 */
export function groupInSpace<Part extends Weighed>(parts: readonly Part[], atMost: number): SpatialGroup<Part> {
  const triangles = parts.reduce((sum, part) => sum + part.triangles, 0);
  if (triangles <= atMost || parts.length === 1) return { parts, children: [] };
  return { parts: [], children: divide(parts).map((some) => groupInSpace(some, atMost)) };
}

function divide<Part extends Weighed>(parts: readonly Part[]): Part[][] {
  const middles = parts.map(({ box }) => middle(box));
  const low = [0, 1, 2].map((axis) => middles.reduce((least, at) => Math.min(least, at[axis]!), Infinity));
  const high = [0, 1, 2].map((axis) => middles.reduce((most, at) => Math.max(most, at[axis]!), -Infinity));
  const sides = [0, 1, 2].map((axis) => high[axis]! - low[axis]!);
  const longest = Math.max(...sides);
  // All stand in one place: there is nothing to choose by.
  if (longest === 0) return [parts.slice(0, parts.length >> 1), parts.slice(parts.length >> 1)];
  const cut = [0, 1, 2].filter((axis) => sides[axis]! >= longest * WORTH_CUTTING);
  const groups = new Map<number, Part[]>();
  parts.forEach((part, i) => {
    const cell = cut.reduce(
      (bits, axis, bit) => bits | (middles[i]![axis]! > low[axis]! + sides[axis]! / 2 ? 1 << bit : 0),
      0,
    );
    const group = groups.get(cell);
    if (group) group.push(part);
    else groups.set(cell, [part]);
  });
  return [...groups.entries()].sort(([a], [b]) => a - b).map(([, group]) => group);
}
