import { ecefFromLla } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { command } from '../../../state/commands.ts';
import { photoPlace } from './marks/photo-camera-of.ts';

/** From here the billboard is seen large, well outside of where it is hidden. */
const DISTANCE_METRES = 15;

/** Flies the active screen to the position of a photo. */
export function flyToPhoto(photo: Pick<NearbyPhoto, 'pois'>): void {
  const place = photoPlace(photo);
  if (place) command('flyTo', { pointEcef: ecefFromLla(place), distanceMetres: DISTANCE_METRES });
}
