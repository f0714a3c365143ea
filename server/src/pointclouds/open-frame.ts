import { type Mat4, llaFromEcef, invertAffine, ecefFromLla, toMat4, type Float64Mat4 } from '@overlook/shared/maths';
import { openProjection } from './crs/index.ts';
import type { FrameDescription, PointFrame } from './frame.ts';

/**
 * Opens the frame of a description. `fromEcef` undoes `toEcef` to less than 0.1 mm within the projection's area. Throws
 * `RangeError` where `proj4` cannot read the projection; its methods throw it for points outside the projection's area.
 */
export function openFrame(description: FrameDescription): PointFrame {
  return description.kind === 'local' ? localFrame(description) : projectedFrame(description);
}

function localFrame(description: Extract<FrameDescription, { kind: 'local' }>): PointFrame {
  const matrix = perUnit(toMat4(description.toEcef), description.metresPerUnit);
  const inverse = invertAffine(matrix);
  return {
    description,
    toEcef: (point, out) => applyAffine(matrix, point, out),
    fromEcef: (pointEcef, out) => applyAffine(inverse, pointEcef, out),
    affineAt: () => toMat4(matrix),
  };
}

/** The matrix for coordinates in units of the cloud. */
function perUnit(ecefFromMetres: Mat4, metresPerUnit: number): Mat4 {
  return toMat4(Array.from(ecefFromMetres, (value, i) => (i < 12 && i % 4 < 3 ? value * metresPerUnit : value)));
}

/** Column-major; `out` may be the input. */
export function applyAffine(m: Mat4, point: ArrayLike<number>, out: Float64Array): void {
  const [x, y, z] = [point[0]!, point[1]!, point[2]!];
  out[0] = m[0] * x + m[4] * y + m[8] * z + m[12];
  out[1] = m[1] * x + m[5] * y + m[9] * z + m[13];
  out[2] = m[2] * x + m[6] * y + m[10] * z + m[14];
}

function projectedFrame(description: Extract<FrameDescription, { kind: 'projected' }>): PointFrame {
  const { metresPerUnit } = description;
  const projection = openProjection(description.proj4, description.heights, description.grids);
  const toEcef: PointFrame['toEcef'] = (point, out) => {
    const [x, y, z] = ecefFromLla(projection.toLla(point[0]!, point[1]!, point[2]! * metresPerUnit));
    out[0] = x;
    out[1] = y;
    out[2] = z;
  };
  return {
    description,
    toEcef,
    fromEcef(pointEcef, out) {
      const [x, y, heightM] = projection.fromLla(llaFromEcef([pointEcef[0]!, pointEcef[1]!, pointEcef[2]!]));
      out[0] = x;
      out[1] = y;
      out[2] = heightM / metresPerUnit;
    },
    affineAt: (point) => fittedAffine(toEcef, point, STEP_M / metresPerUnit),
  };
}

/** Far enough that rounding of ECEF coordinates (1 nm) disappears, near enough that the earth's curvature does. */
const STEP_M = 20;

/** The affine map that central differences over `step` units give at `point`. */
function fittedAffine(toEcef: PointFrame['toEcef'], point: ArrayLike<number>, step: number): Float64Mat4 {
  const at = Float64Array.of(point[0]!, point[1]!, point[2]!);
  const [before, after, moved] = [new Float64Array(3), new Float64Array(3), new Float64Array(3)];
  const matrix = new Float64Array(16);
  for (let axis = 0; axis < 3; axis++) {
    moved.set(at);
    moved[axis] = at[axis]! - step;
    toEcef(moved, before);
    moved[axis] = at[axis]! + step;
    toEcef(moved, after);
    for (let row = 0; row < 3; row++) matrix[axis * 4 + row] = (after[row]! - before[row]!) / (2 * step);
  }
  toEcef(at, after);
  for (let row = 0; row < 3; row++)
    matrix[12 + row] = after[row]! - matrix[row]! * at[0]! - matrix[4 + row]! * at[1]! - matrix[8 + row]! * at[2]!;
  matrix[15] = 1;
  return matrix as Float64Mat4;
}
