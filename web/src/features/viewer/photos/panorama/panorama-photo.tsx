import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { Orbit } from 'lucide-react';
import { numberText } from '@overlook/shared/format';
import { PHOTOS_MESSAGES, formatMessage } from '@overlook/shared/messages';
import { photos } from '../../../../state/photos.ts';
import { type Engine, loadEngine } from '../load-engine.ts';
import { BrokenPhoto } from '../broken-photo.tsx';
import type { PanoramaProps, ViewPoint } from '../photo-frame.ts';
import { panoramaAngles, PanoramaPhotoView } from './panorama-photo-view.ts';
import { photoLens } from '../marks/photo-camera-of.ts';
import { watchPresses } from '../watch-presses.ts';
import { wholePictures } from './whole-pictures.ts';
import css from './panorama-photo.module.css';

type Status = 'loading' | 'shown' | 'failed';

/** A look into an equirectangular photo, changed by drag, pinch, wheel and keys. */
export function PanoramaPhoto(props: PanoramaProps) {
  const [attempt, setAttempt] = useState(0);
  return <OpenPanorama key={attempt} {...props} onRetry={() => setAttempt(attempt + 1)} />;
}

function OpenPanorama({ photo, onView, onPress, onRetry }: PanoramaProps & { readonly onRetry: () => void }) {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const [view, setView] = useState<PanoramaPhotoView | null>(null);
  const [status, setStatus] = useState<Status>('loading');
  const [isSettled, setSettled] = useState(false);
  const show = useEffectEvent((next: PanoramaPhotoView | null) => {
    setView(next);
    onView(next);
  });
  const press = useEffectEvent((from: PanoramaPhotoView, at: ViewPoint) => onPress(from, at));

  useEffect(() => {
    const ending = new AbortController();
    const open = async () => {
      const engine = await loadEngine();
      if (ending.signal.aborted || !box.current || !canvas.current) return;
      const opened = new PanoramaPhotoView(photo, photos.asked?.pointEcef ?? null, engine);
      const parts = { view: opened, box: box.current, canvas: canvas.current, setStatus, setSettled, onPress: press };
      openPanorama(engine, parts, ending.signal);
      show(opened);
    };
    open().catch((error: unknown) => {
      console.warn('The panorama could not be opened.', error);
      setStatus('failed');
    });
    return () => {
      ending.abort();
      show(null);
    };
  }, [photo]);

  return (
    <>
      <div
        ref={box}
        className={css.panorama}
        role="application"
        aria-label={formatMessage(PHOTOS_MESSAGES['photos.panorama'], { name: photo.name })}
        aria-roledescription="panorama"
        aria-busy={!isSettled}
        tabIndex={0}
      >
        <canvas ref={canvas} className={css.canvas} hidden={status === 'failed'} />
        {view && status === 'shown' && <Reading view={view} />}
      </div>
      {status === 'failed' && <BrokenPhoto onRetry={onRetry} />}
    </>
  );
}

interface Opening {
  readonly view: PanoramaPhotoView;
  readonly box: HTMLDivElement;
  readonly canvas: HTMLCanvasElement;
  readonly setStatus: (status: Status) => void;
  readonly setSettled: (isSettled: boolean) => void;
  readonly onPress: (view: PanoramaPhotoView, at: ViewPoint) => void;
}

/** Draws the panorama and handles its input until the signal aborts. */
function openPanorama(
  { Panorama, controlPanorama }: Engine,
  { view, box, canvas, setStatus, setSettled, onPress }: Opening,
  signal: AbortSignal,
): void {
  const { photo } = view;
  // The canvas may be in another window.
  const page = box.ownerDocument.defaultView!;
  const lens = photoLens(photo)!;
  if (lens.projection !== 'equirectangular') return setStatus('failed');
  const panorama = new Panorama(
    canvas,
    {
      lens,
      angles: panoramaAngles(photo),
      wholeUrls: wholePictures(photo),
      tileLevels: photo.photo.tileLevels,
      tileUrl: ({ level, column, row }) => `/api/files/snapshots/${photo.filename}/tiles/${level}/${column}/${row}`,
    },
    {
      onPicture: () => setStatus('shown'),
      onFailed: () => setStatus('failed'),
      onSettled: setSettled,
    },
  );
  const size = () => ({ widthPx: view.sizeCss.width, heightPx: view.sizeCss.height });
  const resizes = new page.ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = box;
    if (width === 0 || height === 0) return;
    panorama.resize(width, height, page.devicePixelRatio);
    view.resize({ width, height });
  });
  resizes.observe(box);
  const unfollow = view.subscribe(() => panorama.setLook(view.look));
  panorama.setLook(view.look);
  const presses = watchPresses(box, (at) => onPress(view, at), signal);
  controlPanorama(
    {
      element: box,
      look: () => view.look,
      setLook(look) {
        presses.flush();
        view.setLook(look);
      },
      size,
      fit() {
        presses.forget();
        view.fit();
      },
      onTap: ([x, y]) => presses.press({ x, y }),
      reducedMotion: () => page.matchMedia('(prefers-reduced-motion: reduce)').matches,
    },
    signal,
  );
  signal.addEventListener('abort', () => {
    resizes.disconnect();
    unfollow();
    panorama.destroy();
  });
}

/** Heading and pitch of the look. */
function Reading({ view }: { readonly view: PanoramaPhotoView }) {
  const { headingDeg, pitchDeg } = useSyncExternalStore(view.subscribe, () => view.look);
  return (
    <p className={css.reading}>
      <Orbit size={16} strokeWidth={1.75} aria-hidden />
      <span>{PHOTOS_MESSAGES['photos.dragToLookRound']}</span>
      <span className={css.angles}>
        {formatMessage(PHOTOS_MESSAGES['photos.headingPitchView'], {
          heading: numberText(headingDeg, 0),
          pitch: numberText(pitchDeg, 0),
          zoom: view.zoomText,
        })}
      </span>
    </p>
  );
}
