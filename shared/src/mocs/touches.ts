import { doMeet } from '../maths/crossing.ts';
import { transformDirection, transformPoint } from '../maths/matrix.ts';
import { add, type ReadonlyVec3, scale, type Vec3 } from '../maths/vector.ts';
import type { AreaPrism, RingCorner } from './area-prism.ts';

/** A box in space: its centre in ECEF metres, its sides in metres along three orthogonal unit vectors, in ECEF axes. */
export interface OrientedBox {
  readonly centerEcef: ReadonlyVec3;
  readonly size: ReadonlyVec3;
  readonly axesEcef: readonly [ReadonlyVec3, ReadonlyVec3, ReadonlyVec3];
}

/** How a box lies relative to the volume of an area: without a common point, partly in it, or as a whole. */
export type Touch = 'outside' | 'crossing' | 'inside';

/**
 * How a box lies relative to the volume of an area, exactly. The part of the box between the two level planes of the area
 * is convex. So the box has a point in the volume exactly if the outline of that part, seen from above, and the ring have a
 * common point.
 */
export function touchOf(prism: AreaPrism, box: OrientedBox): Touch {
  const corners = cornersIn(prism, box);
  const between = clipToHeights(corners, prism.bottom, prism.top);
  if (between.length === 0) return 'outside';
  const outline = convexOutline(between);
  const edgesMeet = doOutlinesMeet(outline, prism.ring);
  if (!edgesMeet && !isInRing(outline[0]!, prism.ring) && !isInRing(prism.ring[0]!, outline)) return 'outside';
  const isBetween = corners.every(([, , up]) => up >= prism.bottom && up <= prism.top);
  return isBetween && !edgesMeet && isInRing(outline[0]!, prism.ring) ? 'inside' : 'crossing';
}

/** Bit k of i says on which side of axis k corner i of a box lies; a set bit is the positive side. */
function cornersIn({ frame }: AreaPrism, { centerEcef, size, axesEcef }: OrientedBox): Vec3[] {
  const center = transformPoint(frame.enuFromEcef, centerEcef);
  const halves = axesEcef.map((axis, k) => scale(transformDirection(frame.enuFromEcef, axis), size[k]! / 2));
  return Array.from({ length: 8 }, (_, i) =>
    halves.reduce<Vec3>((corner, half, k) => add(corner, scale(half, (i >> k) & 1 ? 1 : -1)), center),
  );
}

/** Seen from above: the corners between two heights, and where edges of the box pass through these heights. */
function clipToHeights(corners: readonly Vec3[], bottom: number, top: number): RingCorner[] {
  const points = corners.filter(([, , up]) => up >= bottom && up <= top).map(([x, y]): RingCorner => [x, y]);
  for (let i = 0; i < 8; i++)
    for (const bit of [1, 2, 4]) {
      if (i & bit) continue;
      const [a, b] = [corners[i]!, corners[i | bit]!];
      for (const height of [bottom, top]) {
        if (a[2] < height === b[2] < height) continue;
        const share = (height - a[2]) / (b[2] - a[2]);
        points.push([a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share]);
      }
    }
  return points;
}

/** The convex hull of some points, anticlockwise, without points on its edges (Andrew's monotone chain). */
function convexOutline(points: readonly RingCorner[]): RingCorner[] {
  const sorted = points.toSorted((a, b) => a[0] - b[0] || a[1] - b[1]);
  const chain = (ordered: readonly RingCorner[]) => {
    const line: RingCorner[] = [];
    for (const point of ordered) {
      while (line.length >= 2 && turn(line.at(-2)!, line.at(-1)!, point) <= 0) line.pop();
      line.push(point);
    }
    return line.slice(0, -1);
  };
  const outline = [...chain(sorted), ...chain(sorted.toReversed())];
  return outline.length > 0 ? outline : [sorted[0]!];
}

/** Positive when c lies to the left of the way from a to b. */
const turn = (a: RingCorner, b: RingCorner, c: RingCorner): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Most edges of a ring are beside the outline: the boxes around both tell that without comparing edge with edge. */
function doOutlinesMeet(outline: readonly RingCorner[], ring: readonly RingCorner[]): boolean {
  let [left, bottom, right, top] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of outline) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    bottom = Math.min(bottom, y);
    top = Math.max(top, y);
  }
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [a, b] = [ring[j]!, ring[i]!];
    if ((a[0] < left && b[0] < left) || (a[0] > right && b[0] > right)) continue;
    if ((a[1] < bottom && b[1] < bottom) || (a[1] > top && b[1] > top)) continue;
    if (outline.some((c, at) => doMeet(c, outline[(at + 1) % outline.length]!, a, b))) return true;
  }
  return false;
}

/** Even-odd rule; false for fewer than three corners. */
export function isInRing([x, y]: RingCorner, ring: readonly RingCorner[]): boolean {
  let isInside = false;
  for (let i = 0, j = ring.length - 1; i < ring.length; j = i++) {
    const [[xi, yi], [xj, yj]] = [ring[i]!, ring[j]!];
    if (yi > y !== yj > y && x < ((xj - xi) * (y - yi)) / (yj - yi) + xi) isInside = !isInside;
  }
  return isInside;
}

/** A sphere around the volume of an area: its centre in ECEF metres, its radius in metres. */
export function boundingSphere({ frame, ring, bottom, top }: AreaPrism): { centerEcef: Vec3; radius: number } {
  const across = ring.reduce((farthest, [east, north]) => Math.max(farthest, Math.hypot(east, north)), 0);
  return {
    centerEcef: transformPoint(frame.ecefFromEnu, [0, 0, (bottom + top) / 2]),
    radius: Math.hypot(across, (top - bottom) / 2),
  };
}
