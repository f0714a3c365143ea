import type { ManagedSite } from '@overlook/shared/schemas';

/** A published site as those who manage it see it, with these fields. */
export const aManagedSite = (id: number, more: Partial<ManagedSite>): ManagedSite => ({
  id,
  name: `Site ${id}`,
  description: '',
  slug: `site-${id}`,
  formerSlugs: [],
  modelSettings: 0,
  minimapMaxNativeZoom: null,
  homeBookmark: null,
  screenSpaceError: {},
  coordinateSystem: null,
  avatar: null,
  isPlaced: true,
  layers: [{ modeltypeId: 3, publishedAt: '2026-03-14T08:00:00.000Z' }],
  photos: 0,
  bytes: 1_000_000,
  importing: null,
  refused: 0,
  archivedAt: null,
  version: 1,
  ...more,
});
