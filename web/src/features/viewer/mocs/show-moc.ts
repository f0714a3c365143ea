import { poseOfCamera } from '@overlook/shared/maths';
import type { Moc } from '@overlook/shared/schemas';
import { command } from '../../../state/commands.ts';
import { activeScreen } from '../../../state/screens.ts';

/** Flies to where a change was looked at from, or to its position. */
export function showMoc({ data, pois: [poi] }: Moc): void {
  if (data.bookmark) activeScreen().stage?.setPose(poseOfCamera(data.bookmark), { animate: true });
  else if (poi) command('flyTo', { pointEcef: [poi.x, poi.y, poi.z], distanceMetres: null });
}
