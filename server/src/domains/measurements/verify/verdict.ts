import { AGREEMENT_M } from '@overlook/shared/config';
import { distance, RAD_PER_DEG, type ReadonlyVec3 } from '@overlook/shared/maths';
import type { MeasurementsFile, MeasurementSubject } from '@overlook/shared/schemas';

export type FileMeasurement = MeasurementsFile['measurements'][number];

/**
 * `agrees`: the stored data give the value of the file to 0.1 mm. `changed`: they give another one. `altered`: the value in the file is not
 * that of its own points. `gone`: a capture is not there any more. `unchecked`: there are no stored data to compute it from.
 */
export type Verdict = 'agrees' | 'changed' | 'altered' | 'gone' | 'unchecked';

export interface VerifiedMeasurement {
  readonly id: number;
  readonly name: string;
  readonly unit: FileMeasurement['unit'];
  /** In the file. */
  readonly value: number;
  /** From the stored data; null where it could not be computed. */
  readonly computed: number | null;
  readonly verdict: Verdict;
  /** Why it does not agree; empty where it does. */
  readonly reason: string;
}

/** How much a value may differ when each of its points lies within 0.1 mm; in the unit of the value. */
export function toleranceOf({ unit, subject }: Pick<FileMeasurement, 'unit' | 'subject'>): number {
  if (unit === 'deg') return anglesTolerance(subject);
  if (unit !== 'm2') return AGREEMENT_M;
  const points = pointsOf(subject);
  const perimeter = points.reduce((sum, point, i) => sum + distance(point, points[(i + 1) % points.length]!), 0);
  return AGREEMENT_M * perimeter;
}

const pointsOf = (subject: MeasurementSubject): readonly ReadonlyVec3[] =>
  subject.what === 'figure' ? subject.points.map(({ ecef }) => ecef) : [];

/** That of the shorter arm; of a fitted plane the angle that is written with four decimals. */
function anglesTolerance(subject: MeasurementSubject): number {
  const [a, corner, b] = pointsOf(subject);
  if (!a || !corner || !b) return AGREEMENT_M;
  return AGREEMENT_M / Math.min(distance(a, corner), distance(b, corner)) / RAD_PER_DEG;
}
