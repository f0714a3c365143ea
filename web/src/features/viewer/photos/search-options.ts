import { PHOTO_HEIGHT_TYPES } from '@overlook/shared/config';
import type { SitePhotos } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import { type Preferences, setPreference } from '../../../state/preferences.ts';
import type { SearchOptions } from './photo-search.ts';
import { PHOTO_KINDS } from './photo-kinds.ts';

/** The settings that define the photos of a search. */
export type PhotoFilter = Pick<
  Preferences,
  'nearbyRadius' | 'nearbyTypes' | 'nearbyFrom' | 'nearbyTo' | 'nearbyCamerasOff'
>;

const MINUTE_MS = 60_000;

/**
 * Midnight of a day of this browser, this many days later, ISO with the offset of its zone: photos without a zone are
 * compared by clock time, as on their card.
 */
function midnight(day: string, daysLater = 0): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const instant = new Date(year, month - 1, date + daysLater);
  const east = -instant.getTimezoneOffset();
  const clock = new Date(instant.getTime() + east * MINUTE_MS).toISOString().slice(0, 'yyyy-mm-ddThh:mm:ss'.length);
  const [hours, minutes] = [Math.floor(Math.abs(east) / 60), Math.abs(east) % 60];
  return `${clock}${east < 0 ? '-' : '+'}${[hours, minutes].map((part) => String(part).padStart(2, '0')).join(':')}`;
}

/** Cameras of the site that are searched for; null for all of them. */
function chosenCameras({ nearbyCamerasOff }: PhotoFilter, site: SitePhotos | null): string[] | null {
  const chosen = site?.cameras.filter((camera) => !nearbyCamerasOff.includes(camera)) ?? [];
  // Where none would be left the choice was made for another site.
  return site === null || chosen.length === site.cameras.length || chosen.length === 0 ? null : chosen;
}

/** The input of a search; filters without effect are absent. */
export function searchOptions(siteId: number, filter: PhotoFilter, site: SitePhotos | null): SearchOptions {
  const { nearbyRadius, nearbyTypes, nearbyFrom, nearbyTo } = filter;
  const cameras = chosenCameras(filter, site);
  return {
    siteID: siteId,
    nearbySearchRadius: nearbyRadius,
    heightType: [...nearbyTypes],
    ...(nearbyFrom !== null && { takenFrom: midnight(nearbyFrom) }),
    ...(nearbyTo !== null && { takenBefore: midnight(nearbyTo, 1) }),
    ...(cameras && { cameras }),
  };
}

/** The text of the filter button: the types, and the other active filters. */
export function filterText(filter: PhotoFilter, site: SitePhotos | null): string {
  const { nearbyTypes, nearbyFrom, nearbyTo } = filter;
  const isEvery = nearbyTypes.length === PHOTO_HEIGHT_TYPES.length;
  const names = PHOTO_HEIGHT_TYPES.filter((type) => nearbyTypes.includes(type)).map((type) => PHOTO_KINDS[type].label);
  const parts = [isEvery ? PHOTOS_MESSAGES['photos.allTypes'] : names.join(', ')];
  if (nearbyFrom !== null || nearbyTo !== null) parts.push('dates');
  if (chosenCameras(filter, site)) parts.push('cameras');
  return parts.join(', ');
}

export const isNarrowed = (filter: PhotoFilter, site: SitePhotos | null): boolean =>
  filterText(filter, site) !== PHOTOS_MESSAGES['photos.allTypes'];

/** Searches for all photos again; the radius is kept. */
export function clearFilter(): void {
  setPreference('nearbyTypes', PHOTO_HEIGHT_TYPES);
  setPreference('nearbyFrom', null);
  setPreference('nearbyTo', null);
  setPreference('nearbyCamerasOff', []);
}
