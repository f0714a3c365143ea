import { Download, Info, LocateFixed, PictureInPicture2, RotateCcw, RotateCw, ZoomIn, ZoomOut } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { useSnapshot } from 'valtio';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { photoPicture } from '../../../api/photos.ts';
import { photos } from '../../../state/photos.ts';
import { preferences } from '../../../state/preferences.ts';
import { IconButton } from '../../../ui/button/icon-button.tsx';
import { IconLink } from '../../../ui/button/icon-link.tsx';
import { useLayout } from '../../../ui/use-layout.ts';
import { FlatView } from './flat-view.ts';
import { flyToPhoto } from './fly-to-photo.ts';
import type { PhotoView } from './photo-frame.ts';
import { PHOTO_PARTS } from './photo-parts.ts';
import { photoFactsText } from './photo-words.ts';
import css from './photo-toolbar.module.css';

interface PhotoToolbarProps {
  photo: NearbyPhoto;
  /** Null until it can be drawn over. */
  view: PhotoView | null;
  areDetailsShown: boolean;
  onDetails: (areShown: boolean) => void;
  isPoppedOut: boolean;
  onPopOut: () => void;
}

/** The name of the photo, and its actions. */
export function PhotoToolbar(props: PhotoToolbarProps) {
  const { photo, view, areDetailsShown, onDetails, isPoppedOut, onPopOut } = props;
  const { nearbyMode, units } = useSnapshot(preferences);
  // Its object stays selected when its tree is closed and another layer is shown.
  const { asked } = useSnapshot(photos);
  const from =
    nearbyMode === 'camera'
      ? PHOTOS_MESSAGES['photos.theCamera']
      : (asked?.object?.name ?? PHOTOS_MESSAGES['photos.thePoint']);
  const isPhone = useLayout() === 'phone';
  const { Tools } = PHOTO_PARTS;
  return (
    <div className={css.bar}>
      <h2 className={css.title}>
        <span className={css.name}>{photo.name}</span>{' '}
        <span className={css.facts}>{photoFactsText(photo, from, units)}</span>
      </h2>
      <div className={css.tools} role="toolbar" aria-label={PHOTOS_MESSAGES['photos.photo']}>
        {Tools && <Tools key={photo.id} photo={photo} />}
        {view instanceof FlatView && (
          <>
            <IconButton
              icon={RotateCcw}
              label={PHOTOS_MESSAGES['photos.turnLeft']}
              keys="Shift+R"
              onClick={() => view.turn(-1)}
            />
            <IconButton
              icon={RotateCw}
              label={PHOTOS_MESSAGES['photos.turnRight']}
              keys="R"
              onClick={() => view.turn(1)}
            />
            <span className={css.rule} />
          </>
        )}
        {/* A phone has no room for them: two fingers zoom. */}
        {view && !isPhone && <Zoom view={view} />}
        <IconButton
          icon={LocateFixed}
          label={PHOTOS_MESSAGES['photos.flyToThePhoto']}
          keys="F"
          onClick={() => flyToPhoto(photo)}
        />
        <IconButton
          icon={Info}
          label={PHOTOS_MESSAGES['photos.photoDetails']}
          isOn={areDetailsShown}
          aria-expanded={areDetailsShown}
          onClick={() => onDetails(!areDetailsShown)}
        />
        <DownloadLink photo={photo} />
        {/* A phone has no room for a second window. */}
        {!isPhone && (
          <IconButton
            icon={PictureInPicture2}
            label={isPoppedOut ? PHOTOS_MESSAGES['photos.backIntoThePanel'] : PHOTOS_MESSAGES['photos.openOwnWindow']}
            isOn={isPoppedOut}
            aria-pressed={isPoppedOut}
            onClick={onPopOut}
          />
        )}
      </div>
    </div>
  );
}

function Zoom({ view }: { view: PhotoView }) {
  const subscribe = (listener: () => void) => view.subscribe(listener);
  const text = useSyncExternalStore(subscribe, () => view.zoomText);
  const canZoomIn = useSyncExternalStore(subscribe, () => view.canZoomIn);
  const canZoomOut = useSyncExternalStore(subscribe, () => view.canZoomOut);
  return (
    <>
      <IconButton
        icon={ZoomOut}
        label={PHOTOS_MESSAGES['photos.zoomOut']}
        keys="-"
        disabled={!canZoomOut}
        onClick={() => view.zoomBy(-1)}
      />
      <button
        type="button"
        className={css.zoom}
        aria-label={formatMessage(PHOTOS_MESSAGES['photos.zoomFit'], { text })}
        onClick={() => view.fit()}
      >
        {text}
      </button>
      <IconButton
        icon={ZoomIn}
        label={PHOTOS_MESSAGES['photos.zoomIn']}
        keys="+"
        disabled={!canZoomIn}
        onClick={() => view.zoomBy(1)}
      />
      <span className={css.rule} />
    </>
  );
}

/** The picture as it was delivered. */
const DownloadLink = ({ photo }: { photo: NearbyPhoto }) => (
  <IconLink
    icon={Download}
    label={PHOTOS_MESSAGES['photos.downloadThePhoto']}
    href={photoPicture(photo, 'native')}
    download={photo.name}
  />
);
