import type { OrientedBox } from '../geometry/oriented-box.ts';

/** Largest number of boxes that the default shader holds in plain uniforms. */
export const FEW_CUT_BOXES = 24;
/** Largest number of boxes of one tile: three vec4 rows each, in the 16 KiB that every device has for a uniform buffer. */
export const MAX_CUT_BOXES = 256;

/**
 * The part of an ancestor tile that is not drawn: the boxes of finer tiles that are `finished`, without the boxes of tiles that
 * are `missing`. Boxes of neighbours overlap, because objects extend beyond tile borders. Both tiles are drawn in the overlap:
 * this shows a seam for a short time, while the alternative would show a hole.
 */
export interface Cutouts {
  finished: OrientedBox[];
  missing: OrientedBox[];
  /** Some finished tiles have no box here. They are drawn over the ancestor, which gets a small depth offset. */
  isPushedBack: boolean;
}

const isApart = (a: OrientedBox, b: OrientedBox): boolean => a.hasBeyondASide(b) || b.hasBeyondASide(a);

/** Returns the cutouts of an ancestor in at most {@link MAX_CUT_BOXES} boxes, or null if there are none. */
export function cutoutsOf(finished: OrientedBox[], missing: OrientedBox[]): Cutouts | null {
  if (finished.length === 0) return null;
  if (finished.length + missing.length <= MAX_CUT_BOXES) return { finished, missing, isPushedBack: false };
  // The largest boxes remove most of the ancestor under finer tiles. Each box needs the missing boxes that overlap it.
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
