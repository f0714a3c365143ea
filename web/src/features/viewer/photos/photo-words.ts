import { dateText, roughDistanceText, type Units } from '@overlook/shared/format';
import type { NearbyPhoto, Photo } from '@overlook/shared/schemas';
import type { PhotoMode } from '../../../state/preferences.ts';

/** When a photo was taken: the day at its place where its file gives no zone, else the reader's. Null for unknown. */
export function takenText({ takenAt, hasZone }: Pick<Photo, 'takenAt' | 'hasZone'>): string | null {
  if (takenAt === null) return null;
  const date = new Date(takenAt);
  // Without a zone the local time was written as UTC.
  return dateText(hasZone ? date : new Date(date.getUTCFullYear(), date.getUTCMonth(), date.getUTCDate()));
}

/** "14 Mar 2026, 12.4 m" */
export function takenAndDistanceText({ photo, distanceM }: NearbyPhoto, units: Units): string {
  const distance = roughDistanceText(distanceM, 1, units);
  return [takenText(photo), distance].filter((part) => part !== null).join(', ');
}

/** "14 Mar 2026, 12.4 m from the point" */
export const photoFactsText = (photo: NearbyPhoto, mode: PhotoMode, units: Units): string =>
  `${takenAndDistanceText(photo, units)} from the ${mode === 'click' ? 'point' : 'camera'}`;
