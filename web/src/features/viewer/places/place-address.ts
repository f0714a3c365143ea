import type { PlaceSummary } from '@overlook/shared/schemas';

/** The address that opens a Place (specification §2 "/bookmark"). */
export const placeAddress = ({ siteId, id }: Pick<PlaceSummary, 'siteId' | 'id'>): string =>
  new URL(`/bookmark/${siteId}/${id}`, location.href).href;
