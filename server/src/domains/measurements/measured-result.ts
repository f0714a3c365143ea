import { MEASUREMENTS_MESSAGES } from '@overlook/shared/messages';
import { figureResult } from '@overlook/shared/measurements';
import { dot, enuAxesAt, RAD_PER_DEG } from '@overlook/shared/maths';
import type {
  FittedSurface,
  MeasurementResult,
  MeasurementSubject,
  Volume,
  WholeMeasurement,
} from '@overlook/shared/schemas';
import type { SignedInContext } from '../../context.ts';
import { conflict, invalid } from '../../errors/app-error.ts';
import { said } from '../../errors/said.ts';
import { findShapeAt } from '../captures/find-shape-at.ts';
import { measureVolume } from '../captures/measure-volume.ts';

/** The answer to a question, with all its figures. */
export interface Measured {
  readonly result: MeasurementResult;
  readonly details: WholeMeasurement['details'];
}

export interface NamedSubject {
  readonly name: string;
  readonly subject: MeasurementSubject;
}

/**
 * Computes what is measured from the points, or from the exact points of the capture. Throws 400 for points that measure nothing, 409 where
 * no surface is found, and what `findShapeAt` and `measureVolume` throw.
 */
export async function measuredResult(
  ctx: SignedInContext,
  siteId: number,
  { name, subject }: NamedSubject,
): Promise<Measured> {
  if (subject.what === 'figure') {
    const points = subject.points.map(({ ecef, errorM }) => ({ pointEcef: ecef, errorMetres: errorM }));
    const result = figureResult(subject.kind, points);
    if (!result) throw invalid(said(MEASUREMENTS_MESSAGES, 'measurements.noResult', { name }));
    return { result: { ...result, errorKind: 'likely' }, details: null };
  }
  if (subject.what === 'volume') {
    const { contours: _, ...figures } = await measureVolume(ctx, { siteId, ...subject });
    return { result: volumeResult(figures), details: figures };
  }
  const { captureId, kind, pick } = subject;
  const [x, y, z] = pick;
  const { surface } = await findShapeAt(ctx, { siteId, captureId, kind, x, y, z });
  if (!surface) throw conflict(said(MEASUREMENTS_MESSAGES, 'measurements.noSurface', { name }));
  return { result: surfaceResult(surface), details: surface };
}

/** The net volume. */
export const volumeResult = ({ net }: Pick<Volume, 'net'>): MeasurementResult => ({
  value: net.m3,
  unit: 'm3',
  error: net.halfWidth95M3,
  errorKind: 'interval95',
});

/** The diameter of a pipe or sphere; the angle of a plane from level. */
export function surfaceResult({
  axisEcef,
  pointEcef,
  radiusM,
  radiusHalfWidth95M,
  tiltHalfWidth95Rad,
}: FittedSurface): MeasurementResult {
  if (radiusM !== null)
    return { value: 2 * radiusM, unit: 'm', error: 2 * radiusHalfWidth95M!, errorKind: 'interval95' };
  const fromUpright = Math.acos(Math.min(1, Math.abs(dot(axisEcef!, enuAxesAt(pointEcef).up))));
  const error = tiltHalfWidth95Rad === null ? null : tiltHalfWidth95Rad / RAD_PER_DEG;
  return { value: fromUpright / RAD_PER_DEG, unit: 'deg', error, errorKind: 'interval95' };
}
