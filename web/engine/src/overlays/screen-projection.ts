/**
 * From the site frame to the screen, in doubles. A point in clip space is three numbers: x and y before the division, and
 * w, its distance in metres along the view, or 1 in an orthographic view; the depth that WebGL wants is of no use here.
 */
import type { CameraFrame } from '../view/camera-frame.ts';
import { clipRing } from './clip-ring.ts';
import { type Stretch, WHOLE } from './cut-marks.ts';

/** Size in CSS pixels, near plane in metres along the view. */
export type ScreenView = Pick<CameraFrame, 'widthPx' | 'heightPx' | 'near'>;
/** Where the camera is and how it projects. */
export type Projection = Pick<CameraFrame, 'x' | 'y' | 'z' | 'clipFromEnuAxes'>;
/** The camera for drawing marks: that of a stage, or of a photo. */
export type MarkCamera = ScreenView & Projection;

/** Numbers in a {@link clipSegment}: x, y (CSS pixels) and w (metres) of both ends, and the two shares they lie at. */
export const SEGMENT_STRIDE = 8;
const PLANES = 5;

/** Brings points (flat xyz, ENU metres) to clip space (flat x, y, w) of the same length. */
export function toClip(camera: Projection, pointsEnu: Float64Array, out: Float64Array): void {
  const { x, y, z, clipFromEnuAxes: m } = camera;
  for (let i = 0; i < pointsEnu.length; i += 3) {
    // Relative to the camera first: near it, the difference keeps all its digits.
    const dx = pointsEnu[i]! - x;
    const dy = pointsEnu[i + 1]! - y;
    const dz = pointsEnu[i + 2]! - z;
    out[i] = m[0] * dx + m[4] * dy + m[8] * dz;
    out[i + 1] = m[1] * dx + m[5] * dy + m[9] * dz;
    out[i + 2] = m[3] * dx + m[7] * dy + m[11] * dz + m[15];
  }
}

/** CSS pixels from the left and from the top. */
export const screenX = (x: number, w: number, view: ScreenView): number => (1 + x / w) * (view.widthPx / 2);
export const screenY = (y: number, w: number, view: ScreenView): number => (1 - y / w) * (view.heightPx / 2);

/** True when a clip point is beyond the near plane and on the screen, or at most `marginPx` beside it. */
export function isOnScreen(clip: Float64Array, vertex: number, view: ScreenView, marginPx: number): boolean {
  const [x, y, w] = [clip[3 * vertex]!, clip[3 * vertex + 1]!, clip[3 * vertex + 2]!];
  return w >= view.near && Math.abs(x) <= w * reachX(view, marginPx) && Math.abs(y) <= w * reachY(view, marginPx);
}

/**
 * The part of a segment's interval that is beyond the near plane and on the screen, or at most `marginPx` beside it.
 * Writes {@link SEGMENT_STRIDE} numbers to `out` from `at`: x0, y0, w0, x1, y1, w1, and the shares of the length from
 * `a` to `b` (in space, not on the screen) where it begins and ends. False when no part remains.
 */
export function clipSegment(
  clip: Float64Array,
  a: number,
  b: number,
  view: ScreenView,
  marginPx: number,
  out: Float64Array,
  at: number,
  stretch: Stretch = WHOLE,
): boolean {
  const [ax, ay, aw] = [clip[3 * a]!, clip[3 * a + 1]!, clip[3 * a + 2]!];
  const [bx, by, bw] = [clip[3 * b]!, clip[3 * b + 1]!, clip[3 * b + 2]!];
  let [t0, t1] = stretch;
  for (let plane = 0; plane < PLANES; plane++) {
    const da = insideBy(plane, ax, ay, aw, view, marginPx);
    const db = insideBy(plane, bx, by, bw, view, marginPx);
    if (da >= 0 && db >= 0) continue;
    // NaN takes this branch too.
    if (!(da >= 0 || db >= 0) || !Number.isFinite(da - db)) return false;
    const t = da / (da - db);
    if (da < 0) t0 = Math.max(t0, t);
    else t1 = Math.min(t1, t);
  }
  if (!(t0 <= t1)) return false;
  const w0 = aw + (bw - aw) * t0;
  const w1 = aw + (bw - aw) * t1;
  out[at] = screenX(ax + (bx - ax) * t0, w0, view);
  out[at + 1] = screenY(ay + (by - ay) * t0, w0, view);
  out[at + 2] = w0;
  out[at + 3] = screenX(ax + (bx - ax) * t1, w1, view);
  out[at + 4] = screenY(ay + (by - ay) * t1, w1, view);
  out[at + 5] = w1;
  out[at + 6] = t0;
  out[at + 7] = t1;
  return true;
}

/**
 * The part of a polygon (clip points, flat x, y, w) that is beyond the near plane and about on the screen: flat x, y in
 * CSS pixels, empty when nothing is left. Clipped before the division.
 */
export function clipPolygon(clip: Float64Array, view: ScreenView, marginPx: number): number[] {
  let ring: number[] = [...clip];
  if (!ring.every(Number.isFinite)) return [];
  for (let plane = 0; plane < PLANES && ring.length > 0; plane++) {
    ring = clipRing(ring, (x, y, w) => insideBy(plane, x, y, w, view, marginPx));
  }
  const xy: number[] = [];
  for (let i = 0; i < ring.length; i += 3) {
    xy.push(screenX(ring[i]!, ring[i + 2]!, view), screenY(ring[i + 1]!, ring[i + 2]!, view));
  }
  return xy;
}

/** Signed distance to the near plane, or to a side of the view (scaled by w): not negative inside. */
function insideBy(plane: number, x: number, y: number, w: number, view: ScreenView, marginPx: number): number {
  if (plane === 0) return w - view.near;
  if (plane === 1) return w * reachX(view, marginPx) + x;
  if (plane === 2) return w * reachX(view, marginPx) - x;
  if (plane === 3) return w * reachY(view, marginPx) + y;
  return w * reachY(view, marginPx) - y;
}

/** The extent of the view from its middle with its margin, in halves of its size. */
const reachX = (view: ScreenView, marginPx: number): number => 1 + (2 * marginPx) / view.widthPx;
const reachY = (view: ScreenView, marginPx: number): number => 1 + (2 * marginPx) / view.heightPx;
