import { Eye, Shapes } from 'lucide-react';
import { useSnapshot } from 'valtio';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import { photoMarks, switchPhotoMarks } from '../../../../state/photo-marks.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { canLookFrom, lookFromPhoto, stopLooking } from '../look/look-from-photo.ts';

/** The buttons of the toolbar that join a photo and the model. */
export function PhotoTools({ photo }: { readonly photo: NearbyPhoto }) {
  const { isOn, look } = useSnapshot(photoMarks);
  const isLooking = look?.photoId === photo.id;
  return (
    <>
      <IconButton
        icon={Shapes}
        label={PHOTOS_MESSAGES['photos.marksOfTheModel']}
        aria-pressed={isOn}
        isOn={isOn}
        onClick={() => switchPhotoMarks(!isOn)}
      />
      <IconButton
        icon={Eye}
        label={PHOTOS_MESSAGES['photos.lookFromHere']}
        aria-pressed={isLooking}
        isOn={isLooking}
        disabled={!canLookFrom(photo)}
        onClick={() => (isLooking ? stopLooking() : lookFromPhoto(photo))}
      />
    </>
  );
}
