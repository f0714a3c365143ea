/**
 * By how much an error may be larger where it is rarely noticed: towards the edge of the picture, and far away in low,
 * level views, in which most tiles lie in the distance. It decides the order of requests, and while the camera moves
 * which of them wait; a view at rest gets all of its tiles.
 */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { CameraView } from '../view/camera-frame.ts';

/** Of the cosine to the middle of the view: at 45 degrees from it errors may be 2.2 times as large. */
const RIM = 4;
/** Far away in a level view errors may be so many times larger, beside the factor 1. */
const FAR = 2;
/** Far: so many times the height of the camera over the site, which counts as this much at least, metres. */
const FAR_HEIGHTS = 8;
const LEAST_HEIGHT = 15;

/** 1 or more. */
export function relaxation({ cx, cy, cz, radius }: OrientedBox, distance: number, view: CameraView): number {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  // As near to the middle of the view as any part of the sphere around the box may be.
  const ahead = (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius);
  const farMetres = FAR_HEIGHTS * Math.max(LEAST_HEIGHT, Math.abs(view.z));
  const levelness = 1 - Math.abs(view.dz);
  const fog = 1 - Math.exp(-((distance / farMetres) ** 2));
  return (1 + RIM * (1 - Math.max(0, ahead))) * (1 + FAR * levelness * fog);
}
