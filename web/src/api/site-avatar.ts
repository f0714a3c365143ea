import type { Site } from '@overlook/shared/schemas';

/** Address of the picture of a site: its own, or one of its snapshots; null where there is neither. */
export const siteAvatarUrl = ({ id, hasPicture }: Pick<Site, 'id' | 'hasPicture'>): string | null =>
  hasPicture ? `/api/files/snapshots/random/site/${id}` : null;
