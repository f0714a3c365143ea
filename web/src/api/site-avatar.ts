import { PICTURE_TAKEN_HEADER } from '@overlook/shared/config';
import type { Site } from '@overlook/shared/schemas';

/** Address of the picture of a site: its own, or one of its snapshots; null where there is neither. */
export const siteAvatarUrl = ({ id, hasPicture }: Pick<Site, 'id' | 'hasPicture'>): string | null =>
  hasPicture ? `/api/files/snapshots/random/site/${id}` : null;

/**
 * When the picture that the browser has kept for this address was taken; null where that is not known. It is not requested
 * again: the server would choose another picture.
 */
export async function keptPictureDate(url: string): Promise<Date | null> {
  try {
    const { headers } = await fetch(url, { cache: 'only-if-cached', mode: 'same-origin', redirect: 'error' });
    const taken = headers.get(PICTURE_TAKEN_HEADER);
    return taken === null ? null : new Date(taken);
  } catch {
    return null;
  }
}
