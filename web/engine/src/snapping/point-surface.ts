/**
 * The surface that points were measured on, where a ray meets it.
 *
 * A stored point lies beside the ray by up to half the spacing. A plane or a quadric through the points around the ray is nearer to what was
 * clicked, and says how well it is known. The fits begin with a plane through the foremost point there (least median of squares, Rousseeuw
 * 1984) and take more and more points that lie on the fit before; the one with the smallest interval counts. Where the points do not surround
 * the ray, the ray may pass beside their surface: then what lies behind is tried, too.
 */
import { type Vec3, dot, subtract } from '@overlook/shared/maths';
import { medianPlane } from '@overlook/shared/shapes';
import {
  type HeightFit,
  PLANE_TERMS,
  QUADRIC_TERMS,
  fitHeights,
  heightAt,
  heightError95,
  meetHeights,
} from './height-fit.ts';
import { type Axes, along, axesAround, offRaySquare } from './points-in-beam.ts';

/** The foremost of so many points nearest to the ray is on what is seen. */
const ANCHORS = 6;
/** Surfaces tried, one behind the other. */
const SURFACES_MOST = 3;
/** Points around the anchor that vote for the first plane; numbers of points that are fitted; points beyond the terms of a fit. */
const SEED_POINTS = 12;
const COUNTS = [8, 12, 18, 27, 40, 60, 90];
const SPARE_LEAST = 4;
/** A point is on a fit within so many standard deviations, this share of the spacing, or metres. */
const GATE_DEVIATIONS = 5;
const GATE_SPACINGS = 0.03;
const GATE_M = 0.002;
/** The first plane may be this far off where the ray meets it, in distances between points. */
const FAR_SPACINGS = 3;
/** From the median of absolute values to a standard deviation, and what few values make it too small. */
const DEVIATION_OF_MEDIAN = 1.48 * 1.5;

/*
 * What the scatter of a fit does not tell, found so that the intervals of clicks on the demo plant hold (e2e/readers/pick-errors.test.ts):
 * waves of the residuals, structure between the points, rounding of stored points, and how much fits of fewer points differ.
 */
const WAVES = 0.6;
const BETWEEN_SPACINGS = 0.02;
const ROUNDING_M = 0.001;
const FEWER = 6;
const MORE = 1.6;

/** Where a ray meets the surface of points. */
export interface SurfacePlace {
  /** Metres along the ray. */
  readonly alongM: number;
  /** Half of its 95 % interval, along the ray, metres. */
  readonly errorMetres: number;
}

interface FoundSurface extends SurfacePlace {
  /** Its points lie around the ray on all sides. */
  readonly isAround: boolean;
  /** Of its point nearest to the ray, m². */
  readonly offRaySquare: number;
  /** Whether a point of the beam lies on it. */
  readonly isOn: (point: Vec3) => boolean;
}

/** `beam` as `pointsInBeam` gives it. Null where the points are of no surface. */
export function surfaceAlong(beam: readonly Vec3[], spacingM: number): SurfacePlace | null {
  let [left, beside] = [beam, null as FoundSurface | null];
  for (let i = 0; i < SURFACES_MOST && left.length >= COUNTS[0]!; i++) {
    const anchor = left.slice(0, ANCHORS).reduce((front, point) => (point[2] < front[2] ? point : front));
    const found = surfaceAt(anchor, left, spacingM);
    if (found) {
      const nearer = beside && !found.isAround && beside.offRaySquare <= found.offRaySquare ? beside : found;
      // Either may be what was meant.
      const apartM = beside ? Math.abs(found.alongM - beside.alongM) : 0;
      beside = { ...nearer, errorMetres: Math.hypot(nearer.errorMetres, apartM) };
      if (found.isAround) return beside;
    }
    left = left.filter((point) => (found ? !found.isOn(point) : point !== anchor));
  }
  return beside;
}

interface Trial extends SurfacePlace {
  readonly fit: HeightFit;
  readonly points: readonly Placed[];
  readonly gateM: number;
}

/** A point of the beam, and the same over the first plane. */
interface Placed {
  readonly point: Vec3;
  readonly over: Vec3;
}

