import type { Lla } from '@overlook/shared/maths';
import { numberText } from '@overlook/shared/format';
import { egm96ToEllipsoid } from './geoid.ts';

/**
 * Says that heights of `what` ("its heights") were taken as above the sea because nothing states it, and by how much that moved
 * them at a place, so that a person sees whether it can be right.
 */
export function assumedHeightsText(what: string, { latitude, longitude }: Pick<Lla, 'latitude' | 'longitude'>): string {
  const seaM = egm96ToEllipsoid(latitude, longitude, 0);
  const moved = `${numberText(Math.abs(seaM), 2)} m ${seaM < 0 ? 'down' : 'up'}`;
  return (
    `Nothing says what ${what} are above; they were taken as above the sea (EGM96), which moved them ${moved}. ` +
    'Give --altitudes ellipsoidal where they are above the ellipsoid.'
  );
}
