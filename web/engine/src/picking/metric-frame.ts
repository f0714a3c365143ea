import { type Mat4, type Vec3, toMat4 } from '@overlook/shared/maths';

/**
 * A matrix whose axes have different scales (quantised positions: the sides of their volume) as that stretch, and the
 * same matrix for positions that are stretched already. Lengths across a ray are only meaningful in metres.
 */
export function metricFrame(matrixEnu: Mat4): { stretch: Vec3; matrixEnu: Mat4 } {
  const stretch = [0, 4, 8].map((at) => Math.hypot(matrixEnu[at]!, matrixEnu[at + 1]!, matrixEnu[at + 2]!)) as Vec3;
  const metric = toMat4(Array.from(matrixEnu, (value, at) => (at < 12 ? value / stretch[at >> 2]! : value)));
  return { stretch, matrixEnu: metric };
}
