/** Everything a frame needs to know of the camera, computed once from the pose. */
import { CAMERA } from '@overlook/shared/config';
import { type Vec3, cross, dot, AXES, type Float64Mat4, toMat4, WGS84 } from '@overlook/shared/maths';

export interface FramePose {
  positionEnu: Vec3;
  direction: Vec3;
  up: Vec3;
  /** Orthographic: metres that the height of the picture shows. Absent: perspective. */
  orthoHeightM?: number;
}

/** How large things are on the screen. */
export interface ViewScale {
  /** CSS pixels of a metre across the view: at a distance of 1 m along it, or anywhere in an orthographic view. */
  pixelsPerMetre: number;
  /** Orthographic: sizes on the screen do not depend on the distance. */
  isOrtho?: boolean;
}

/** What the selection of tiles reads of the camera. */
export interface CameraView extends ViewScale {
  /** Camera position, ENU metres. */
  x: number;
  y: number;
  z: number;
  /** Five planes (near, left, right, bottom, top), 4 numbers each, pointing inwards. */
  planes: Float64Array;
  /** Unit view direction, for the order of requests. */
  dx: number;
  dy: number;
  dz: number;
  /** The camera moves: tiles that show little are not requested for this view. */
  isMoving?: boolean;
}

/** What the renderer reads of the camera. */
export interface RenderCamera extends ViewScale {
  /** Projection × view rotation (no translation), column-major, double. In an orthographic view w is 1 everywhere. */
  clipFromEnuAxes: Float64Mat4;
  /** Camera position, ENU metres. */
  x: number;
  y: number;
  z: number;
  /** Mip level bias of textures, 0 or less; absent for 0. */
  textureBias?: number;
}

/** The camera before the first frame. */
export const NO_CAMERA: RenderCamera = {
  clipFromEnuAxes: toMat4(new Float64Array(16)),
  x: 0,
  y: 0,
  z: 0,
  pixelsPerMetre: 1,
};

/** Offset of the image in clip space; the width of the image is 2. */
export type ClipShift = readonly [x: number, y: number];

export interface CameraFrame extends CameraView, RenderCamera {
  right: Vec3;
  up: Vec3;
  direction: Vec3;
  widthPx: number;
  heightPx: number;
  /** Vertical field of view, radians; in an orthographic view that of the perspective view with the same scale. */
  fovYRad: number;
  /** The cutting plane: nothing nearer is shown or picked. Metres along the view, as the two below. */
  near: number;
  /** Where depth begins for what is drawn: at the cutting plane, or farther away where nothing lies between them. */
  depthNear: number;
  far: number;
  /** How far the image is shifted; absent for not at all. */
  shift?: ClipShift;
}

/** CSS pixels of a metre across the view, at a distance in metres. */
export const pixelsPerMetreAt = ({ pixelsPerMetre, isOrtho }: ViewScale, distanceM: number): number =>
  isOrtho ? pixelsPerMetre : pixelsPerMetre / Math.max(distanceM, 1e-3);

/**
 * The share of the length in space at the share `s` of the length on the screen between two depths: perspective
 * shortens the far part.
 */
export const shareInSpace = (s: number, w0: number, w1: number): number => (s * w0) / (w1 + s * (w0 - w1));

/** Metres along the view to the centre of a box. */
export const alongView = (
  { x, y, z, dx, dy, dz }: Pick<CameraView, 'x' | 'y' | 'z' | 'dx' | 'dy' | 'dz'>,
  { cx, cy, cz }: { readonly cx: number; readonly cy: number; readonly cz: number },
): number => (cx - x) * dx + (cy - y) * dy + (cz - z) * dz;

/** Depth reaches this far at least, metres. */
const FAR_AT_LEAST = 50_000;

/** The far plane. It costs little depth precision, because the near plane decides the step of the depth buffer. */
export const farPlane = (height: number, near: number): number =>
  Math.max(FAR_AT_LEAST, Math.abs(height) * 1000, near * 1e5);

/** An orthographic view begins this many metres before its camera, and ends as far behind it: it cuts nothing of a site. */
export const ORTHO_REACH_M = 20_000;
/** What is drawn besides tiles, such as areas, reaches beyond them by at most so much in an orthographic view, metres. */
const ORTHO_ROOM_M = 500;

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

/**
 * The same for an orthographic image, whose tiles are between two distances along the view (metres; null when what is drawn is
 * not known). A step of the depth buffer is the same everywhere, 2⁻²⁴ of the range: 0.1 mm for 1.7 km.
 */
