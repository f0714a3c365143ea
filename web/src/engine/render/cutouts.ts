import type { OrientedBox } from '../geometry/oriented-box.ts';

/** Boxes of one cut that the common shader holds as plain uniforms. */
export const FEW_CUT_BOXES = 24;
/** Boxes that one cut may hold in all: three rows of four floats each in the 16 KiB that every uniform buffer has. */
export const MAX_CUT_BOXES = 256;

/**
 * Where an ancestor that replaces missing tiles is not drawn: inside the boxes of finer tiles that are `finished`,
 * unless a `missing` tile's box covers the place too. Boxes of neighbours overlap, because objects reach across their
 * edges; there both are drawn, which shows a seam for a moment where the other choice would show a hole.
 */
export interface Cutouts {
  finished: OrientedBox[];
  missing: OrientedBox[];
  /** Some finished tiles have no box here: they are drawn over the ancestor, which is pushed back by a little. */
  isPushedBack: boolean;
}

const isApart = (a: OrientedBox, b: OrientedBox): boolean => a.hasBeyondASide(b) || b.hasBeyondASide(a);

/** What is cut out of an ancestor, in at most {@link MAX_CUT_BOXES} boxes; null when nothing is. */
export function cutoutsOf(finished: OrientedBox[], missing: OrientedBox[]): Cutouts | null {
  if (finished.length === 0) return null;
  if (finished.length + missing.length <= MAX_CUT_BOXES) return { finished, missing, isPushedBack: false };
  // The largest boxes leave least of the ancestor under finer tiles. Each needs the missing boxes that reach into it.
  const bySize = finished.toSorted((a, b) => b.radius - a.radius);
  for (let count = Math.min(bySize.length, MAX_CUT_BOXES); count >= 1; count >>= 1) {
    const kept = bySize.slice(0, count);
    const near = missing.filter((box) => kept.some((other) => !isApart(box, other)));
    if (count + near.length > MAX_CUT_BOXES) continue;
    return { finished: kept, missing: near, isPushedBack: count < finished.length };
  }
  return { finished: [], missing: [], isPushedBack: true };
}

export const isCutOut = ({ finished, missing }: Cutouts, x: number, y: number, z: number): boolean =>
  finished.some((box) => box.contains(x, y, z)) && !missing.some((box) => box.contains(x, y, z));
