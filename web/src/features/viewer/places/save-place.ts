import { PLACES_MESSAGES } from '@overlook/shared/messages';
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
 * Creates a function that saves one view as a Place with its picture. It can be called again after a failure: a Place
 * whose response was lost is not created twice. Without a picture, or if it cannot be uploaded, the Place is saved without
 * one. The function throws the error of the call.
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

/** Starts to draw the picture of the view; null if that fails. */
export const pictureOrNull = (view: Pick<PlaceView, 'takePicture'>): Promise<PlacePicture | null> =>
  view.takePicture().catch((error: unknown) => {
    console.error(error);
    return null;
  });

/** Reports that a Place was saved, and its missing parts. */
export function reportSaved({ hasPicture, isPictureComplete }: SavedPlace, { isWithoutObjects }: CapturedView): void {
  showToast(PLACES_MESSAGES['place.created'], 'success');
  if (!hasPicture) showToast(PLACES_MESSAGES['place.savedWithoutPicture']);
  else if (!isPictureComplete) showToast(PLACES_MESSAGES['place.savedBeforeComplete']);
  if (isWithoutObjects) showToast(PLACES_MESSAGES['place.savedWithoutObjects']);
}

/** Saves the current view under a generated name. Shows the result, and returns whether it was saved. */
export async function savePlaceNow(view: PlaceView, name: string): Promise<boolean> {
  const captured = view.capture();
  try {
    if (!captured) throw new Error('Nothing is shown.');
    reportSaved(await placeSaver(captured, pictureOrNull(view))(name), captured);
    return true;
  } catch (error) {
    console.warn('The Place could not be saved.', error);
    showToast(PLACES_MESSAGES['place.createFailed'], 'error');
    return false;
  }
}

const uploadedName = async (siteId: number, picture: Blob | null): Promise<string | null> =>
  picture &&
  uploadPicture(siteId, picture).catch((error: unknown) => {
    console.error(error);
    return null;
  });
