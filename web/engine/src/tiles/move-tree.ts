/** Moves the tiles of a tileset that is open. */
import {
  invertAffine,
  type Mat4,
  multiply,
  transformDirection,
  transformPoint,
  type Vec3,
  vec3Of,
} from '@overlook/shared/maths';
import { type Enclosure, OrientedBox } from '../geometry/oriented-box.ts';
import { internedAxes } from '../render/interned.ts';
import type { Tile } from './tile.ts';

/** Moves a root tile by a rigid matrix of the site frame, with all descendants, also those that are created later. */
export function moveTree(root: Tile, byEnu: Mat4): void {
  // By it the regions of further tiles are placed, which no transform moves.
  root.context.enuFromEcef = multiply(byEnu, root.context.enuFromEcef);
  for (const tile of root.built()) {
    tile.matrixEnu.set(multiply(byEnu, tile.matrixEnu));
    tile.volume = movedBox(tile.volume, byEnu);
    tile.contentVolume = tile.contentVolume && movedBox(tile.contentVolume, byEnu);
    tile.requestVolume = tile.requestVolume && movedEnclosure(tile.requestVolume, byEnu);
    for (const { primitives } of tile.gpu)
      for (const primitive of primitives) {
        primitive.matrixEnu.set(multiply(byEnu, primitive.matrixEnu));
        primitive.axes = internedAxes(primitive.matrixEnu);
      }
  }
}

function movedBox({ cx, cy, cz, axes }: OrientedBox, byEnu: Mat4): OrientedBox {
  const axis = (at: number): Vec3 =>
    transformDirection(
      byEnu,
      vec3Of((k) => axes[at + k]!),
    );
  return new OrientedBox(transformPoint(byEnu, [cx, cy, cz]), [...axis(0), ...axis(3), ...axis(6)]);
}

function movedEnclosure(enclosure: Enclosure, byEnu: Mat4): Enclosure {
  const back = invertAffine(byEnu);
  return { contains: (x, y, z) => enclosure.contains(...transformPoint(back, [x, y, z])) };
}
