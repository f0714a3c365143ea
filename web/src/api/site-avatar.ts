import { PICTURE_TAKEN_HEADER } from '@overlook/shared/config';
import type { Site } from '@overlook/shared/schemas';

/** Address of the picture of a site: its own, or one of its snapshots; null where there is neither. */
export const siteAvatarUrl = ({ id, hasPicture }: Pick<Site, 'id' | 'hasPicture'>): string | null =>
  hasPicture ? `/api/files/snapshots/random/site/${id}` : null;

/** A picture that was read: an object URL, which the caller revokes, and when it was taken, where that is known. */
export interface ReadPicture {
  readonly url: string;
  readonly takenAt: Date | null;
}

/** Reads a picture together with its date, in one request. Null when it cannot be had. */
export async function readPicture(url: string, signal?: AbortSignal): Promise<ReadPicture | null> {
  try {
    const answer = await fetch(url, { signal: signal ?? null });
    if (!answer.ok) return null;
    const taken = answer.headers.get(PICTURE_TAKEN_HEADER);
    const blob = await answer.blob();
    return { url: URL.createObjectURL(blob), takenAt: taken === null ? null : new Date(taken) };
  } catch {
    return null;
  }
}