export function withOrthoDepths(camera: CameraFrame, drawn: readonly [from: number, to: number] | null): CameraFrame {
  const { direction, up, right, near } = camera;
  const depthNear = drawn ? Math.max(near, drawn[0] - ORTHO_ROOM_M) : near;
  const far = drawn ? Math.max(depthNear + ORTHO_ROOM_M, drawn[1] + ORTHO_ROOM_M) : camera.far;
  const clipFromEnuAxes = orthoMatrix(direction, up, right, halfSize(camera), depthNear, far);
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

/** Halves of the width and height that an orthographic image shows, metres. */
const halfSize = ({ widthPx, heightPx, pixelsPerMetre }: CameraFrame): Slopes => [
  widthPx / pixelsPerMetre / 2,
  heightPx / pixelsPerMetre / 2,
];

/**
 * Size in CSS pixels, near and far in metres along the view, vertical field of view in degrees. An orthographic view has no
 * cutting plane: its near and far are those of {@link ORTHO_REACH_M}.
 */
export function cameraFrame(
  pose: FramePose,
  widthPx: number,
  heightPx: number,
  near: number,
  far: number,
  fovYDeg: number = CAMERA.fovYDeg,
): CameraFrame {
  const { positionEnu, direction: d, up: u, orthoHeightM } = pose;
  const r = cross(d, u);
  const fovYRad = (fovYDeg * Math.PI) / 180;
  const seen = {
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
  };
  if (orthoHeightM !== undefined) {
    const half: Slopes = [(orthoHeightM * widthPx) / heightPx / 2, orthoHeightM / 2];
    return {
      ...seen,
      near: -ORTHO_REACH_M,
      depthNear: -ORTHO_REACH_M,
      far: ORTHO_REACH_M,
      clipFromEnuAxes: orthoMatrix(d, u, r, half, -ORTHO_REACH_M, ORTHO_REACH_M),
      planes: boxPlanes(positionEnu, d, u, r, half),
      pixelsPerMetre: heightPx / orthoHeightM,
      isOrtho: true,
    };
  }
  const slopes = edgeSlopes(seen);
  return {
    ...seen,
    near,
    depthNear: near,
    far,
    clipFromEnuAxes: clipMatrix(d, u, r, slopes, near, far),
    planes: frustumPlanes(positionEnu, d, u, r, slopes, near),
    pixelsPerMetre: heightPx / (2 * slopes[1]),
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

/** The same for an orthographic view: depth is linear in the distance, and w is 1. */
function orthoMatrix(d: Vec3, u: Vec3, r: Vec3, half: Slopes, near: number, far: number): Float64Mat4 {
  const clip = new Float64Array(16);
  for (const k of AXES) {
    clip[4 * k] = r[k] / half[0];
    clip[4 * k + 1] = u[k] / half[1];
    clip[4 * k + 2] = (2 * d[k]) / (far - near);
  }
  clip[14] = (near + far) / (near - far);
  clip[15] = 1;
  return clip as Float64Mat4;
}

/** Near, left, right, bottom and top plane; unit normals pointing inwards. There is no far plane: nothing is beyond it. */
function frustumPlanes(p: Vec3, d: Vec3, u: Vec3, r: Vec3, [across, upward]: Slopes, near: number): Float64Array {
  const combine = (a: Vec3, s: number, b: Vec3, t: number): Vec3 => [
    a[0] * s + b[0] * t,
    a[1] * s + b[1] * t,
    a[2] * s + b[2] * t,
  ];
  return planesOf([
    [d, [p[0] + d[0] * near, p[1] + d[1] * near, p[2] + d[2] * near], 0],
    [combine(d, across, r, 1), p, 0],
    [combine(d, across, r, -1), p, 0],
    [combine(d, upward, u, 1), p, 0],
    [combine(d, upward, u, -1), p, 0],
  ]);
}

/** The same planes of an orthographic view. */
const boxPlanes = (p: Vec3, d: Vec3, u: Vec3, r: Vec3, [across, upward]: Slopes): Float64Array =>
  planesOf([
    [d, p, ORTHO_REACH_M],
    [r, p, across],
    [[-r[0], -r[1], -r[2]], p, across],
    [u, p, upward],
    [[-u[0], -u[1], -u[2]], p, upward],
  ]);

/** Planes by a normal of any length, a point, and how far behind the point they lie, metres. */
function planesOf(planes: readonly (readonly [normal: Vec3, at: Vec3, behindM: number])[]): Float64Array {
  const out = new Float64Array(4 * planes.length);
  for (const [i, [n, at, behindM]] of planes.entries()) {
    const l = Math.hypot(n[0], n[1], n[2]);
    out.set([n[0] / l, n[1] / l, n[2] / l, behindM - dot(n, at) / l], 4 * i);
  }
  return out;
}
