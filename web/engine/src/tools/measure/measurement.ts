/** The measurement of a figure: legs, totals and the result of its mode, with likely errors. */
import { POINT_COUNTS } from '@overlook/shared/config';
import {
  type Leg,
  type Vec3,
  isSelfIntersecting,
  legBetween,
  lengthError,
  polygonArea,
  polygonAreaErrors,
  sumLegs,
} from '@overlook/shared/maths';
import { heightOf, type MeasuredHeight, type MeasuredPlane, planeOf } from '@overlook/shared/measurements';
import { datesOf } from '../capture-key.ts';
import { type Figure, type FigurePoint, layersOf } from '../figures/figure.ts';

export type MeasureMode = 'distance' | 'height' | 'area' | 'plane';

export interface MeasuredLeg extends Leg {
  readonly fromPointId: number;
  readonly toPointId: number;
  /** Likely error of the length: root of the sum of both ends' squares, metres. */
  readonly errorMetres: number;
  /** False while finer tiles may still move an end. */
  readonly isSettled: boolean;
}

/** m²; the legs' total is the perimeter. */
export interface MeasuredArea {
  readonly horizontal: number;
  readonly horizontalError: number;
  /** Along the surface: larger than the horizontal one on a slope. */
  readonly surface: number;
  readonly surfaceError: number;
  readonly isSelfIntersecting: boolean;
  readonly middleEcef: Vec3;
}

export interface Measurement {
  readonly id: number;
  readonly mode: MeasureMode;
  readonly isDone: boolean;
  readonly points: readonly FigurePoint[];
  /** From point to point; a finished area also has the one back to its first. None for a plane. */
  readonly legs: readonly MeasuredLeg[];
  readonly total: Leg;
  /** Likely error of the total's length, metres. */
  readonly errorMetres: number;
  /**
   * The result of the mode; null in the other modes and while points are missing (or three of a plane lie on one line).
   */
  readonly height: MeasuredHeight | null;
  readonly area: MeasuredArea | null;
  readonly plane: MeasuredPlane | null;
  /** Model types of the layers the points were picked on. */
  readonly modeltypeIds: readonly number[];
  /** Dates of the captures the points were picked on; empty where none is known. */
  readonly takenOn: readonly string[];
}

const measured = new WeakMap<Figure, Measurement>();

/** The same object for the same figure. */
export function measurementOf(figure: Figure): Measurement {
  const known = measured.get(figure);
  if (known) return known;
  const made = measure(figure);
  measured.set(figure, made);
  return made;
}

function measure(figure: Figure): Measurement {
  const { id, kind, isDone, points } = figure;
  const mode = kind as MeasureMode;
  const pointsEcef = points.map((point) => point.pointEcef);
  const errors = points.map((point) => point.errorMetres);
  const isRing = mode === 'area' && isDone;
  const legs = mode === 'plane' ? [] : legsOfPoints(isRing ? [...points, points[0]!] : points);
  return {
    id,
    mode,
    isDone,
    points,
    legs,
    total: sumLegs(legs),
    errorMetres: legs.length > 0 ? lengthError(pointsEcef, errors, isRing) : 0,
    height: mode === 'height' ? heightOf(points) : null,
    area: mode === 'area' && points.length >= POINT_COUNTS.area.fewest ? areaOf(pointsEcef, errors) : null,
    plane: mode === 'plane' ? planeOf(points) : null,
    modeltypeIds: layersOf(points),
    takenOn: datesOf(points),
  };
}

function areaOf(pointsEcef: readonly Vec3[], errors: readonly number[]): MeasuredArea {
  const { horizontal, surface, middleEcef } = polygonArea(pointsEcef);
  const likely = polygonAreaErrors(pointsEcef, errors);
  return {
    horizontal,
    horizontalError: likely.horizontal,
    surface,
    surfaceError: likely.surface,
    isSelfIntersecting: isSelfIntersecting(pointsEcef),
    middleEcef,
  };
}

const legsOfPoints = (points: readonly FigurePoint[]): MeasuredLeg[] =>
  points.slice(1).map((to, index) => legOf(points[index]!, to));

/** Legs by their first point: a long measurement that grows or is dragged calculates only its new legs. */
const knownLegs = new WeakMap<FigurePoint, { to: FigurePoint; leg: MeasuredLeg }>();

function legOf(from: FigurePoint, to: FigurePoint): MeasuredLeg {
  const known = knownLegs.get(from);
  if (known?.to === to) return known.leg;
  const leg = {
    ...legBetween(from.pointEcef, to.pointEcef),
    fromPointId: from.id,
    toPointId: to.id,
    errorMetres: Math.hypot(from.errorMetres, to.errorMetres),
    isSettled: from.isSettled && to.isSettled,
  };
  knownLegs.set(from, { to, leg });
  return leg;
}
