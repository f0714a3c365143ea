import { useQuery } from '@tanstack/react-query';
import type { NearbyInput, NearbyPhoto, SitePhotos } from '@overlook/shared/schemas';
import { api } from './client.ts';
import { procedures } from './queries.ts';

/** The photos near a point, best aligned first. Throws the error of the call, also when `signal` ends it. */
export const searchPhotos = async (input: NearbyInput, signal: AbortSignal): Promise<readonly NearbyPhoto[]> =>
  (await api.snapshots.nearby.query(input, { signal })).snapshots;

/** The filter values of a site's photos; null until they are known. */
export const useSitePhotos = (siteId: number): SitePhotos | null =>
  useQuery(procedures.snapshots.sitePhotos.queryOptions({ siteId }, { select: ({ photos }) => photos })).data ?? null;

/** All metadata of a photo's file. */
export const usePhotoDetails = (id: number) =>
  useQuery(procedures.snapshots.photo.queryOptions({ id }, { select: ({ details }) => details }));

export type PhotoSize = 'thumb' | 'large' | 'native';

/** Address of a photo's picture. Throws for a photo without a picture, which the server never sends. */
export function photoPicture({ id, filename }: Pick<NearbyPhoto, 'id' | 'filename'>, size: PhotoSize): string {
  if (filename === null) throw new Error(`Photo ${id} has no picture.`);
  return `/api/files/snapshots/${filename}/${size}`;
}
