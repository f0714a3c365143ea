/** Measurements as the tool reports them, made of numbers that a test can read. */
import { type Leg, ecefFromLla, sumLegs, type Vec3 } from '@overlook/shared/maths';
import type { FigurePoint, MeasuredLeg, Measurement } from '@overlook/engine';

const TEXTURED = 3;
const PLACE = ecefFromLla({ longitude: 138.4932, latitude: -35.0789, height: 40 });

export const aPoint = (id: number, isSettled = true): FigurePoint => ({
  id,
  pointEcef: PLACE,
  modeltypeId: TEXTURED,
  featureId: null,
  errorMetres: 0.01,
  ray: null,
  isSettled,
});

/** Legs from east, north and up, between points numbered from 1. */
export function legsFrom(deltas: readonly Vec3[], unsettled: readonly number[] = []): MeasuredLeg[] {
  return deltas.map((deltaEnu, index) => ({
    deltaEnu,
    length: Math.hypot(...deltaEnu),
    fromPointId: index + 1,
    toPointId: index + 2,
    errorMetres: 0.02,
    isSettled: !unsettled.includes(index + 1),
  }));
}

/** The three legs of the interface brief's Measure card. */
export const CARD_DELTAS: readonly Vec3[] = [
  [10, 2, 6.5],
  [10, -3, -12.9],
  [10, 2, 2.4],
];

export function aMeasurement(part: Partial<Measurement> = {}): Measurement {
  const legs = part.legs ?? legsFrom(CARD_DELTAS);
  const total: Leg = sumLegs(legs);
  return {
    id: 1,
    mode: 'distance',
    isDone: false,
    points: Array.from({ length: legs.length + 1 }, (_, index) => aPoint(index + 1)),
    legs,
    total,
    errorMetres: 0.02,
    height: null,
    area: null,
    plane: null,
    modeltypeIds: [TEXTURED],
    takenOn: [],
    ...part,
  };
}
