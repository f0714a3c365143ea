/** The visible part of a photo as a camera, so that marks of stages can be drawn over it. */
import {
  type EnuFrame,
  type Vec3,
  cross,
  transformDirection,
  transformPoint,
  AXES,
  toMat4,
} from '@overlook/shared/maths';
import type { MarkCamera } from '../overlays/screen-projection.ts';

/** Near plane of the photo's camera, metres. */
const NEAR_M = 0.05;

/**
 * A view of a photo, or a look into a panorama: a pinhole camera at the position of the photo's camera. In a zoomed photo the
 * axis is away from the centre of the view; `up` turns with a photo that is rotated by a quarter.
 */
export interface PhotoViewCamera {
  /** ECEF metres, and unit vectors. */
  readonly positionEcef: Vec3;
  readonly directionEcef: Vec3;
  readonly upEcef: Vec3;
  /** CSS pixels of the view per unit of the tangent of the angle to the axis. */
  readonly focalPx: number;
  /** The principal point: where the axis intersects the view, CSS pixels. */
  readonly axisPx: readonly [x: number, y: number];
  readonly widthPx: number;
  readonly heightPx: number;
}

/** A point of the world (ECEF metres) in CSS pixels of the view; null behind the camera. */
export function placeInView(view: PhotoViewCamera, point: Vec3): { x: number; y: number } | null {
  const away: Vec3 = [
    point[0] - view.positionEcef[0],
    point[1] - view.positionEcef[1],
    point[2] - view.positionEcef[2],
  ];
  const along = (axis: Vec3) => away[0] * axis[0] + away[1] * axis[1] + away[2] * axis[2];
  const ahead = along(view.directionEcef);
  if (ahead < NEAR_M) return null;
  const right = along(cross(view.directionEcef, view.upEcef));
  const rise = along(view.upEcef);
  return {
    x: view.axisPx[0] + (view.focalPx * right) / ahead,
    y: view.axisPx[1] - (view.focalPx * rise) / ahead,
  };
}

/** The camera for drawing marks, in the frame. */
export function markCameraOf(view: PhotoViewCamera, frame: EnuFrame): MarkCamera {
  const { widthPx, heightPx, focalPx, axisPx } = view;
  const [x, y, z] = transformPoint(frame.enuFromEcef, view.positionEcef);
  const d = transformDirection(frame.enuFromEcef, view.directionEcef);
  const u = transformDirection(frame.enuFromEcef, view.upEcef);
  const r = cross(d, u);
  const [sx, sy] = [(2 * focalPx) / widthPx, (2 * focalPx) / heightPx];
  const [ox, oy] = [(2 * axisPx[0]) / widthPx - 1, 1 - (2 * axisPx[1]) / heightPx];
  const clipFromEnuAxes = toMat4(new Float64Array(16));
  for (const k of AXES) {
    clipFromEnuAxes[4 * k] = sx * r[k] + ox * d[k];
    clipFromEnuAxes[4 * k + 1] = sy * u[k] + oy * d[k];
    clipFromEnuAxes[4 * k + 3] = d[k];
  }
  return { x, y, z, clipFromEnuAxes, widthPx, heightPx, near: NEAR_M };
}
