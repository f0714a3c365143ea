import type { NearbyPhoto } from '@overlook/shared/schemas';

export type PhotoSize = 'thumb' | 'large' | 'native';

/** Address of a photo's picture. Throws for a photo without one, which no answer of the server has. */
export function photoPicture({ id, filename }: Pick<NearbyPhoto, 'id' | 'filename'>, size: PhotoSize): string {
  if (filename === null) throw new Error(`Photo ${id} has no picture.`);
  return `/api/files/snapshots/${filename}/${size}`;
}
