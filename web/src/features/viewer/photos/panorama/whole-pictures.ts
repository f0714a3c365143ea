import { SNAPSHOT_SIDES_PX } from '@overlook/shared/config';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../../api/photos.ts';

/**
 * URLs of the whole picture of a panorama, the smallest first. Without tiles, the full resolution of a panorama that is wider
 * than the large picture is only in the native picture.
 */
export function wholePictures(photo: Pick<NearbyPhoto, 'id' | 'filename' | 'photo'>): string[] {
  const { tileLevels, widthPx, heightPx } = photo.photo;
  const isFiner = tileLevels === 0 && Math.max(widthPx, heightPx) > SNAPSHOT_SIDES_PX.large;
  const sizes = ['thumb', 'large', ...(isFiner ? ['native' as const] : [])] as const;
  return sizes.map((size) => photoPicture(photo, size));
}
