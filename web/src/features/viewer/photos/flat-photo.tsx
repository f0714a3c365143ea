import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { SNAPSHOT_SIDES_PX } from '@overlook/shared/config';
import type { NearbyPhoto } from '@overlook/shared/schemas';
import { photoPicture } from '../../../api/photos.ts';
import { stepPhoto } from '../../../state/photos.ts';
import { SoftPicture } from '../../../ui/soft-picture.tsx';
import { BrokenPhoto } from './broken-photo.tsx';
import { FlatView } from './flat-view.ts';
import type { PhotoFrame, ViewPoint } from './photo-frame.ts';
import { watchGestures } from './watch-gestures.ts';
import css from './flat-photo.module.css';

/** A swipe of this length over a photo that fits its view goes to the next one, CSS pixels. */
const SWIPE_PX = 48;
/** Largest enlargement of the large picture before the native one is loaded. */
const ENLARGED_FROM = 1.5;

interface FlatPhotoProps {
  photo: NearbyPhoto;
  onView: (view: FlatView | null) => void;
  onPress: (frame: PhotoFrame, at: ViewPoint) => void;
}

/**
 * A photo that is no panorama, over a soft thumbnail of itself. The large picture is laid over the thumbnail at the same
 * place; the native one over both where more of it is seen than the large one has.
 */
export function FlatPhoto({ photo, onView, onPress }: FlatPhotoProps) {
  const area = useRef<HTMLDivElement>(null);
  const [view] = useState(() => new FlatView(photo));
  const [isLargeShown, setLargeShown] = useState(false);
  const [isBroken, setBroken] = useState(false);
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    onView(view);
    return () => onView(null);
  }, [view, onView]);
  useViewGestures(area, view, onPress);
  const isNativeWanted = useNativeWanted(view, isLargeShown);
  return (
    <>
      <div ref={area} className={css.area} data-zoomed={useView(view, () => view.isZoomed)}>
        <SoftPicture url={photoPicture(photo, 'thumb')} brightness={0.5} className={css.ground} />
        <PictureBox view={view}>
          <img src={photoPicture(photo, 'thumb')} alt="" className={css.picture} draggable={false} />
          {!isBroken && (
            <img
              key={attempt}
              src={photoPicture(photo, 'large')}
              alt={photo.name}
              className={css.picture}
              data-shown={isLargeShown}
              draggable={false}
              onLoad={() => setLargeShown(true)}
              onError={() => setBroken(true)}
            />
          )}
          {isNativeWanted && (
            // A type that the browser does not know leaves the large picture.
            <NativePicture url={photoPicture(photo, 'native')} />
          )}
        </PictureBox>
      </div>
      {isBroken && (
        <BrokenPhoto
          onRetry={() => {
            setBroken(false);
            setAttempt(attempt + 1);
          }}
        />
      )}
    </>
  );
}

function NativePicture({ url }: { url: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <img
      src={url}
      alt=""
      className={css.picture}
      data-shown={isShown}
      draggable={false}
      onLoad={() => setShown(true)}
    />
  );
}

/** The box of the picture, which follows its view without a render. */
function PictureBox({ view, children }: { view: FlatView; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = () => {
      if (!box.current) return;
      const { width, height } = view.boxSize;
      Object.assign(box.current.style, { width: `${width}px`, height: `${height}px`, transform: view.transform });
    };
    place();
    return view.subscribe(place);
  }, [view]);
  return (
    <div ref={box} className={css.box}>
      {children}
    </div>
  );
}

/** Something of a view, live. */
function useView<Value extends boolean | string>(view: FlatView, read: () => Value): Value {
  return useSyncExternalStore((listener) => view.subscribe(listener), read, read);
}

/** Whether the native picture shows more detail than the large one; once true, it remains true. */
function useNativeWanted(view: FlatView, isLargeShown: boolean): boolean {
  const { widthPx, heightPx } = view.photo.photo;
  const largeShare = Math.min(1, SNAPSHOT_SIDES_PX.large / Math.max(widthPx, heightPx));
  const isFiner = useView(view, () => view.shownWidth * devicePixelRatio > widthPx * largeShare * ENLARGED_FROM);
  const [isWanted, setWanted] = useState(false);
  if (isLargeShown && largeShare < 1 && isFiner && !isWanted) setWanted(true);
  return isWanted;
}

function useViewGestures(
  area: RefObject<HTMLDivElement | null>,
  view: FlatView,
  onPress: FlatPhotoProps['onPress'],
): void {
  useEffect(() => {
    const element = area.current!;
    const endGestures = watchGestures(element, {
      move: (x, y) => view.moveBy(x, y),
      zoom: (factor, at) => view.zoomAt(factor, at),
      press: (at) => onPress(view, at),
      doublePress: () => view.fit(),
      swipe: (x, y) => {
        if (!view.isZoomed && Math.abs(x) > SWIPE_PX && Math.abs(x) > Math.abs(y)) stepPhoto(x < 0 ? 1 : -1);
      },
    });
    // That of the window the photo is in: one that is hidden measures nothing.
    const Observer = (element.ownerDocument.defaultView ?? window).ResizeObserver;
    const measure = () => view.resize({ width: element.clientWidth, height: element.clientHeight });
    const resizing = new Observer(measure);
    resizing.observe(element);
    measure();
    return () => {
      endGestures();
      resizing.disconnect();
    };
  }, [area, view, onPress]);
}
