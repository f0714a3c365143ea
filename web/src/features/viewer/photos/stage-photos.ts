import { ecefFromLla, photoOrientationEcef } from '@overlook/shared/maths';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../api/photos.ts';
import type { StagePhoto } from '@overlook/engine';
import { photoLens, photoPlace } from './marks/photo-camera-of.ts';

/** A stage compares photos by identity: each photo of an answer is made into one of a stage once. */
const made = new WeakMap<NearbyPhoto, StagePhoto | null>();

/** A photo as a stage shows it; null for one without a position. */
function stagePhoto(photo: NearbyPhoto): StagePhoto | null {
  const known = made.get(photo);
  if (known !== undefined) return known;
  const shown = makeStagePhoto(photo);
  made.set(photo, shown);
  return shown;
}

function makeStagePhoto(photo: NearbyPhoto): StagePhoto | null {
  const place = photoPlace(photo);
  if (!place) return null;
  const { angles } = photo.photo;
  return {
    id: String(photo.id),
    positionEcef: ecefFromLla(place),
    orientation: angles && photoOrientationEcef(place, angles),
    lens: photoLens(photo),
    kind: photo.heightType ?? 'ground',
    label: photo.name,
    thumbnailUrl: photoPicture(photo, 'thumb'),
    pictureUrl: photoPicture(photo, 'large'),
  };
}

export const stagePhotos = (photos: readonly NearbyPhoto[]): StagePhoto[] =>
  photos.map(stagePhoto).filter((photo) => photo !== null);
