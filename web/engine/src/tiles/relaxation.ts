/**
 * Factor by which the error threshold may be larger where users rarely notice it: towards the border of the viewport, and at
 * large distances in low, horizontal views, in which most tiles are far away. It determines the order of requests, and the
 * requests that wait while the camera moves. A view at rest gets all of its tiles.
 */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { CameraView } from '../view/camera-frame.ts';

/** Weight of 1 − cosine of the angle to the view axis: at 45° the threshold is 2.2 times as large. */
const RIM = 4;
/** Largest addition to the factor at large distances in a horizontal view. */
const FAR = 2;
/**
 * The distance that counts as large, in multiples of the camera height above the site, and the smallest height for this purpose,
 * metres.
 */
const FAR_HEIGHTS = 8;
const LEAST_HEIGHT = 15;

/** Returns the factor, 1 or more. */
export function relaxation({ cx, cy, cz, radius }: OrientedBox, distance: number, view: CameraView): number {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  // The largest cosine to the view axis of any part of the bounding sphere.
  const ahead = (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius);
  const farMetres = FAR_HEIGHTS * Math.max(LEAST_HEIGHT, Math.abs(view.z));
  const levelness = 1 - Math.abs(view.dz);
  const fog = 1 - Math.exp(-((distance / farMetres) ** 2));
  return (1 + RIM * (1 - Math.max(0, ahead))) * (1 + FAR * levelness * fog);
}
