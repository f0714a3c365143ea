import { LOOK_AT } from '@overlook/shared/config';
import { add, distance, scale, type Vec3 } from '@overlook/shared/maths';
import type { MocArea } from '@overlook/shared/schemas';
import { command } from '../../../state/commands.ts';

/** In distances from the middle to the farthest corner, so that the area is seen from outside with some room around it. */
const DISTANCE_PER_RADIUS = 2.6;

/** Mean of the corners, ECEF metres, and how far from it the farthest corner is. */
function extentOfArea({ points }: Pick<MocArea, 'points'>): { middleEcef: Vec3; radiusMetres: number } {
  const corners = points.map(({ x, y, z }): Vec3 => [x, y, z]);
  const middleEcef = scale(corners.reduce(add, [0, 0, 0]), 1 / corners.length);
  const radiusMetres = corners.reduce((most, corner) => Math.max(most, distance(middleEcef, corner)), 0);
  return { middleEcef, radiusMetres };
}

/** Flies to look at the whole of an area. */
export function flyToArea(area: Pick<MocArea, 'points'>): void {
  const { middleEcef, radiusMetres } = extentOfArea(area);
  const distanceMetres = Math.max(LOOK_AT.distance, DISTANCE_PER_RADIUS * radiusMetres);
  command('flyTo', { pointEcef: middleEcef, distanceMetres });
}
