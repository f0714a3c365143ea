import type { MeasuredAngle, Measurement, Target } from '@overlook/engine';
import type { ViewerTools } from './viewed-stage.ts';
import type { MeasurementResult } from './viewer-api.ts';

/** Returns the results of these tools, sorted by tool, oldest first. */
export const measurementResults = ({ measure, angle, target }: Partial<ViewerTools>): MeasurementResult[] => [
  ...(measure?.state().measurements ?? []).map(ofMeasurement),
  ...(angle?.state().angles ?? []).map(ofAngle),
  ...(target?.state().targets ?? []).map(ofTarget),
];

function ofMeasurement(one: Measurement): MeasurementResult {
  const { mode, isDone } = one;
  return { kind: mode, points: one.points.map(({ pointEcef }) => pointEcef), isDone, ...worth(one) };
}

function worth({ mode, points, total, errorMetres, height, area, plane }: Measurement) {
  switch (mode) {
    case 'height':
      return { value: height?.difference ?? null, error: height?.errorMetres ?? null, unit: 'm' } as const;
    case 'area':
      return { value: area?.horizontal ?? null, error: area?.horizontalError ?? null, unit: 'm²' } as const;
    case 'plane':
      return { value: plane?.distance ?? null, error: plane?.errorMetres ?? null, unit: 'm' } as const;
    default: {
      const isLong = points.length > 1;
      return { value: isLong ? total.length : null, error: isLong ? errorMetres : null, unit: 'm' } as const;
    }
  }
}

const ofAngle = ({ points, isDone, angleDeg, errorDeg }: MeasuredAngle): MeasurementResult => ({
  kind: 'angle',
  points: points.map(({ pointEcef }) => pointEcef),
  isDone,
  value: angleDeg,
  error: errorDeg,
  unit: '°',
});

const ofTarget = ({ pointEcef, errorMetres }: Target): MeasurementResult => ({
  kind: 'target',
  points: [pointEcef],
  isDone: true,
  value: 0,
  error: errorMetres,
  unit: 'm',
});