/** The surface that a point is on; null where the points around it are of none. */
function surfaceAt(anchor: Vec3, beam: readonly Vec3[], spacingM: number): FoundSurface | null {
  const around = beam.map((point) => subtract(point, anchor)).sort(byLength);
  const seed = medianPlane(around.slice(0, SEED_POINTS));
  if (!seed) return null;
  const axes = axesAround(seed.normal);
  const footM = anchor[2] + (anchor[0] * axes.normal[0] + anchor[1] * axes.normal[1]) / axes.normal[2];
  const foot: Vec3 = [0, 0, Math.abs(footM - anchor[2]) < FAR_SPACINGS * spacingM ? footM : anchor[2]];
  const placed = beam
    .map((point): Placed => ({ point, over: along(axes, subtract(point, foot)) }))
    .sort((a, b) => byLength(a.over, b.over));
  const start = { terms: [dot(subtract(anchor, foot), axes.normal), 0, 0], inverse: null, freedom: 1 };
  const trials = fitsOf(placed, { ...start, residualM: DEVIATION_OF_MEDIAN * seed.medianM }, axes, spacingM);
  if (trials.length === 0) return null;
  const best = trials.reduce((least, trial) => (trial.errorMetres < least.errorMetres ? trial : least));
  const count = best.points.length;
  const others = trials.filter(({ points }) => points.length <= MORE * count && FEWER * points.length >= count);
  const apartM = Math.max(...others.map(({ alongM }) => Math.abs(alongM - best.alongM)));
  const points = best.points.map(({ point }) => point);
  const isOn = (point: Vec3) => isWithin(best.fit, along(axes, subtract(point, foot)), best.gateM);
  return {
    alongM: foot[2] + best.alongM,
    errorMetres: Math.hypot(best.errorMetres, apartM),
    isAround: isAroundRay(points),
    offRaySquare: Math.min(...points.map(offRaySquare)),
    isOn,
  };
}

/** Fits of more and more points, each of points that lie on the best one before. */
function fitsOf(placed: readonly Placed[], start: HeightFit, { e1, e2, normal }: Axes, spacingM: number): Trial[] {
  const trials: Trial[] = [];
  const direction: Vec3 = [e1[2], e2[2], normal[2]];
  let [model, least] = [start, Infinity];
  for (const count of COUNTS) {
    const gateM = Math.max(GATE_DEVIATIONS * model.residualM, GATE_SPACINGS * spacingM, GATE_M);
    const points: Placed[] = [];
    for (const one of placed) {
      if (points.length === count) break;
      if (isWithin(model, one.over, gateM)) points.push(one);
    }
    if (points.length < count) break;
    const heights = points.map(({ over }) => over);
    for (const terms of [PLANE_TERMS, QUADRIC_TERMS]) {
      const fit = count >= terms + SPARE_LEAST ? fitHeights(heights, terms) : null;
      const place = fit && placeOn(fit, direction, spacingM);
      if (!place) continue;
      trials.push({ ...place, fit, points, gateM });
      if (place.errorMetres < least) [model, least] = [fit, place.errorMetres];
    }
  }
  return trials;
}

const isWithin = (fit: HeightFit, over: Vec3, gateM: number): boolean =>
  Math.abs(over[2] - heightAt(fit, over)) <= gateM;

/** Where the ray meets a fit. */
function placeOn(fit: HeightFit, direction: Vec3, spacingM: number): SurfacePlace | null {
  const met = meetHeights(fit, direction);
  if (!met) return null;
  const scatterM = heightError95(fit, direction.map((value) => value * met.alongM) as Vec3);
  const offM = Math.hypot(scatterM, WAVES * fit.residualM, BETWEEN_SPACINGS * spacingM, ROUNDING_M);
  return { alongM: met.alongM, errorMetres: offM / met.sine };
}

const byLength = (a: Vec3, b: Vec3): number => dot(a, a) - dot(b, b);

/** Whether no half of the beam is without points. */
function isAroundRay(points: readonly Vec3[]): boolean {
  const angles = points.map(([u, v]) => Math.atan2(v, u)).sort((a, b) => a - b);
  return angles.every((angle, i) => (angles[i + 1] ?? angles[0]! + 2 * Math.PI) - angle < Math.PI);
}
