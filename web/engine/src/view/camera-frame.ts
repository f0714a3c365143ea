/** Everything a frame needs to know of the camera, computed once from the pose. */
import { CAMERA } from '@overlook/shared/config';
import { type Vec3, cross, dot, AXES, type Float64Mat4, toMat4, WGS84 } from '@overlook/shared/maths';
import { screenRay } from './screen-ray.ts';

export interface FramePose {
  positionEnu: Vec3;
  direction: Vec3;
  up: Vec3;
}

/** What the selection of tiles reads of the camera. */
export interface CameraView {
  /** Camera position, ENU metres. */
  x: number;
  y: number;
  z: number;
  /** Five planes (near, left, right, bottom, top), 4 numbers each, pointing inwards. */
  planes: Float64Array;
  /** Viewport height in CSS pixels divided by 2 tan(fov/2): pixels per radian at the centre. */
  pixelsPerRadian: number;
  /** Unit view direction, for the order of requests. */
  dx: number;
  dy: number;
  dz: number;
  /** The camera moves: tiles that show little are not requested for this view. */
  isMoving?: boolean;
}

/** What the renderer reads of the camera. */
export interface RenderCamera {
  /** Projection × view rotation (no translation), column-major, double. */
  clipFromEnuAxes: Float64Mat4;
  /** Camera position, ENU metres. */
  x: number;
  y: number;
  z: number;
  /** As of {@link CameraView}. */
  pixelsPerRadian: number;
  /** Mip level bias of textures, 0 or less; absent for 0. */
  textureBias?: number;
}

/** The camera before the first frame. */
export const NO_CAMERA: RenderCamera = {
  clipFromEnuAxes: toMat4(new Float64Array(16)),
  x: 0,
  y: 0,
  z: 0,
  pixelsPerRadian: 1,
};

/** Offset of the image in clip space; the width of the image is 2. */
export type ClipShift = readonly [x: number, y: number];

export interface CameraFrame extends CameraView, RenderCamera {
  right: Vec3;
  up: Vec3;
  direction: Vec3;
  widthPx: number;
  heightPx: number;
  /** Vertical field of view, radians. */
  fovYRad: number;
  /** The cutting plane: nothing nearer is shown or picked. Metres along the view, as the two below. */
  near: number;
  /** Where depth begins for what is drawn: at the cutting plane, or farther away where nothing lies between them. */
  depthNear: number;
  far: number;
  /** How far the image is shifted; absent for not at all. */
  shift?: ClipShift;
}

/** Depth reaches this far at least, metres. */
const FAR_AT_LEAST = 50_000;

/** The far plane. It costs little depth precision, because the near plane decides the step of the depth buffer. */
export const farPlane = (height: number, near: number): number =>
  Math.max(FAR_AT_LEAST, Math.abs(height) * 1000, near * 1e5);

/** From this height on (metres) depth begins farther away, even with nothing drawn there: by this share of what is above it. */
const HIGH = 2000;
const HIGH_SHARE = 0.01;

/**
 * The camera of an image in which nothing is drawn nearer than `nearestMetres` (as the crow flies; Infinity when nothing
 * is known of it). Depth begins at half of that distance: a step of a 24-bit depth buffer at distance z is z² / (near 2²⁴),
 * so thin layers that are seen from afar need a far near plane.
 */
export function withDepthRange(camera: CameraFrame, nearestMetres: number): CameraFrame {
  const { direction, up, right, x, y, z } = camera;
  const slopes = edgeSlopes(camera);
  // Along the view a point in the corner of the image is nearer than as the crow flies.
  const corner = 1 / Math.hypot(1, ...slopes);
  const nearest = Number.isFinite(nearestMetres) ? Math.min(0.5, 0.9 * corner) * nearestMetres : 0;
  const depthNear = Math.max(camera.near, nearest, HIGH_SHARE * (heightOver(x, y, z) - HIGH));
  const far = farPlane(z, depthNear);
  const clipFromEnuAxes = clipMatrix(direction, up, right, slopes, depthNear, far);
  return { ...camera, depthNear, far, clipFromEnuAxes };
}

