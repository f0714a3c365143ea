/** What a camera sees of surfaces, on a canvas of pixels. */
import { type Mat4, type Pose, type Vec3, cross, dot, multiply, toMat4, viewExtent } from '@overlook/shared/maths';
import type { PlanCorner } from './plan-canvas.ts';

/** Nothing nearer is drawn, metres. */
export const NEAREST_M = 0.5;

/** A vertex before the camera: metres to the right, up and along its direction. */
export type ViewPoint = [right: number, up: number, depth: number];

export class ViewProjection {
  private readonly viewFromEcef: Mat4;
  /** Pixels of the canvas for a metre at a depth of one metre. */
  readonly pixelsPerTangent: number;

  constructor(
    readonly pose: Pose,
    fovYDeg: number,
    readonly width: number,
    readonly height: number,
  ) {
    const { position, direction, up } = pose;
    const right = cross(direction, up);
    const row = (axis: Vec3): number[] => [...axis, -dot(axis, position)];
    const rows = [row(right), row(up), row(direction), [0, 0, 0, 1]];
    this.viewFromEcef = toMat4([0, 1, 2, 3].flatMap((column) => rows.map((values) => values[column]!)));
    this.pixelsPerTangent = height / 2 / viewExtent(fovYDeg, width / height).halfHeight;
  }

  /** Flat {@link ViewPoint}s of positions, which are flat xyz before `toEcef`. */
  toView(positions: ArrayLike<number>, toEcef: Mat4): Float64Array {
    const m = multiply(this.viewFromEcef, toEcef);
    const out = new Float64Array(positions.length);
    for (let i = 0; i + 2 < positions.length; i += 3) {
      const [x, y, z] = [positions[i]!, positions[i + 1]!, positions[i + 2]!];
      for (let axis = 0; axis < 3; axis++)
        out[i + axis] = m[axis]! * x + m[4 + axis]! * y + m[8 + axis]! * z + m[12 + axis]!;
    }
    return out;
  }

  /** The direction in the frame of the camera. */
  directionInView(directionEcef: Vec3): ViewPoint {
    const { direction, up } = this.pose;
    return [dot(cross(direction, up), directionEcef), dot(up, directionEcef), dot(direction, directionEcef)];
  }

  /** Where a point before the camera is. Its height is the inverse of its depth, which is linear over a triangle. */
  toCanvas(right: number, up: number, depth: number, out: PlanCorner): PlanCorner {
    const scale = this.pixelsPerTangent / depth;
    out.x = this.width / 2 + right * scale;
    out.y = this.height / 2 - up * scale;
    out.height = 1 / depth;
    return out;
  }
}
