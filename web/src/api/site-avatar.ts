import { PICTURE_TAKEN_HEADER } from '@overlook/shared/config';
import type { Site } from '@overlook/shared/schemas';
import { postRest } from './rest-call.ts';

/** Its own pictures on this server: their addresses change with them, while browsers keep an answer of the common one. */
const isUploaded = (avatar: string | null): avatar is string => avatar?.startsWith('/api/files/snapshots/') ?? false;

/** Address of the picture of a site: its own, or one of its snapshots; null where there is neither. */
export function siteAvatarUrl({ id, hasPicture, data }: Pick<Site, 'id' | 'hasPicture' | 'data'>): string | null {
  if (!hasPicture) return null;
  return isUploaded(data.avatar) ? data.avatar : `/api/files/snapshots/random/site/${id}`;
}

/** Uploads the own picture of a site. Returns the uuid by which a save of the site names it. Throws the errors of a procedure call. */
export async function uploadSitePicture(siteId: number, picture: Blob): Promise<string> {
  const form = new FormData();
  form.append('photo', picture, 'site.jpg');
  return ((await postRest(`/sites/manage/${siteId}/picture`, form)) as { uuid: string }).uuid;
}

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