/** Metres from the ground up or down: the Earth curves away below the plane of the site, 8 km at 320 km. */
const heightOver = (x: number, y: number, z: number): number => Math.abs(Math.hypot(x, y, z + WGS84.a) - WGS84.a);

/** The same camera with the image shifted. Only what draws reads it: planes, rays and picks stay as they are. */
export function shiftedCamera(camera: CameraFrame, shift: ClipShift): CameraFrame {
  const clipFromEnuAxes = toMat4(camera.clipFromEnuAxes);
  for (let k = 0; k < 16; k += 4) {
    clipFromEnuAxes[k]! += shift[0] * clipFromEnuAxes[k + 3]!;
    clipFromEnuAxes[k + 1]! += shift[1] * clipFromEnuAxes[k + 3]!;
  }
  return { ...camera, clipFromEnuAxes, shift };
}

type Slopes = readonly [across: number, upward: number];

/** Tangents of the half angles of view: horizontal and vertical. */
function edgeSlopes({ widthPx, heightPx, fovYRad }: Pick<CameraFrame, 'widthPx' | 'heightPx' | 'fovYRad'>): Slopes {
  const slope = Math.tan(fovYRad / 2);
  return [(slope * widthPx) / heightPx, slope];
}

/** Size in CSS pixels, near and far in metres along the view, vertical field of view in degrees. */
export function cameraFrame(
  pose: FramePose,
  widthPx: number,
  heightPx: number,
  near: number,
  far: number,
  fovYDeg: number = CAMERA.fovYDeg,
): CameraFrame {
  const { positionEnu, direction: d, up: u } = pose;
  const r = cross(d, u);
  const fovYRad = (fovYDeg * Math.PI) / 180;
  const slopes = edgeSlopes({ widthPx, heightPx, fovYRad });
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
    fovYRad,
    near,
    depthNear: near,
    far,
    clipFromEnuAxes: clipMatrix(d, u, r, slopes, near, far),
    planes: frustumPlanes(positionEnu, d, u, r, slopes, near),
    pixelsPerRadian: heightPx / (2 * slopes[1]),
  };
}

/** Projection × rotation written out: rows of the rotation are right, up, −direction. */
function clipMatrix(d: Vec3, u: Vec3, r: Vec3, slopes: Slopes, near: number, far: number): Float64Mat4 {
  const c = (far + near) / (near - far);
  const clip = new Float64Array(16);
  for (const k of AXES) {
    clip[4 * k] = r[k] / slopes[0];
    clip[4 * k + 1] = u[k] / slopes[1];
    clip[4 * k + 2] = -c * d[k];
    clip[4 * k + 3] = d[k];
  }
  clip[14] = (2 * far * near) / (near - far);
  return clip as Float64Mat4;
}

/** Near, left, right, bottom and top plane; unit normals pointing inwards. There is no far plane: nothing is beyond it. */
function frustumPlanes(p: Vec3, d: Vec3, u: Vec3, r: Vec3, [across, upward]: Slopes, near: number): Float64Array {
  const out = new Float64Array(20);
  const put = (i: number, n: Vec3, at: Vec3) => {
    const l = Math.hypot(n[0], n[1], n[2]);
    out.set([n[0] / l, n[1] / l, n[2] / l, -dot(n, at) / l], 4 * i);
  };
  put(0, d, [p[0] + d[0] * near, p[1] + d[1] * near, p[2] + d[2] * near]);
  const combine = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => [
    a[0] * s + b[0] * t,
    a[1] * s + b[1] * t,
    a[2] * s + b[2] * t,
  ];
  put(1, combine(d, across, r, 1), p);
  put(2, combine(d, across, r, -1), p);
  put(3, combine(d, upward, u, 1), p);
  put(4, combine(d, upward, u, -1), p);
  return out;
}

/** Direction (unit, ENU) of the ray through the centre of a CSS pixel position; x to the right, y down. */
export const rayDirection = (camera: CameraFrame, x: number, y: number): Vec3 =>
  screenRay(camera, [x, y], { width: camera.widthPx, height: camera.heightPx, fovYRad: camera.fovYRad });

/** Position of the camera, ENU metres. */
export const eyeOf = ({ x, y, z }: CameraFrame): Vec3 => [x, y, z];
