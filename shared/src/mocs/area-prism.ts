import { llaFromEcef, type EnuFrame, enuFrame } from '../maths/geodesy.ts';
import { transformPoint } from '../maths/matrix.ts';
import { polygonArea } from '../maths/polygon.ts';
import type { Vec3 } from '../maths/vector.ts';
import type { AreaPoint } from '../schemas/moc.ts';

/** A corner on the level plane of an area's frame: metres east and north. */
export type RingCorner = readonly [east: number, north: number];

/** The parts of an area, as the schemas name them. */
export interface AreaShape {
  readonly points: readonly Pick<AreaPoint, 'position' | 'x' | 'y' | 'z'>[];
  readonly bottomHeight: number;
  readonly topHeight: number;
}

/**
 * The volume of an area: the ring between two level planes. `ring`, `bottom` and `top` are metres in `frame`, whose origin is
 * the mean of the corners and whose up is perpendicular to the ellipsoid there. The heights of an area count from
 * `base`, which is the height of its lowest corner.
 */
export interface AreaPrism {
  readonly frame: EnuFrame;
  /** Corners in order, the first not repeated. */
  readonly ring: readonly RingCorner[];
  readonly base: number;
  readonly bottom: number;
  readonly top: number;
}

/** Corners of an area in the order of their `position`, ECEF metres. */
export const cornersOf = ({ points }: Pick<AreaShape, 'points'>): Vec3[] =>
  [...points].sort((a, b) => a.position - b.position).map(({ x, y, z }): Vec3 => [x, y, z]);

/** The volume of an area with at least one corner, whose corners are places on the earth (`areaProblem` tells). */
export function areaPrism(area: AreaShape): AreaPrism {
  const cornersEcef = cornersOf(area);
  const frame = enuFrame(llaFromEcef(polygonArea(cornersEcef).middleEcef));
  const cornersEnu = cornersEcef.map((corner) => transformPoint(frame.enuFromEcef, corner));
  const base = cornersEnu.reduce((lowest, [, , up]) => Math.min(lowest, up), Infinity);
  return {
    frame,
    ring: cornersEnu.map(([east, north]) => [east, north]),
    base,
    bottom: base + area.bottomHeight,
    top: base + area.topHeight,
  };
}
