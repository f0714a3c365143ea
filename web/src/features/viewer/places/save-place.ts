import { api } from '../../../api/client.ts';
import { uploadPicture } from '../../../api/places.ts';
import { newUuid } from '../../../state/new-uuid.ts';
import { showToast } from '../../../state/toasts.ts';
import type { CapturedView, PlacePicture, PlaceView } from './place-view.ts';

type View = Pick<CapturedView, 'siteId' | 'bookmark' | 'view'>;

interface SavedPlace {
  readonly hasPicture: boolean;
  readonly isPictureComplete: boolean;
}

/**
 * What saves one view as a Place with its picture, to be called again after a failure: a Place that was made although its
 * answer was lost is not made a second time. Where there is no picture, or it cannot be uploaded, the Place is saved without.
 * The function throws what the call threw.
 */
export function placeSaver({ siteId, bookmark, view }: View, picture: Promise<PlacePicture | null>) {
  const guid = newUuid();
  let filename: string | null = null;
  return async (name: string): Promise<SavedPlace> => {
    const taken = await picture;
    filename ??= await uploadedName(siteId, taken?.blob ?? null);
    await api.snapshots.create.mutate({ siteId, guid, name, filename, data: { bookmark, view } });
    return { hasPicture: filename !== null, isPictureComplete: taken?.isComplete ?? true };
  };
}

/** The picture of the view, begun now; null where none could be drawn. */
export const pictureOrNull = (view: Pick<PlaceView, 'takePicture'>): Promise<PlacePicture | null> =>
  view.takePicture().catch((error: unknown) => {
    console.error(error);
    return null;
  });

/** Says that a Place was saved, and what it lacks. */
export function tellSaved({ hasPicture, isPictureComplete }: SavedPlace, { isWithoutObjects }: CapturedView): void {
  showToast('place.created', 'success');
  if (!hasPicture) showToast('place.savedWithoutPicture');
  else if (!isPictureComplete) showToast('place.savedBeforeComplete');
  if (isWithoutObjects) showToast('place.savedWithoutObjects');
}

/** Saves the view as it is under a name that nobody is asked for. Says how it went, and answers whether it was saved. */
export async function savePlaceNow(view: PlaceView, name: string): Promise<boolean> {
  const captured = view.capture();
  try {
    if (!captured) throw new Error('Nothing is shown.');
    tellSaved(await placeSaver(captured, pictureOrNull(view))(name), captured);
    return true;
  } catch (error) {
    console.warn('The Place could not be saved.', error);
    showToast('place.createFailed', 'error');
    return false;
  }
}

const uploadedName = async (siteId: number, picture: Blob | null): Promise<string | null> =>
  picture &&
  uploadPicture(siteId, picture).catch((error: unknown) => {
    console.error(error);
    return null;
  });
