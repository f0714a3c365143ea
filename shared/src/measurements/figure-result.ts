/** What the points of a figure measure, for pages, the server and the command line alike. */
import type { FigureKind } from '../config/measurements.ts';
import {
  type ReadonlyVec3,
  type Vec3,
  angleAtDeg,
  angleErrorDeg,
  barycentric,
  enuAxesAt,
  fitPlane,
  heightDifference,
  legBetween,
  lengthError,
  llaFromEcef,
  pointToPlane,
  polygonArea,
  polygonAreaErrors,
  sumLegs,
} from '../maths/index.ts';

/** A place on a model and how well it is known. */
interface MeasuredPoint {
  readonly pointEcef: ReadonlyVec3;
  /** Likely error in any direction. */
  readonly errorMetres: number;
}

export interface MeasuredHeight {
  /** Height of the second point above the first by the ellipsoid, metres. */
  readonly difference: number;
  readonly errorMetres: number;
}

export interface MeasuredPlane {
  /** Of the fourth point: above the plane positive, below it negative; metres. */
  readonly distance: number;
  /** The plane's point nearest to it. */
  readonly footEcef: Vec3;
  readonly errorMetres: number;
}

/** The value that a figure is measured for, with its likely error; metres, square metres or degrees. */
interface FigureResult {
  readonly value: number;
  readonly unit: 'm' | 'm2' | 'deg';
  /** Null where it cannot be said, as for angles near 0 and 180 degrees. */
  readonly error: number | null;
}

/** Null while a point is missing. */
export function heightOf([from, to]: readonly MeasuredPoint[]): MeasuredHeight | null {
  if (!from || !to) return null;
  return {
    difference: heightDifference(from.pointEcef, to.pointEcef),
    errorMetres: Math.hypot(from.errorMetres, to.errorMetres),
  };
}

/** The distance of the fourth point from the plane of three; null while one is missing, and for three on one line. */
export function planeOf([a, b, c, probe]: readonly MeasuredPoint[]): MeasuredPlane | null {
  if (!a || !b || !c || !probe) return null;
  const corners = [a.pointEcef, b.pointEcef, c.pointEcef] as const;
  const plane = fitPlane(corners, enuAxesAt(a.pointEcef).up);
  if (!plane) return null;
  const { distance, foot } = pointToPlane(probe.pointEcef, plane);
  const weights = barycentric(foot, ...corners);
  if (!weights) return null;
  // Far outside the triangle its corners' errors grow like the arms of a lever.
  const errorMetres = Math.hypot(
    probe.errorMetres,
    weights[0] * a.errorMetres,
    weights[1] * b.errorMetres,
    weights[2] * c.errorMetres,
  );
  return { distance, footEcef: foot, errorMetres };
}

/**
 * The result of a finished figure: the length of a line, the height of its second point above its first, the horizontal area of a ring, the
 * distance from a plane, the angle at the second point, the height of a target above the ellipsoid. Null where the points have none.
 */
export function figureResult(kind: FigureKind, points: readonly MeasuredPoint[]): FigureResult | null {
  const pointsEcef = points.map(({ pointEcef }) => pointEcef);
  const errors = points.map(({ errorMetres }) => errorMetres);
  if (kind === 'height') {
    const height = heightOf(points);
    return height && { value: height.difference, unit: 'm', error: height.errorMetres };
  }
  if (kind === 'plane') {
    const plane = planeOf(points);
    return plane && { value: plane.distance, unit: 'm', error: plane.errorMetres };
  }
  if (kind === 'area') {
    if (points.length < 3) return null;
    const { horizontal } = polygonArea(pointsEcef);
    return { value: horizontal, unit: 'm2', error: polygonAreaErrors(pointsEcef, errors).horizontal };
  }
  if (kind === 'angle') return angleResult(points);
  if (kind === 'target') {
    const [at] = points;
    return at ? { value: llaFromEcef(at.pointEcef).height, unit: 'm', error: at.errorMetres } : null;
  }
  if (points.length < 2) return null;
  const legs = points.slice(1).map((to, index) => legBetween(points[index]!.pointEcef, to.pointEcef));
  return { value: sumLegs(legs).length, unit: 'm', error: lengthError(pointsEcef, errors) };
}

function angleResult([a, corner, b]: readonly MeasuredPoint[]): FigureResult | null {
  if (!a || !corner || !b) return null;
  const places = [a.pointEcef, corner.pointEcef, b.pointEcef] as const;
  const value = angleAtDeg(...places);
  if (value === null) return null;
  const error = angleErrorDeg(...places, [a.errorMetres, corner.errorMetres, b.errorMetres]);
  return { value, unit: 'deg', error };
}
