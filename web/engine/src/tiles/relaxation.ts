/**
 * Factor by which the error threshold may be larger where users rarely notice it: towards the border of the viewport, and at
 * large distances in low, horizontal views, in which most tiles are far away. It determines the order of requests, and the
 * requests that wait while the camera moves. A view at rest gets all of its tiles.
 */
import type { OrientedBox } from '../geometry/oriented-box.ts';
import type { CameraView } from '../view/camera-frame.ts';
import { TILE_OPTIONS } from './tile-options.ts';

/** In an orthographic view a tile is at the border this far from the middle, CSS pixels. */
const RIM_PX = 1000;

const { farHeights, farWeight, leastFarHeightMetres, rimWeight } = TILE_OPTIONS;

/** Returns the factor, 1 or more. */
export function relaxation({ cx, cy, cz, radius }: OrientedBox, distance: number, view: CameraView): number {
  const [x, y, z] = [cx - view.x, cy - view.y, cz - view.z];
  if (view.isOrtho) {
    const along = x * view.dx + y * view.dy + z * view.dz;
    const beside = Math.max(0, Math.sqrt(Math.max(0, x * x + y * y + z * z - along * along)) - radius);
    return 1 + rimWeight * Math.min(1, (beside * view.pixelsPerMetre) / RIM_PX);
  }
  // The largest cosine to the view axis of any part of the bounding sphere.
  const ahead = (x * view.dx + y * view.dy + z * view.dz + radius) / (Math.hypot(x, y, z) + radius);
  const farMetres = farHeights * Math.max(leastFarHeightMetres, Math.abs(view.z));
  const levelness = 1 - Math.abs(view.dz);
  const fog = 1 - Math.exp(-((distance / farMetres) ** 2));
  return (1 + rimWeight * (1 - Math.max(0, ahead))) * (1 + farWeight * levelness * fog);
}
