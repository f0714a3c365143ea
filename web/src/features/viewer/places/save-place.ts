import type { Bookmark, SavedView } from '@overlook/shared/schemas';
import { api } from '../../../api/client.ts';
import { uploadPicture } from '../../../api/places.ts';

interface NewPlace {
  readonly siteId: number;
  readonly name: string;
  readonly bookmark: Bookmark;
  readonly view: SavedView;
}

/** A picture of what is shown; null where there is nothing to take one of. */
type TakePicture = () => Promise<Blob | null>;

/**
 * Stores a Place with the picture of the view (specification §9 "Snapshots"). Without a picture it is stored all the same.
 * Throws what the call threw.
 */
export async function savePlace(place: NewPlace, takePicture: TakePicture): Promise<{ hasPicture: boolean }> {
  const { siteId, name, bookmark, view } = place;
  const filename = await uploadedPicture(siteId, takePicture);
  await api.snapshots.create.mutate({ siteId, name, filename, data: { bookmark, view } });
  return { hasPicture: filename !== null };
}

async function uploadedPicture(siteId: number, takePicture: TakePicture): Promise<string | null> {
  try {
    const picture = await takePicture();
    return picture && (await uploadPicture(siteId, picture));
  } catch (error) {
    console.error(error);
    return null;
  }
}
