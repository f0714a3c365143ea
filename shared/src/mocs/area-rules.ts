import { AREA_CORNERS, AREA_FARTHEST_METRES } from '../config/mocs.ts';
import { doMeet, findCrossing } from '../maths/crossing.ts';
import { llaFromEcef, type Lla, ecefFromLla } from '../maths/geodesy.ts';
import { distance, type ReadonlyVec3 } from '../maths/vector.ts';
import { areaPrism, type AreaShape, cornersOf, type RingCorner } from './area-prism.ts';

/** A ring narrower than this is a line, metres. */
const NARROWEST_METRES = 0.001;

/** An edge that turns back on the one before it by less than this (sine of the angle between them) lies on it. */
const FOLDED_SINE = 1e-9;

/** Where a place on the earth can be, metres above the ellipsoid. */
const HEIGHTS_ON_EARTH = { least: -12_000, most: 100_000 };

/** Which rule of areas is broken; `AREA_RULES` has the message. */
export type AreaRule = 'tooFewCorners' | 'tooManyCorners' | 'elsewhere' | 'heights' | 'crossing' | 'flat';

export interface AreaProblem {
  readonly rule: AreaRule;
  /** For `crossing`: the edges that meet. Edge i runs from corner i to the next. */
  readonly edges?: readonly [number, number];
  /** For `elsewhere`: the corner. */
  readonly corner?: number;
}

/**
 * Two edges of a closed ring that cross, touch or lie on each other, the earlier first; null where there are none. Edge i
 * runs from corner i to the next; the last joins the first. A corner given twice in a row counts as touching.
 */
export function crossingEdges(ring: readonly RingCorner[]): [earlier: number, later: number] | null {
  const count = ring.length;
  if (count < 3) return null;
  for (let corner = 0; corner < count; corner++) {
    const before = (corner + count - 1) % count;
    if (isFolded(ring[before]!, ring[corner]!, ring[(corner + 1) % count]!))
      return [Math.min(before, corner), Math.max(before, corner)];
  }
  return findCrossing(ring);
}

/**
 * The edge of an open line (edge i runs from corner i to the next) that a further edge, from its last corner to `next`,
 * would cross, touch or lie on; null where there is none. For drawing, while the line is not closed yet.
 */
export function edgeCrossedTo(line: readonly RingCorner[], next: RingCorner): number | null {
  const last = line.at(-1);
  if (!last) return null;
  const before = line.at(-2);
  if (before && isFolded(before, last, next)) return line.length - 2;
  for (let edge = 0; edge + 2 < line.length; edge++) if (doMeet(line[edge]!, line[edge + 1]!, last, next)) return edge;
  return null;
}

/** Whether the corners enclose nothing: as seen from above they lie on one line, to a millimetre. */
export function isFlatRing(ring: readonly RingCorner[]): boolean {
  const [first, ...others] = ring;
  if (!first) return true;
  const lengthTo = (corner: RingCorner) => Math.hypot(corner[0] - first[0], corner[1] - first[1]);
  const far = others.reduce((farthest, corner) => (lengthTo(corner) > lengthTo(farthest) ? corner : farthest), first);
  return others.every((corner) => Math.abs(turn(first, far, corner)) <= NARROWEST_METRES * lengthTo(far));
}

/**
 * The first rule that an area breaks, or null. `origin` is that of its site; without one, corners need only be on the earth.
 * Rules are checked in an order in which each relies on those before.
 */
export function areaProblem(area: AreaShape, origin: Lla | null): AreaProblem | null {
  const corners = cornersOf(area);
  if (corners.length < AREA_CORNERS.least) return { rule: 'tooFewCorners' };
  if (corners.length > AREA_CORNERS.most) return { rule: 'tooManyCorners' };
  const corner = corners.findIndex((one) => !isAtSite(one, origin));
  if (corner >= 0) return { rule: 'elsewhere', corner };
  // This comparison is false for NaN, so NaN is refused.
  if (!(area.topHeight > area.bottomHeight)) return { rule: 'heights' };
  const { ring } = areaPrism(area);
  if (isFlatRing(ring)) return { rule: 'flat' };
  const edges = crossingEdges(ring);
  return edges && { rule: 'crossing', edges };
}

/** Whether a place is on the earth and at most `AREA_FARTHEST_METRES` from the origin of its site. */
export function isAtSite(pointEcef: ReadonlyVec3, origin: Lla | null): boolean {
  if (origin) return distance(pointEcef, ecefFromLla(origin)) <= AREA_FARTHEST_METRES;
  const { height } = llaFromEcef(pointEcef);
  return height >= HEIGHTS_ON_EARTH.least && height <= HEIGHTS_ON_EARTH.most;
}

/** Positive when c lies to the left of the way from a to b; twice the area of the triangle, m². */
const turn = (a: RingCorner, b: RingCorner, c: RingCorner): number =>
  (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]);

/** Whether the path from `a` over `b` to `c` turns back on itself, or has no length. */
function isFolded(a: RingCorner, b: RingCorner, c: RingCorner): boolean {
  const [ux, uy, vx, vy] = [a[0] - b[0], a[1] - b[1], c[0] - b[0], c[1] - b[1]];
  const lengths = Math.hypot(ux, uy) * Math.hypot(vx, vy);
  if (lengths === 0) return true;
  return ux * vx + uy * vy > 0 && Math.abs(ux * vy - uy * vx) <= FOLDED_SINE * lengths;
}
