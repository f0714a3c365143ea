import { roughDistanceText, type Units } from '@overlook/shared/format';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { takenText } from './photo-facts.ts';

/** "14 Mar 2026, 12.4 m" */
export function takenAndDistanceText({ photo, distanceM }: NearbyPhoto, units: Units): string {
  const distance = roughDistanceText(distanceM, 1, units);
  return [takenText(photo), distance].filter((part) => part !== null).join(', ');
}

/** "14 Mar 2026, 12.4 m from the point"; `from` may be the name of an object. */
export const photoFactsText = (photo: NearbyPhoto, from: string, units: Units): string =>
  `${takenAndDistanceText(photo, units)} from ${from}`;
