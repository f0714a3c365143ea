/** Everything a frame needs to know of the camera, computed once from the pose. */
import { type Vec3, cross, dot } from '@overlook/shared/maths';
import type { CameraView } from '../tiles/selection.ts';
import type { RenderCamera } from '../render/tile-renderer.ts';

/** Vertical field of view, at which the quality figures of specification §9 are meant (decisions §5). */
export const FOV_Y_DEG = 60;
export const FOV_Y_RAD = (FOV_Y_DEG * Math.PI) / 180;
const TAN = Math.tan(FOV_Y_RAD / 2);

export interface FramePose {
  positionEnu: Vec3;
  direction: Vec3;
  up: Vec3;
}

export interface CameraFrame extends CameraView, RenderCamera {
  right: Vec3;
  up: Vec3;
  direction: Vec3;
  widthPx: number;
  heightPx: number;
  near: number;
  far: number;
}

/** Near and far planes: the cutting plane by day, pushed out with height so that depth stays fine from orbit. */
export function depthRange(heightAboveGround: number, cutMetres: number): { near: number; far: number } {
  const near = Math.max(cutMetres, heightAboveGround > 2000 ? heightAboveGround * 0.01 : 0);
  return { near, far: Math.max(50_000, near * 1e5) };
}

/** Size in CSS pixels, near and far in metres along the view. */
export function cameraFrame(
  pose: FramePose,
  widthPx: number,
  heightPx: number,
  near: number,
  far: number,
): CameraFrame {
  const { positionEnu, direction: d, up: u } = pose;
  const r = cross(d, u);
  const aspect = widthPx / heightPx;
  // Projection × rotation written out: rows of the rotation are right, up, −direction.
  const sx = 1 / (TAN * aspect);
  const sy = 1 / TAN;
  const c = (far + near) / (near - far);
  const clip = new Float64Array(16);
  for (let k = 0; k < 3; k++) {
    clip[4 * k] = sx * r[k]!;
    clip[4 * k + 1] = sy * u[k]!;
    clip[4 * k + 2] = -c * d[k]!;
    clip[4 * k + 3] = d[k]!;
  }
  clip[14] = (2 * far * near) / (near - far);
  return {
    x: positionEnu[0],
    y: positionEnu[1],
    z: positionEnu[2],
    dx: d[0],
    dy: d[1],
    dz: d[2],
    right: r,
    up: u,
    direction: d,
    widthPx,
    heightPx,
    near,
    far,
    clipFromEnuAxes: clip,
    planes: frustumPlanes(positionEnu, d, u, r, aspect, near),
    pixelsPerRadian: heightPx / (2 * TAN),
  };
}

/** Near, left, right, bottom and top plane; unit normals pointing inwards. There is no far plane: nothing is beyond it. */
function frustumPlanes(p: Vec3, d: Vec3, u: Vec3, r: Vec3, aspect: number, near: number): Float64Array {
  const out = new Float64Array(20);
  const put = (i: number, n: Vec3, at: Vec3) => {
    const l = Math.hypot(n[0], n[1], n[2]);
    out.set([n[0] / l, n[1] / l, n[2] / l, -dot(n, at) / l], 4 * i);
  };
  put(0, d, [p[0] + d[0] * near, p[1] + d[1] * near, p[2] + d[2] * near]);
  const tx = TAN * aspect;
  const combine = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => [
    a[0] * s + b[0] * t,
    a[1] * s + b[1] * t,
    a[2] * s + b[2] * t,
  ];
  put(1, combine(d, tx, r, 1), p);
  put(2, combine(d, tx, r, -1), p);
  put(3, combine(d, TAN, u, 1), p);
  put(4, combine(d, TAN, u, -1), p);
  return out;
}

/** Direction (unit, ENU) of the ray through the centre of a CSS pixel position; x to the right, y down. */
export function rayDirection(camera: CameraFrame, x: number, y: number): Vec3 {
  const nx = ((x / camera.widthPx) * 2 - 1) * TAN * (camera.widthPx / camera.heightPx);
  const ny = (1 - (y / camera.heightPx) * 2) * TAN;
  const v: Vec3 = [0, 0, 0];
  for (let k = 0; k < 3; k++) v[k] = camera.direction[k]! + camera.right[k]! * nx + camera.up[k]! * ny;
  const l = Math.hypot(v[0], v[1], v[2]);
  return [v[0] / l, v[1] / l, v[2] / l];
}
