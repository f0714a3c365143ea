import { X } from 'lucide-react';
import { useEffect } from 'react';
import { useSnapshot } from 'valtio';
import { numberText, withUnit } from '@overlook/shared/format';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES } from '@overlook/shared/messages';
import { photoMarks, showPhotoLook } from '../../../../state/photo-marks.ts';
import { IconButton } from '../../../../ui/button/icon-button.tsx';
import { Slider } from '../../../../ui/inputs/slider.tsx';
import { stopLooking } from './look-from-photo.ts';
import css from './look-slider.module.css';

/** The opacity of the photo over the model, while the camera is at its position. */
export function LookSlider({ photo }: { readonly photo: NearbyPhoto }) {
  const { look } = useSnapshot(photoMarks);
  // Each photo has an overlay of its own.
  useEffect(() => stopLooking, []);
  if (look?.photoId !== photo.id) return null;
  return (
    <div className={css.bar} role="group" aria-label={PHOTOS_MESSAGES['photos.photoOverTheModel']} data-photo-look>
      <span className={css.title} aria-hidden>
        {PHOTOS_MESSAGES['photos.photoOverModel']}
      </span>
      <Slider
        label={PHOTOS_MESSAGES['photos.photoOverModel']}
        value={Math.round(100 * look.opacity)}
        least={0}
        most={100}
        format={(percent) => withUnit(numberText(percent, 0), '%')}
        onChange={(percent) => showPhotoLook({ photoId: photo.id, opacity: percent / 100 })}
      />
      <IconButton icon={X} label={PHOTOS_MESSAGES['photos.takePhotoOffModel']} onClick={stopLooking} />
    </div>
  );
}
