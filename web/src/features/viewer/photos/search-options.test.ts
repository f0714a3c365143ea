import { afterEach, expect, it, vi } from 'vitest';
import type { SitePhotos } from '@overlook/shared/schemas';
import { preferences, setPreference } from '../../../state/preferences.ts';
import { clearFilter, filterText, searchOptions } from './search-options.ts';

const SITE: SitePhotos = {
  counts: { ground: 3, airborne: 2, panosphere: 1 },
  cameras: ['DJI FC3582', 'Rover'],
  takenFirst: null,
  takenLast: null,
};
const asked = (site: SitePhotos | null = SITE) => searchOptions(7, preferences, site);
const text = () => filterText(preferences, SITE);

afterEach(() => {
  clearFilter();
  setPreference('nearbyRadius', 3);
  vi.unstubAllEnvs();
});

it('begins with all types, everywhere within 200 m', () => {
  expect(asked()).toEqual({ siteID: 7, nearbySearchRadius: 3, heightType: ['ground', 'airborne', 'panosphere'] });
  expect(text()).toBe('All types');
});

it('asks from the beginning of the first day to the end of the last one', () => {
  setPreference('nearbyFrom', '2026-03-14');
  setPreference('nearbyTo', '2026-03-31');
  const { takenFrom, takenBefore } = asked();
  expect(new Date(takenFrom!).getTime()).toBe(new Date(2026, 2, 14).getTime());
  expect(new Date(takenBefore!).getTime()).toBe(new Date(2026, 3, 1).getTime());
  // The clock time is sent with it, for photos without a zone.
  expect(takenFrom).toMatch(/^2026-03-14T00:00:00[+-]\d\d:\d\d$/);
  expect(takenBefore).toMatch(/^2026-04-01T00:00:00[+-]\d\d:\d\d$/);
  expect(text()).toBe('All types, dates');
});

it.each([
  ['Australia/Adelaide', '2026-03-14T00:00:00+10:30'],
  ['America/St_Johns', '2026-03-14T00:00:00-02:30'],
  ['UTC', '2026-03-14T00:00:00+00:00'],
])('asks from midnight of the clock in %s', (zone, takenFrom) => {
  vi.stubEnv('TZ', zone);
  setPreference('nearbyFrom', '2026-03-14');
  expect(asked().takenFrom).toBe(takenFrom);
});

it('requests the cameras of the site that are not switched off', () => {
  setPreference('nearbyCamerasOff', ['Rover', 'of another site']);
  expect(asked().cameras).toEqual(['DJI FC3582']);
  expect(text()).toBe('All types, cameras');
  // This site has cameras besides those that were switched off at another one.
  setPreference('nearbyCamerasOff', ['DJI FC3582', 'Rover']);
  expect(asked().cameras).toBeUndefined();
  expect(asked(null).cameras).toBeUndefined();
});

it('names the types that are left', () => {
  setPreference('nearbyTypes', ['ground', 'panosphere']);
  expect(asked().heightType).toEqual(['ground', 'panosphere']);
  expect(text()).toBe('Ground, Panosphere');
});
