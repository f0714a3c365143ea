import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useRef, useState } from 'react';
import { useSnapshot } from 'valtio';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { photos, stepPhoto } from '../../../state/photos.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { FlatPhoto } from './flat-photo.tsx';
import { FlatView } from './flat-view.ts';
import { flyToPhoto } from './fly-to-photo.ts';
import { PhotoDetails } from './photo-details.tsx';
import type { PhotoView } from './photo-frame.ts';
import { PHOTO_PARTS } from './photo-parts.ts';
import { PhotoToolbar } from './photo-toolbar.tsx';
import { viewerKeyAction } from './viewer-keys.ts';
import css from './photo-viewer.module.css';

interface PhotoViewerProps {
  photo: NearbyPhoto;
  /** It has a window of its own. */
  isPoppedOut: boolean;
  onPopOut: () => void;
}

const ignorePress = () => undefined;

/** One photo with its toolbar, and the ways to the next one and the one before. */
export function PhotoViewer({ photo, isPoppedOut, onPopOut }: PhotoViewerProps) {
  const [view, setView] = useState<PhotoView | null>(null);
  const [areDetailsShown, setDetailsShown] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  const isAlone = useSnapshot(photos).shown.length < 2;
  const { Panorama, Overlay, onPress } = PHOTO_PARTS;
  const Sphere = photo.photo.projection === 'equirectangular' ? Panorama : null;
  const Picture = Sphere ?? FlatPhoto;

  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && areDetailsShown) {
      event.preventDefault();
      return setDetailsShown(false);
    }
    // Buttons have keys of their own; a panorama uses arrows and signs itself.
    const isPicture = event.target === area.current || (event.target as Element).closest(`.${css.picture}`) !== null;
    if (event.defaultPrevented || !isPicture) return;
    const action = viewerKeyAction(event, view instanceof FlatView ? view : null);
    if (!action) return;
    event.preventDefault();
    action(() => flyToPhoto(photo));
  };
  return (
    <section
      className={css.viewer}
      aria-label={PHOTOS_MESSAGES['photos.photoViewer']}
      data-popped={isPoppedOut}
      onKeyDown={handleKey}
    >
      <PhotoToolbar
        photo={photo}
        view={view?.photo.id === photo.id ? view : null}
        areDetailsShown={areDetailsShown}
        onDetails={setDetailsShown}
        isPoppedOut={isPoppedOut}
        onPopOut={onPopOut}
      />
      <div
        ref={area}
        className={css.area}
        role="group"
        aria-label={formatMessage(PHOTOS_MESSAGES['photos.photoName'], { name: photo.name })}
        // A panorama takes the focus itself.
        tabIndex={Sphere ? undefined : 0}
      >
        <div key={photo.id} className={css.picture}>
          <Picture photo={photo} onView={setView} onPress={onPress ?? ignorePress} />
          {Overlay && view?.photo.id === photo.id && <Overlay frame={view} />}
        </div>
        {!isAlone && (
          <>
            <Step
              icon={ChevronLeft}
              label={PHOTOS_MESSAGES['photos.previousPhoto']}
              side="before"
              onPress={() => stepPhoto(-1)}
            />
            <Step
              icon={ChevronRight}
              label={PHOTOS_MESSAGES['photos.nextPhoto']}
              side="next"
              onPress={() => stepPhoto(1)}
            />
          </>
        )}
        {areDetailsShown && <PhotoDetails photo={photo} onClose={() => setDetailsShown(false)} />}
      </div>
    </section>
  );
}

interface StepProps {
  icon: typeof ChevronLeft;
  label: string;
  side: 'before' | 'next';
  onPress: () => void;
}

const Step = ({ icon, label, side, onPress }: StepProps) => (
  <IconButton icon={icon} label={label} className={css.step} data-side={side} onClick={onPress} />
);
