import type { PlaceSummary } from '@overlook/shared/schemas';

/** A Place of the reader at site 3, without a picture. */
export const placeOf = (id: number, name: string): PlaceSummary => ({
  id,
  name,
  description: '',
  siteId: 3,
  takenBy: 'Ann Lee',
  filename: null,
  imageHash: null,
  imageType: 'snapshot',
  heightType: null,
  isOwn: true,
  archived: false,
  createdAt: '2026-11-20T10:00:00.000Z',
});
