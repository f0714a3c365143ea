import { LOOK_AT } from '@overlook/shared/config';
import type { CadItem } from '@overlook/shared/schemas';
import { command } from '../../../state/commands.ts';

/** In diagonals of the object, so that it fills the view with some room around it. */
const DISTANCE_PER_DIAGONAL = 1.3;

/** Flies to look at an item; nothing happens for one without a place. */
export function flyToItem({ position }: Pick<CadItem, 'position'>): void {
  if (!position) return;
  const { center, dimensions } = position;
  const diagonal = Math.hypot(dimensions.x, dimensions.y, dimensions.z);
  // A bolt is looked at from no nearer than a tenth of where a bare point is.
  const distanceMetres = Math.max(LOOK_AT.distance / 10, DISTANCE_PER_DIAGONAL * diagonal);
  command('flyTo', { pointEcef: [center.x, center.y, center.z], distanceMetres });
}
