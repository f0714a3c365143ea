import type { Bookmark, SavedView } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { uploadPicture } from '../../../api/places.ts';

interface NewPlace {
  readonly siteId: number;
  readonly name: string;
  readonly bookmark: Bookmark;
  readonly view: SavedView;
}

/**
 * Stores a Place with its picture. Where there is none, or it cannot be uploaded, the Place is stored without. Throws what
 * the call threw.
 */
export async function savePlace(
  { siteId, name, bookmark, view }: NewPlace,
  picture: Blob | null,
): Promise<{ hasPicture: boolean }> {
  const filename = picture && (await uploaded(siteId, picture));
  await api.snapshots.create.mutate({ siteId, name, filename, data: { bookmark, view } });
  return { hasPicture: filename !== null };
}

const uploaded = (siteId: number, picture: Blob): Promise<string | null> =>
  uploadPicture(siteId, picture).catch((error: unknown) => {
    console.error(error);
    return null;
  });
