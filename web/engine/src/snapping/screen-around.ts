import { type ReadonlyVec3, dot } from '@overlook/shared/maths';
import { type CameraFrame, ORTHO_REACH_M, shareInSpace } from '../view/camera-frame.ts';
import { type ViewRay, rayAt } from '../view/view-rays.ts';
import type { ScreenXy } from '../view/screen-ray.ts';

/** In an orthographic view a cone is a cylinder to 5 % over the depth of a plant. */
const ORTHO_ROOM = 1.1;

/** A place on a line on the screen: its share of the length in space, and its distance from the pointer, CSS pixels. */
export interface PlaceOnLine {
  readonly share: number;
  readonly px: number;
}

/**
 * The screen around a pointer, in homogeneous coordinates: x and y (CSS pixels from the pointer, to the right and down) times w, and
 * w, the distance in metres along the view (1 in an orthographic view). They are linear in space, so lines stay lines before the
 * division.
 */
export class ScreenAround {
  readonly ray: ViewRay;

  constructor(
    readonly camera: CameraFrame,
    readonly place: ScreenXy,
  ) {
    this.ray = rayAt(camera, place[0], place[1]);
  }

  /** Radius, at a distance of 1 m along the ray, of a cone that holds everything within these CSS pixels of the pointer. */
  slopeOf(radiusPx: number): number {
    const { isOrtho, pixelsPerMetre } = this.camera;
    return isOrtho ? (ORTHO_ROOM * radiusPx) / pixelsPerMetre / ORTHO_REACH_M : radiusPx / pixelsPerMetre;
  }

  /** Writes x·w, y·w and w of a point (ENU metres). */
  write(x: number, y: number, z: number, out: Float64Array, at: number): void {
    const { camera, place } = this;
    const { clipFromEnuAxes: m, widthPx, heightPx } = camera;
    const [dx, dy, dz] = [x - camera.x, y - camera.y, z - camera.z];
    const w = m[3] * dx + m[7] * dy + m[11] * dz + m[15];
    const right = m[0] * dx + m[4] * dy + m[8] * dz;
    const up = m[1] * dx + m[5] * dy + m[9] * dz;
    out[at] = (right * widthPx) / 2 - (place[0] - widthPx / 2) * w;
    out[at + 1] = (-up * heightPx) / 2 - (place[1] - heightPx / 2) * w;
    out[at + 2] = w;
  }

  /** Distance of a point (ENU metres) from the pointer, CSS pixels; Infinity behind the near plane. */
  pxOf(pointEnu: ReadonlyVec3): number {
    const [x, y] = this.xyOf(pointEnu);
    return Math.hypot(x - this.place[0], y - this.place[1]);
  }

  /** CSS pixels of a point (ENU metres) on the screen; Infinity behind the near plane. */
  xyOf([x, y, z]: ReadonlyVec3): ScreenXy {
    const at = new Float64Array(3);
    this.write(x, y, z, at, 0);
    if (at[2]! < this.camera.near) return [Infinity, Infinity];
    return [this.place[0] + at[0]! / at[2]!, this.place[1] + at[1]! / at[2]!];
  }

  /** Metres along the ray of the pointer to a point, ENU metres. */
  along(point: ReadonlyVec3): number {
    const { originEnu: o, directionEnu } = this.ray;
    return dot([point[0] - o[0], point[1] - o[1], point[2] - o[2]], directionEnu);
  }

  /** The place nearest to the pointer between two points, as {@link write} wrote them at `a` and `b`; null behind the near plane. */
  nearestOnLine(h: Float64Array, a: number, b: number): PlaceOnLine | null {
    const { near } = this.camera;
    const [wa, wb] = [h[a + 2]!, h[b + 2]!];
    if (wa < near && wb < near) return null;
    // The part before the near plane is not seen.
    const [from, to] = wa === wb ? [0, 1] : visibleShares(wa, wb, near);
    const at = (k: number, share: number) => h[a + k]! + (h[b + k]! - h[a + k]!) * share;
    const [w0, w1] = [at(2, from), at(2, to)];
    const [x0, y0] = [at(0, from) / w0, at(1, from) / w0];
    const [dx, dy] = [at(0, to) / w1 - x0, at(1, to) / w1 - y0];
    const square = dx * dx + dy * dy;
    const s = square > 0 ? Math.min(1, Math.max(0, -(x0 * dx + y0 * dy) / square)) : 0;
    const share = from + (to - from) * shareInSpace(s, w0, w1);
    return { share, px: Math.hypot(x0 + dx * s, y0 + dy * s) };
  }
}

function visibleShares(wa: number, wb: number, near: number): [number, number] {
  const crossing = (near - wa) / (wb - wa);
  if (wa < near) return [crossing, 1];
  return wb < near ? [0, crossing] : [0, 1];
}
